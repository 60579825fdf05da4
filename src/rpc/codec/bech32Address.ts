import { type Bech32, decodeBech32 } from '../../primitives/encoding/bech32.ts'
import { invalidParams } from '../errors/rpcError.ts'
import type { Codec } from './codec.ts'
import { text } from './scalar.ts'

/** An address in bech32. Which prefix is the chain's, the method knows: see `nativeAddressOf`. */
export const bech32Address: Codec<Bech32> = {
  decode(json, path) {
    const given = text.decode(json, path)
    if (/^0x/i.test(given))
      throw invalidParams(`${path}: want a native address, got an EVM address`)
    const decoded = decodeBech32(given)
    if (decoded === undefined) throw invalidParams(`${path}: invalid bech32 address`)
    return decoded
  },
  encode: ({ text }) => text,
  schema: {
    type: 'string',
    title: 'native address',
    pattern: '^[a-z][a-z0-9]*1[02-9ac-hj-np-z]+$',
  },
}
