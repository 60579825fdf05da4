import type { Address } from '../../primitives/address.ts'
import { isJsonObject, type Json, jsonKind } from '../../primitives/encoding/json.ts'
import { invalidParams, RpcError, rpcCode } from '../errors/rpcError.ts'
import type { Codec, Encoder } from './codec.ts'
import { array } from './compound.ts'
import { address, word } from './scalar.ts'
import { storageKey } from './storageKey.ts'

/** Maximum number of slots of a request, as in geth. */
export const MAX_SLOTS = 1024

const slots = array(storageKey)
const words = array(word)

/** Slots by account. */
export type StorageRequests = ReadonlyMap<Address, readonly Uint8Array[]>

/** Slots by account, at least one and at most 1,024 in all. */
export const storageRequests: Codec<StorageRequests> = {
  decode(json, path) {
    if (!isJsonObject(json)) throw invalidParams(`${path}: want an object, got ${jsonKind(json)}`)
    const requests = new Map<Address, readonly Uint8Array[]>()
    let count = 0
    for (const [key, value] of Object.entries(json)) {
      const who = address.decode(key, `${path}: account`)
      if (requests.has(who)) throw invalidParams(`${path}: ${who} occurs twice`)
      const wanted = slots.decode(value, `${path}: ${who}`)
      count += wanted.length
      requests.set(who, wanted)
    }
    if (count === 0) throw invalidParams('empty request')
    if (count <= MAX_SLOTS) return requests
    throw new RpcError(rpcCode.limitExceeded, `too many slots (max ${MAX_SLOTS})`)
  },
  encode: (requests) => byAddress(requests, slots),
  schema: {
    type: 'object',
    title: 'slots by address',
    additionalProperties: slots.schema,
  },
}

/** Words of 32 bytes by account, in the order of the request. */
export const storageWords: Encoder<StorageRequests> = {
  encode: (found) => byAddress(found, words),
  schema: { type: 'object', title: 'words by address', additionalProperties: words.schema },
}

function byAddress(map: StorageRequests, list: Codec<readonly Uint8Array[]>): Json {
  const encoded: Record<string, Json> = {}
  for (const [who, entries] of map) encoded[who] = list.encode(entries)
  return encoded
}
