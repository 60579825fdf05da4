import { toChecksumAddress } from '../../../primitives/address.ts'
import { bytesToBech32 } from '../../../primitives/encoding/bech32.ts'
import { bech32Address } from '../../codec/nativeAddress.ts'
import { address, checksumAddress, text } from '../../codec/scalar.ts'
import { method, param } from '../../core/method.ts'
import { serverError } from '../../errors/rpcError.ts'
import { nativeAddressOf } from './nativeAddressOf.ts'

export const native_getNativeAddress = method({
  summary: 'Returns the bech32 address associated with an EVM address.',
  params: [param('address', address)],
  result: text,
  async run({ state, names }, who) {
    const latest = await state.viewAt({ tag: 'latest' })
    const native = await latest.read((reader) => reader.getNativeAddress(who))
    if (native !== undefined) return bytesToBech32(names.bech32Prefix, native)
    throw serverError(`failed to find native address for ${toChecksumAddress(who)}`)
  },
})

export const native_getEVMAddress = method({
  summary: 'Returns the checksummed EVM address (EIP-55) associated with a native address.',
  params: [param('address', bech32Address)],
  result: checksumAddress,
  async run({ state, names }, given) {
    const native = nativeAddressOf(names, given, 0)
    const latest = await state.viewAt({ tag: 'latest' })
    const found = await latest.read((reader) => reader.getEvmAddress(native))
    if (found !== undefined) return found
    throw serverError(`failed to find EVM address for ${given.text}`)
  },
})
