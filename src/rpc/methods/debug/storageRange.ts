import type { Block } from '../../../chain/block/block.ts'
import { ChainError } from '../../../chain/errors.ts'
import type { BlockView } from '../../../chain/view/blockView.ts'
import { type StorageRange, storageRange } from '../../../state/inspect/storageRange.ts'
import { withTraceTimeout } from '../../../tracers/traceTimeout.ts'
import { blockRef } from '../../codec/blockRef.ts'
import type { Codec, Encoder } from '../../codec/codec.ts'
import { describeFields } from '../../codec/jsonSchema.ts'
import { address, bytes, hash, index, word } from '../../codec/scalar.ts'
import { type Context, method, param } from '../../core/method.ts'
import { invalidParams } from '../../errors/rpcError.ts'
import { requireBlock } from '../lookups.ts'

/** Maximum number of slots per response; continue at `nextKey`. */
const MAX_SLOTS = 10_000

/** Start among hashes of 32 bytes; shorter bytes precede all that start with them. */
const hashStart: Codec<Uint8Array> = {
  decode(json, path) {
    const start = bytes.decode(json, path)
    if (start.length > 32) throw invalidParams(`${path}: ${start.length} bytes, want at most 32`)
    return start
  },
  encode: bytes.encode,
  schema: { type: 'string', title: 'prefix of a hash', pattern: '^0x([0-9a-fA-F]{2}){0,32}$' },
}

const slotEntry = {
  type: 'object',
  title: 'hashed slot',
  properties: { key: word.schema, value: word.schema },
  required: ['key', 'value'],
  additionalProperties: false,
} as const

const storageRangeView: Encoder<StorageRange> = {
  encode: ({ slots, next }) => ({
    storage: Object.fromEntries(
      slots.map(({ hash, slot, word: value }) => [
        hash,
        { key: word.encode(slot), value: word.encode(value) },
      ]),
    ),
    nextKey: next ?? null,
  }),
  schema: {
    type: 'object',
    title: 'storage range',
    properties: describeFields(
      {
        storage: { type: 'object', title: 'slots by hash', additionalProperties: slotEntry },
        nextKey: { anyOf: [hash.schema, { type: 'null', title: 'null if the range is complete' }] },
      },
      {
        storage: 'non-empty slots, ascending by the keccak256 of the slot',
        nextKey: 'start of the next range',
      },
    ),
    required: ['storage', 'nextKey'],
    additionalProperties: false,
  },
}

export const debug_storageRangeAt = method({
  summary: `Returns up to ${MAX_SLOTS} storage slots of an account before a transaction of a block, by hashed slot from \`startKey\`. The index after the last transaction selects the state after the block.`,
  params: [
    param('block', blockRef),
    param('transactionIndex', index),
    param('address', address),
    param('startKey', hashStart),
    param('limit', index),
  ],
  result: storageRangeView,
  async run({ blocks, state, traceTimeoutMs }, ref, index, address, start, limit) {
    const block = await requireBlock(blocks, ref)
    const before = await viewOf(state, block, index, traceTimeoutMs)
    return before.read((reader) => storageRange(reader, address, start, Math.min(limit, MAX_SLOTS)))
  },
})

/**
 * Returns a block with its state before one of its transactions, or after the last one.
 *
 * @throws ChainError, TraceError
 */
async function viewOf(
  state: Context['state'],
  block: Block,
  index: number,
  timeoutMs: number,
): Promise<BlockView> {
  const { hash, transactions } = block
  if (index > transactions.length) {
    throw new ChainError({
      code: 'TRANSACTION_INDEX_OUT_OF_RANGE',
      index,
      transactions: transactions.length,
    })
  }
  if (index === transactions.length && hash !== undefined) {
    return state.viewAt({ hash })
  }
  return withTraceTimeout(({ signal }) => state.viewBefore(block, index, signal), timeoutMs)
}
