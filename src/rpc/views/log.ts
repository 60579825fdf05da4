import type { Block } from '../../chain/block/block.ts'
import type { Log } from '../../evm/run/log.ts'
import { bytesToHex, type Hash, toQuantity } from '../../primitives/encoding/hex.ts'
import type { Encoder } from '../codec/codec.ts'
import { describeFields, type JsonSchema } from '../codec/jsonSchema.ts'
import { address, boolean, bytes, hash, quantity } from '../codec/scalar.ts'

/** A log and its location. */
export interface LogView {
  readonly log: Log
  readonly block: Block
  readonly transactionHash: Hash
  /** Index of the transaction in the block. */
  readonly index: number
  /** Index of the log in the block. */
  readonly logIndex: number
  /** Whether its block was removed from the chain. */
  readonly removed?: boolean
}

/** Log object of execution-apis. Blocks are final, but a revert removes them. */
export const logView: Encoder<LogView> = {
  encode: ({ log, block, transactionHash, index, logIndex, removed = false }) => ({
    address: log.address,
    topics: log.topics,
    data: bytes.encode(log.data),
    blockNumber: toQuantity(block.number),
    transactionHash,
    transactionIndex: toQuantity(index),
    blockHash: block.hash ?? null,
    blockTimestamp: toQuantity(block.header.timestamp),
    logIndex: toQuantity(logIndex),
    removed,
  }),
  schema: logSchema(),
}

/**
 * Returns a function that writes logs as {@link logView} does, as text behind another one, and
 * several times as fast. The text of a block and of a transaction is reused for their next log. Its
 * strings are hexadecimal, so nothing is escaped. They are joined at once: a string that V8 made of
 * two others would keep all parts until it is read.
 */
export function createLogWriter(): (view: LogView, before: string) => string {
  let block: Block | undefined
  let inBlock = ''
  let hashOf: Hash | undefined
  let index = 0
  let inTransaction = ''
  return (view, before) => {
    const { log, logIndex, removed = false } = view
    if (view.block !== block) {
      block = view.block
      hashOf = undefined
      inBlock = blockText(block)
    }
    if (view.transactionHash !== hashOf || view.index !== index) {
      hashOf = view.transactionHash
      index = view.index
      inTransaction = transactionText(view, inBlock)
    }
    const { topics } = log
    return [
      before,
      '{"address":"',
      log.address,
      topics.length === 0 ? '","topics":[' : '","topics":["',
      topics.join('","'),
      topics.length === 0 ? '],"data":"' : '"],"data":"',
      log.data.length === 0 ? '0x' : bytesToHex(log.data),
      inTransaction,
      toQuantity(logIndex),
      removed ? '","removed":true}' : '","removed":false}',
    ].join('')
  }
}

function blockText({ hash, header }: Block): string {
  const blockHash = hash === undefined ? 'null' : `"${hash}"`
  return `"blockHash":${blockHash},"blockTimestamp":"${toQuantity(header.timestamp)}"`
}

/** The text between the data of a log and its index. */
function transactionText({ block, transactionHash, index }: LogView, inBlock: string): string {
  const place = ['","blockNumber":"', toQuantity(block.number), '","transactionHash":"']
  const own = [transactionHash, '","transactionIndex":"', toQuantity(index), '",']
  return [...place, ...own, inBlock, ',"logIndex":"'].join('')
}

function logSchema(): JsonSchema {
  const properties = {
    address: address.schema,
    topics: { type: 'array', items: hash.schema },
    data: bytes.schema,
    blockNumber: quantity.schema,
    transactionHash: hash.schema,
    transactionIndex: quantity.schema,
    blockHash: { anyOf: [hash.schema, { type: 'null', title: 'null in the pending block' }] },
    blockTimestamp: quantity.schema,
    logIndex: quantity.schema,
    removed: boolean.schema,
  }
  return {
    type: 'object',
    title: 'log',
    properties: describeFields(properties, {
      address: 'contract that emitted the log',
      topics: 'at most four; the first is usually the hash of the event signature',
      blockTimestamp: 'seconds since 1970',
      logIndex: 'log index in the block, from 0',
      removed: 'true if a filter reports that the block of the log was reverted',
    }),
    required: Object.keys(properties),
    additionalProperties: false,
  }
}
