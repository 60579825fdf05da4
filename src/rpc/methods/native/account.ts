import { nativeAccountOf, readNativeAccount } from '../../../node/native/nativeAccount.ts'
import { bytesToBech32 } from '../../../primitives/encoding/bech32.ts'
import { hexToBytes } from '../../../primitives/encoding/hex.ts'
import { anyAddress } from '../../codec/nativeAddress.ts'
import { method, param } from '../../core/method.ts'
import { serverError } from '../../errors/rpcError.ts'
import { nativeAccountView } from '../../views/nativeAccount.ts'
import { nativeAddressOf } from './nativeAddressOf.ts'

export const native_getAccount = method({
  summary: 'Returns a native account by bech32 or EVM address: coins, account number and sequence.',
  params: [param('address', anyAddress)],
  result: nativeAccountView,
  async run({ state, names, nativeChainId }, who) {
    const latest = await state.viewAt({ tag: 'latest' })
    const facts = await latest.read((reader) =>
      who.kind === 'evm'
        ? nativeAccountOf(reader, who.address)
        : readNativeAccount(reader, nativeAddressOf(names, who.address, 0)),
    )
    if (facts === undefined) throw serverError(`account ${anyAddress.encode(who)} not found`)
    const address = bytesToBech32(names.bech32Prefix, hexToBytes(facts.address))
    return { ...facts, address, chainId: nativeChainId }
  },
})
