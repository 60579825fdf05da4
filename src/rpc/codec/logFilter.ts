import { type LogCriteria, MAX_TOPICS } from '../../chain/history/logCriteria.ts'
import type { LogQuery } from '../../chain/history/logQuery.ts'
import type { Address } from '../../primitives/address.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import { invalidParams } from '../errors/rpcError.ts'
import { blockNumberRef } from './blockRef.ts'
import type { Codec } from './codec.ts'
import { array, partial } from './compound.ts'
import { address, hash, text } from './scalar.ts'

/** Maximum number of alternatives per position, and of addresses. */
const MAX_ALTERNATIVES = 1000

/** One value or a list of alternatives; an empty list means any value. */
function oneOf<T>(inner: Codec<T>, what: string): Codec<readonly T[]> {
  const list = array(inner)
  return {
    decode(json, path) {
      if (!Array.isArray(json)) return [inner.decode(json, path)]
      if (json.length > MAX_ALTERNATIVES) {
        throw invalidParams(`${path}: ${json.length} ${what}, want at most ${MAX_ALTERNATIVES}`)
      }
      return list.decode(json, path)
    },
    encode: list.encode,
    schema: { anyOf: [inner.schema, list.schema] },
  }
}

const addresses: Codec<readonly Address[]> = oneOf(address, 'addresses')
const alternatives: Codec<readonly Hash[]> = oneOf(hash, 'alternatives')

/** As in geth, null among the alternatives means any topic. */
const positions = array<readonly Hash[]>({
  ...alternatives,
  decode(json, path) {
    const isAny = json === null || (Array.isArray(json) && json.includes(null))
    return isAny ? [] : alternatives.decode(json, path)
  },
})

const topics: Codec<readonly (readonly Hash[])[]> = {
  decode(json, path) {
    if (Array.isArray(json) && json.length > MAX_TOPICS) {
      throw invalidParams(`${path}: exceed max topics: ${json.length}, want at most ${MAX_TOPICS}`)
    }
    return positions.decode(json, path)
  },
  encode: (value) => positions.encode(value),
  schema: {
    type: 'array',
    maxItems: MAX_TOPICS,
    items: { anyOf: [...(alternatives.schema.anyOf ?? []), { type: 'null', title: 'any topic' }] },
  },
}

const criteriaFields = { address: addresses, topics }

const meanings = {
  address: 'emitting contracts; all if empty or absent',
  topics:
    'per position: a topic, a list of alternatives, or null for any; a log needs at least as many topics',
}

const filterObject = partial(
  { ...criteriaFields, fromBlock: blockNumberRef, toBlock: blockNumberRef, blockHash: hash },
  {
    title: 'log filter',
    description: 'Log filter: blocks, contracts and topics.',
    meanings: {
      ...meanings,
      fromBlock: 'first block',
      toBlock: 'the last block',
      blockHash: 'a single block, instead of a range',
    },
  },
)

/** Criteria and range of `eth_getLogs`. */
export const logFilter: Codec<LogQuery> = {
  decode(json, path) {
    const { address, topics, ...blocks } = filterObject.decode(json, path)
    const hasRange = blocks.fromBlock !== undefined || blocks.toBlock !== undefined
    if (blocks.blockHash !== undefined && hasRange) {
      throw invalidParams(
        `${path}: cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other`,
      )
    }
    return { criteria: toCriteria({ address, topics }), ...blocks }
  },
  encode({ criteria, ...blocks }) {
    const encoded = filterObject.encode(blocks)
    return { ...(isJsonObject(encoded) && encoded), ...fromCriteria(criteria) }
  },
  schema: filterObject.schema,
}

function toCriteria({
  address = [],
  topics = [],
}: {
  readonly address?: readonly Address[] | undefined
  readonly topics?: readonly (readonly Hash[])[] | undefined
}): LogCriteria {
  return { addresses: address, topics }
}

function fromCriteria({ addresses, topics }: LogCriteria): { readonly [name: string]: Json } {
  return { address: addresses, topics }
}

/** Filter id, opaque to clients. */
export const filterId: Codec<string> = {
  ...text,
  schema: { type: 'string', title: 'filter id', pattern: '^0x(0|[1-9a-f][0-9a-f]*)$' },
}
