import type { BlockOverrides } from '../../chain/chain.ts'
import type { Address } from '../../primitives/address.ts'
import { bytesToHex } from '../../primitives/hex.ts'
import type { AccountOverride, StateOverrides } from '../../state/overrides.ts'
import { isJsonObject, type Json, jsonKind } from '../json.ts'
import { invalidParams } from '../rpcError.ts'
import type { Codec } from './codec.ts'
import { partial } from './compound.ts'
import { address, bytes, quantity, uint64, word } from './scalar.ts'

type Slots = readonly (readonly [slot: Uint8Array, word: Uint8Array])[]

/** Words by slot. */
const slots: Codec<Slots> = {
  decode(json, path) {
    if (!isJsonObject(json)) throw invalidParams(`${path}: want an object, got ${jsonKind(json)}`)
    return Object.entries(json).map(([slot, value]) => [
      word.decode(slot, `${path}: slot`),
      word.decode(value, `${path}: ${slot}`),
    ])
  },
  encode: (values) =>
    Object.fromEntries(values.map(([slot, value]) => [bytesToHex(slot), bytesToHex(value)])),
  schema: { type: 'object', title: 'words by slot', additionalProperties: word.schema },
}

const accountFields = partial({
  balance: quantity,
  nonce: uint64,
  code: bytes,
  state: slots,
  stateDiff: slots,
  movePrecompileToAddress: address,
})

/** What a simulation pretends about accounts, by address. */
export const stateOverrides: Codec<StateOverrides> = {
  decode(json, path) {
    if (!isJsonObject(json)) throw invalidParams(`${path}: want an object, got ${jsonKind(json)}`)
    const overrides = new Map<Address, AccountOverride>()
    for (const [key, value] of Object.entries(json)) {
      const who = address.decode(key, `${path}: account`)
      overrides.set(who, readAccount(value, `${path}: ${who}`))
    }
    return overrides
  },
  encode(overrides) {
    const encoded: Record<string, Json> = {}
    for (const [who, { movePrecompileTo, ...account }] of overrides) {
      encoded[who] = accountFields.encode({
        ...account,
        ...(movePrecompileTo !== undefined && { movePrecompileToAddress: movePrecompileTo }),
      })
    }
    return encoded
  },
  schema: {
    type: 'object',
    title: 'state overrides by address',
    additionalProperties: accountFields.schema,
  },
}

/** Block fields that a simulation replaces, in geth's names. */
export const blockOverrides: Codec<BlockOverrides> = {
  ...partial({
    number: uint64,
    time: uint64,
    gasLimit: uint64,
    feeRecipient: address,
    prevRandao: word,
    baseFeePerGas: quantity,
    difficulty: quantity,
  }),
}

function readAccount(json: unknown, path: string): AccountOverride {
  const { movePrecompileToAddress, ...account } = accountFields.decode(json, path)
  if (account.state !== undefined && account.stateDiff !== undefined) {
    throw invalidParams(`${path}: account has both 'state' and 'stateDiff'`)
  }
  if (movePrecompileToAddress === undefined) return account
  return { ...account, movePrecompileTo: movePrecompileToAddress }
}
