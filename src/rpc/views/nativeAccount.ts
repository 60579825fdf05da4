import type { NativeAccountFacts } from '../../node/native/nativeAccount.ts'
import { bytesToBase64 } from '../../primitives/encoding/bytes.ts'
import type { Encoder } from '../codec/codec.ts'
import { describeFields, type JsonSchema } from '../codec/jsonSchema.ts'
import { checksumAddress } from '../codec/scalar.ts'

/** An account with its address and chain. */
export interface NativeAccountView extends Omit<NativeAccountFacts, 'address'> {
  /** Bech32. */
  readonly address: string
  /** Native chain id. */
  readonly chainId: string
}

/**
 * Data for signing a native transaction, and the account's coins. 64-bit numbers and amounts are
 * decimal strings.
 */
export const nativeAccountView: Encoder<NativeAccountView> = {
  encode: ({ address, evmAddress, accountNumber, sequence, publicKey, balances, chainId }) => ({
    address,
    evmAddress: evmAddress === undefined ? null : checksumAddress.encode(evmAddress),
    accountNumber: accountNumber.toString(),
    sequence: sequence.toString(),
    publicKey: publicKey === undefined ? null : bytesToBase64(publicKey),
    balances: balances.map(({ denom, amount }) => ({ denom, amount: amount.toString() })),
    chainId,
  }),
  schema: accountSchema(),
}

function accountSchema(): JsonSchema {
  const text: JsonSchema = { type: 'string' }
  const decimal: JsonSchema = { type: 'string', pattern: '^[0-9]+$' }
  const properties = {
    address: text,
    evmAddress: { anyOf: [checksumAddress.schema, { type: 'null' }] },
    accountNumber: decimal,
    sequence: decimal,
    publicKey: { anyOf: [text, { type: 'null' }] },
    balances: {
      type: 'array',
      items: {
        type: 'object',
        title: 'coin',
        properties: { denom: text, amount: decimal },
        required: ['denom', 'amount'],
      },
    },
    chainId: text,
  } satisfies Record<keyof NativeAccountView, JsonSchema>
  return {
    type: 'object',
    title: 'native account',
    properties: describeFields(properties, {
      address: 'bech32',
      evmAddress: 'null if not associated',
      sequence: "sequence of the account's next native transaction",
      publicKey: 'compressed secp256k1 key, base64; null if unknown',
      balances: 'base units by denomination',
      chainId: 'chain id that native transactions sign',
    }),
    required: Object.keys(properties),
  }
}
