import type { Address } from '../../primitives/address.ts'
import type { Bech32 } from '../../primitives/encoding/bech32.ts'
import { bech32Address } from './bech32Address.ts'
import type { Codec } from './codec.ts'
import { address } from './scalar.ts'

/** An address of either side: which one tells `kind`. */
export type AnyAddress =
  | { readonly kind: 'evm'; readonly address: Address }
  | { readonly kind: 'native'; readonly address: Bech32 }

/** An EVM address, or one in bech32. */
export const anyAddress: Codec<AnyAddress> = {
  decode(json, path) {
    if (typeof json === 'string' && /^0x/i.test(json)) {
      return { kind: 'evm', address: address.decode(json, path) }
    }
    return { kind: 'native', address: bech32Address.decode(json, path) }
  },
  encode: (any) =>
    any.kind === 'evm' ? address.encode(any.address) : bech32Address.encode(any.address),
  schema: { title: 'EVM or native address', anyOf: [address.schema, bech32Address.schema] },
}
