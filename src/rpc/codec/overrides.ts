import type { BlockOverrides } from '../../chain/view/blockView.ts'
import type { Address } from '../../primitives/address.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import { isJsonObject, type Json, jsonKind } from '../../primitives/encoding/json.ts'
import type { AccountOverride, StateOverrides } from '../../state/overrides.ts'
import { invalidParams } from '../errors/rpcError.ts'
import type { Codec } from './codec.ts'
import { partial } from './compound.ts'
import { address, bytes, quantity, uint64, word } from './scalar.ts'

type Slots = readonly (readonly [slot: Uint8Array, word: Uint8Array])[]

/** Values by slot. */
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
  schema: {
    type: 'object',
    title: 'words by slot',
    description: 'Storage: 32-byte words by slot.',
    additionalProperties: word.schema,
  },
}

const accountFields = partial(
  {
    balance: quantity,
    nonce: uint64,
    code: bytes,
    state: slots,
    stateDiff: slots,
    movePrecompileToAddress: address,
  },
  {
    title: 'account override',
    description: 'Overridden state of one account.',
    meanings: {
      balance: 'wei',
      state: 'replaces the whole storage; other slots are zero',
      stateDiff: 'replaces some slots; other slots keep their words. Not allowed with state',
      movePrecompileToAddress: 'new address of the precompiled contract at this address',
    },
  },
)

/** State overrides by address. */
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
    description: 'Overridden state by account. Other accounts are unchanged.',
    additionalProperties: accountFields.schema,
  },
}

const blockFields = partial(
  {
    number: uint64,
    time: uint64,
    gasLimit: uint64,
    feeRecipient: address,
    coinbase: address,
    prevRandao: word,
    random: word,
    baseFeePerGas: quantity,
    baseFee: quantity,
    blobBaseFee: quantity,
    difficulty: quantity,
  },
  {
    title: 'block overrides',
    description: 'Overridden block fields. The hardfork stays that of the overridden block.',
    meanings: {
      time: 'seconds since 1970',
      feeRecipient: 'result of COINBASE',
      coinbase: 'alias of feeRecipient',
      prevRandao: 'result of PREVRANDAO',
      random: 'alias of prevRandao',
      baseFeePerGas: 'wei',
      baseFee: 'alias of baseFeePerGas',
      blobBaseFee: 'result of BLOBBASEFEE, in wei',
    },
  },
)

/** Block overrides by geth's current and former names. */
export const blockOverrides: Codec<BlockOverrides> = {
  decode(json, path) {
    refuseBeaconFields(json, path)
    const { coinbase, random, baseFee, ...fields } = blockFields.decode(json, path)
    return {
      ...(coinbase !== undefined && { feeRecipient: coinbase }),
      ...(random !== undefined && { prevRandao: random }),
      ...(baseFee !== undefined && { baseFeePerGas: baseFee }),
      ...fields,
    }
  },
  encode: (overrides) => blockFields.encode(overrides),
  schema: blockFields.schema,
}

/** Unknown fields are rejected: the call would run on another block than intended. */
function readAccount(json: unknown, path: string): AccountOverride {
  const { movePrecompileToAddress, ...account } = accountFields.decode(json, path)
  const known = accountFields.schema.properties ?? {}
  const unknown = Object.keys(Object(json)).find((name) => !Object.hasOwn(known, name))
  if (unknown !== undefined) {
    const names = Object.keys(known).join(', ')
    throw invalidParams(`${path}: ${unknown}: unknown field; want any of ${names}`)
  }
  if (account.state !== undefined && account.stateDiff !== undefined) {
    throw invalidParams(`${path}: account has both 'state' and 'stateDiff'`)
  }
  if (movePrecompileToAddress === undefined) return account
  return { ...account, movePrecompileTo: movePrecompileToAddress }
}

/** Code would see them, but they have no effect, so they are rejected. */
function refuseBeaconFields(json: unknown, path: string): void {
  if (!isJsonObject(json)) return
  for (const name of ['withdrawals', 'beaconRoot']) {
    const value = json[name]
    const isNothing = value === undefined || value === null
    if (isNothing || (Array.isArray(value) && value.length === 0)) continue
    throw invalidParams(`${path}: ${name}: this chain has no beacon chain`)
  }
}
