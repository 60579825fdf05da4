import type { BlockNumberRef, BlockRef } from '../../chain/block/blockRef.ts'
import { type Hash, toQuantity } from '../../primitives/encoding/hex.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import { invalidParams } from '../errors/rpcError.ts'
import type { Codec } from './codec.ts'
import type { JsonSchema } from './jsonSchema.ts'
import { boolean, hash, readHex, readInteger } from './scalar.ts'

const TAGS = ['earliest', 'latest', 'safe', 'finalized', 'pending'] as const
/** Matches text that is meant as a number, valid or not. */
const LIKE_HEX = /^(?:0x.*|[0-9a-f]*)$/is
type Tag = (typeof TAGS)[number]

const numberSchema: JsonSchema = {
  anyOf: [
    { title: 'block number', type: 'string', pattern: '^0x(0|[1-9a-f][0-9a-f]*)$' },
    { title: 'tag', enum: [...TAGS] },
  ],
}

/** A block by number or tag. */
export const blockNumberRef: Codec<BlockNumberRef> = {
  decode(json, path) {
    if (isTag(json)) return { tag: json }
    return { number: readBlockNumber(json, path) }
  },
  encode: encodeRef,
  schema: numberSchema,
}

/** A block by hash. */
export const blockHashRef: Codec<{ readonly hash: Hash }> = {
  decode: (json, path) => ({ hash: hash.decode(json, path) }),
  encode: encodeRef,
  schema: hash.schema,
}

/** A block by number, tag, hash, or EIP-1898 object. Every block is canonical. */
export const blockRef: Codec<BlockRef> = {
  decode(json, path) {
    if (isJsonObject(json)) return readObject(json, path)
    if (typeof json === 'string' && /^0x.{64}$/is.test(json))
      return { hash: hash.decode(json, path) }
    return blockNumberRef.decode(json, path)
  },
  encode: encodeRef,
  schema: {
    anyOf: [
      ...(numberSchema.anyOf ?? []),
      { title: 'block hash', type: 'string', pattern: '^0x[0-9a-fA-F]{64}$' },
      {
        title: 'EIP-1898 object',
        description: 'Block number or block hash, but not both.',
        type: 'object',
        properties: {
          blockNumber: numberSchema,
          blockHash: hash.schema,
          requireCanonical: {
            ...boolean.schema,
            description: 'ignored: every block is canonical',
          },
        },
      },
    ],
  },
}

function isTag(json: unknown): json is Tag {
  return TAGS.some((tag) => tag === json)
}

function readObject(json: Readonly<Record<string, unknown>>, path: string): BlockRef {
  const { blockNumber, blockHash, requireCanonical } = json
  const hasNumber = blockNumber !== undefined && blockNumber !== null
  const hasHash = blockHash !== undefined && blockHash !== null
  if (hasNumber && hasHash) {
    throw invalidParams(
      `${path}: cannot specify both BlockHash and BlockNumber, choose one or the other`,
    )
  }
  if (requireCanonical !== undefined && requireCanonical !== null) {
    boolean.decode(requireCanonical, `${path}: requireCanonical`)
  }
  if (hasNumber) return blockNumberRef.decode(blockNumber, `${path}: blockNumber`)
  if (hasHash) return { hash: hash.decode(blockHash, `${path}: blockHash`) }
  throw invalidParams(`${path}: want blockNumber or blockHash`)
}

function readBlockNumber(json: unknown, path: string): bigint {
  if (typeof json === 'string' && !LIKE_HEX.test(json)) {
    throw invalidParams(`${path}: want a block number in hex or one of ${TAGS.join(', ')}`)
  }
  // Decimal text is rejected, because `"100"` is ambiguous.
  const number = readInteger(typeof json === 'string' ? readHex(json, path) : json, path)
  if (number >> 64n !== 0n) throw invalidParams(`${path}: hex number > 64 bits`)
  if (number >> 63n !== 0n) throw invalidParams(`${path}: block number larger than int64`)
  return number
}

function encodeRef(ref: BlockRef): Json {
  if ('tag' in ref) return ref.tag
  return 'hash' in ref ? ref.hash : toQuantity(ref.number)
}

/** A block by number or tag with a state in the stores, so not `pending`. */
export const minedBlockRef: Codec<BlockNumberRef> = {
  ...blockNumberRef,
  decode(json, path) {
    if (json === 'pending') throw invalidParams(`${path}: the pending block has no stored state`)
    return blockNumberRef.decode(json, path)
  },
}
