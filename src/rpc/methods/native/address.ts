import { toChecksumAddress } from '../../../primitives/address.ts'
import { bytesToBech32 } from '../../../primitives/encoding/bech32.ts'
import { bech32Address } from '../../codec/bech32Address.ts'
import { address, checksumAddress, text } from '../../codec/scalar.ts'
import { exampleValues } from '../../core/exampleValues.ts'
import { method, param } from '../../core/method.ts'
import { refused } from '../../errors/rpcError.ts'
import { nativeAddressOf } from '../nativeAddressOf.ts'

export const native_getNativeAddress = method({
  summary: 'Native address (bech32) that an EVM address is associated with.',
  params: [param('address', address)],
  result: text,
  example: { params: [exampleValues.alice], result: exampleValues.nativeAlice },
  async run({ node: { chain } }, who) {
    const { state } = await chain.viewAt({ tag: 'latest' })
    const native = state.getNativeAddress(who)
    if (native !== undefined) return bytesToBech32(chain.names.bech32Prefix, native)
    throw refused(`failed to find native address for ${toChecksumAddress(who)}`)
  },
})

export const native_getEVMAddress = method({
  summary: 'EVM address, with its checksum (EIP-55), that a native address is associated with.',
  params: [param('address', bech32Address)],
  result: checksumAddress,
  example: {
    params: [exampleValues.nativeAlice],
    result: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  },
  async run(context, given) {
    const native = nativeAddressOf(context, given, 0)
    const { state } = await context.node.chain.viewAt({ tag: 'latest' })
    const found = state.getEvmAddress(native)
    if (found !== undefined) return found
    throw refused(`failed to find EVM address for ${given.text}`)
  },
})
