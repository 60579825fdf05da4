import { MAX_CHAIN_ID } from '../../chain/genesis/parseGenesisConfig.ts'
import type { MineOptions } from '../../chain/mining/blockScheduler.ts'
import { isJsonObject } from '../../primitives/encoding/json.ts'
import { invalidParams } from '../errors/rpcError.ts'
import type { Codec, Encoder } from './codec.ts'
import { partial } from './compound.ts'
import { quantity, readInteger, uint64 } from './scalar.ts'

/** Larger timestamps are milliseconds, as in Anvil: in seconds this is the year 33658. */
const LARGEST_SECONDS = 1_000_000_000_000n
/** Intervals from this number are milliseconds: blocks a quarter of an hour apart are unlikely. */
const SMALLEST_MS = 1000
/** Maximum delay of a timer. */
const LONGEST_MS = 2 ** 31 - 1
const MAX_GAS_LIMIT = (1n << 63n) - 1n
const SHORTEST_AND_LONGEST = {
  title: 'minimum and maximum, in milliseconds',
  type: 'array',
  items: { type: 'number' },
} as const

const blocksToMine = partial(
  { blocks: quantity, timestamp: uint64 },
  {
    title: 'blocks to mine',
    meanings: { blocks: 'default: 1', timestamp: 'timestamp of the first block, in seconds' },
  },
)

/** Parameter of `evm_mine`: a timestamp, or an object with a number of blocks and a timestamp. */
export const mineOptions: Codec<MineOptions> = {
  decode: (json, path) =>
    isJsonObject(json) ? blocksToMine.decode(json, path) : { timestamp: uint64.decode(json, path) },
  encode: (value) => blocksToMine.encode(value),
  schema: { anyOf: [wholeNumber('time in seconds'), blocksToMine.schema] },
}

/** A timestamp in seconds since 1970, or in milliseconds. */
export const secondsOrMs: Codec<bigint> = {
  decode(json, path) {
    const time = uint64.decode(json, path)
    return time > LARGEST_SECONDS ? time / 1000n : time
  },
  encode: uint64.encode,
  schema: wholeNumber('time in seconds, or in milliseconds if above 10^12'),
}

/** Milliseconds between blocks, given in seconds; undefined if given as 0. */
export const intervalInSeconds: Codec<number | undefined> = {
  decode: (json, path) => toInterval(readSeconds(json, path) * 1000, path),
  encode: (ms = 0) => ms / 1000,
  schema: { title: 'interval in seconds; 0 disables interval mining', type: 'number', minimum: 0 },
}

/**
 * Milliseconds between blocks, or an array of the shortest and the longest interval, of which the
 * mean is used.
 */
export const intervalInMs: Codec<number | undefined> = {
  decode: (json, path) =>
    toInterval(Array.isArray(json) ? middleOf(json, path) : readSeconds(json, path), path),
  encode: (ms = 0) => ms,
  schema: {
    anyOf: [
      { title: 'interval in milliseconds; 0 disables interval mining', type: 'number', minimum: 0 },
      SHORTEST_AND_LONGEST,
    ],
  },
}

/**
 * The interval if the caller's dialect is unknown: seconds; milliseconds from 1000 on, and as an
 * array of the shortest and the longest interval.
 */
export const anyInterval: Codec<number | undefined> = {
  decode(json, path) {
    if (Array.isArray(json)) return toInterval(middleOf(json, path), path)
    const value = readSeconds(json, path)
    return toInterval(value < SMALLEST_MS ? value * 1000 : value, path)
  },
  encode: intervalInSeconds.encode,
  schema: {
    anyOf: [
      {
        title: 'interval in seconds, or in milliseconds from 1000; 0 disables interval mining',
        type: 'number',
        minimum: 0,
      },
      SHORTEST_AND_LONGEST,
    ],
  },
}

/** A positive block gas limit. */
export const blockGasLimit: Codec<bigint> = {
  ...quantity,
  decode(json, path) {
    const limit = quantity.decode(json, path)
    if (limit > 0n && limit <= MAX_GAS_LIMIT) return limit
    throw invalidParams(`${path}: want a gas limit from 1 to ${MAX_GAS_LIMIT}`)
  },
}

/** A chain id. */
export const chainIdentifier: Codec<bigint> = {
  ...quantity,
  decode(json, path) {
    const id = quantity.decode(json, path)
    if (id > 0n && id <= MAX_CHAIN_ID) return id
    throw invalidParams(`${path}: want a chain id from 1 to ${MAX_CHAIN_ID}`)
  },
}

/** A whole number of seconds as a JSON number. */
export const numberOfSeconds: Encoder<bigint> = {
  encode: Number,
  schema: { title: 'number of seconds', type: 'number' },
}

/** An empty result. */
export const nullResult: Encoder<void> = {
  encode: () => null,
  schema: { title: 'null', type: 'null' },
}

/** A number that may have a fraction. */
function readSeconds(json: unknown, path: string): number {
  if (typeof json !== 'number') return Number(readInteger(json, path))
  if (Number.isFinite(json) && json >= 0) return json
  throw invalidParams(`${path}: want a non-negative number`)
}

function middleOf(ends: readonly unknown[], path: string): number {
  const [shortest, longest] = ends.map((end, i) => readSeconds(end, `${path}[${i}]`))
  if (ends.length !== 2 || shortest === undefined || longest === undefined || longest < shortest) {
    throw invalidParams(`${path}: want the minimum and the maximum interval in milliseconds`)
  }
  return (shortest + longest) / 2
}

function toInterval(given: number, path: string): number | undefined {
  if (given === 0) return undefined
  const ms = Math.max(1, Math.round(given))
  if (ms <= LONGEST_MS) return ms
  throw invalidParams(`${path}: want an interval of at most ${LONGEST_MS} ms`)
}

function wholeNumber(title: string) {
  return { title, anyOf: [{ type: 'number', minimum: 0 }, quantity.schema] } as const
}
