import type { Block } from '../../chain/block/block.ts'
import type { BlockEntry } from '../../chain/block/blockEntries.ts'
import { assert } from '../../primitives/assert.ts'
import { toQuantity } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { Encoder } from '../codec/codec.ts'
import { describeFields, type JsonSchema } from '../codec/jsonSchema.ts'
import { address, bytes, hash, quantity } from '../codec/scalar.ts'

import { logView } from './log.ts'

/** A transaction of a block by index. */
export interface ReceiptView {
  readonly block: Block
  readonly index: number
  /** Its index if native transactions count; default: index among EVM transactions. */
  readonly place?: Pick<BlockEntry, 'index' | 'firstLogIndex'>
}

/** Receipt object of execution-apis. */
export const receiptView: Encoder<ReceiptView> = {
  encode: receiptFields,
  schema: receiptSchema(),
}

/** Fields of {@link receiptView}, for results with a part of them. */
export function receiptFields({
  block,
  index,
  place,
}: ReceiptView): Readonly<Record<string, Json>> {
  const tx = block.transactions[index]
  const receipt = block.receipts[index]
  assert(tx !== undefined && receipt !== undefined, 'a receipt for each transaction')
  const { firstLogIndex } = place ?? receipt
  const transactionIndex = place?.index ?? index
  return {
    transactionHash: tx.hash,
    transactionIndex: toQuantity(transactionIndex),
    blockHash: block.hash ?? null,
    blockNumber: toQuantity(block.number),
    from: tx.from,
    to: tx.to ?? null,
    cumulativeGasUsed: toQuantity(receipt.cumulativeGasUsed),
    gasUsed: toQuantity(receipt.gasUsed),
    contractAddress: receipt.contractAddress ?? null,
    logs: receipt.logs.map((log, i) =>
      logView.encode({
        log,
        block,
        transactionHash: tx.hash,
        index: transactionIndex,
        logIndex: firstLogIndex + i,
      }),
    ),
    logsBloom: bytes.encode(receipt.logsBloom),
    status: toQuantity(receipt.status),
    effectiveGasPrice: toQuantity(receipt.effectiveGasPrice),
    type: toQuantity(tx.type),
  }
}

function receiptSchema(): JsonSchema {
  const nullable = (schema: JsonSchema, title: string): JsonSchema => ({
    anyOf: [schema, { type: 'null', title }],
  })
  const properties = {
    transactionHash: hash.schema,
    transactionIndex: quantity.schema,
    blockHash: nullable(hash.schema, 'null in the pending block'),
    blockNumber: quantity.schema,
    from: address.schema,
    to: nullable(address.schema, 'null for a contract creation'),
    cumulativeGasUsed: quantity.schema,
    gasUsed: quantity.schema,
    contractAddress: nullable(address.schema, 'address of the created contract, or null'),
    logs: { type: 'array', items: logView.schema },
    logsBloom: bytes.schema,
    status: quantity.schema,
    effectiveGasPrice: quantity.schema,
    type: quantity.schema,
  }
  return {
    type: 'object',
    title: 'receipt',
    properties: describeFields(properties, {
      transactionIndex: 'transaction index in the block, from 0',
      cumulativeGasUsed: 'gas used in the block up to and including this transaction',
      status: '0x1: success, 0x0: failure',
      effectiveGasPrice: 'price per gas that was paid, in wei',
      type: '0x0, 0x1, 0x2 or 0x4',
    }),
    required: Object.keys(properties),
    additionalProperties: false,
  }
}
