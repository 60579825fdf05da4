import type { Block } from '../../chain/block/block.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { Encoder } from '../codec/codec.ts'
import { describeFields, type JsonSchema } from '../codec/jsonSchema.ts'
import { quantity } from '../codec/scalar.ts'

import { blockFields, blockView } from './block.ts'
import { receiptFields, receiptView } from './receipt.ts'
import { transactionView } from './transaction.ts'

const SELECTOR_BYTES = 4

/** A range of a block's transactions: from index `start` up to but excluding `end`. */
export interface BlockPage {
  readonly block: Block
  readonly start: number
  readonly end: number
}

/** Block object of Otterscan: total fees, no transactions. */
export const blockDetailsView: Encoder<Block> = {
  encode(block) {
    const fees = block.receipts.map(({ gasUsed, effectiveGasPrice }) => gasUsed * effectiveGasPrice)
    const { transactions: _none, ...fields } = slimBlock(block, [])
    return {
      block: fields,
      issuance: { blockReward: '0x0', uncleReward: '0x0', issuance: '0x0' },
      totalFees: quantity.encode(fees.reduce((sum, fee) => sum + fee, 0n)),
    }
  },
  schema: {
    type: 'object',
    title: 'block details',
    properties: describeFields(
      {
        block: slimSchema('block without transactions', ['transactions']),
        issuance: {
          type: 'object',
          title: 'issuance',
          properties: {
            blockReward: quantity.schema,
            uncleReward: quantity.schema,
            issuance: quantity.schema,
          },
          required: ['blockReward', 'uncleReward', 'issuance'],
        },
        totalFees: quantity.schema,
      },
      { issuance: 'always zeros', totalFees: 'total fees of the EVM transactions, in wei' },
    ),
    required: ['block', 'issuance', 'totalFees'],
  },
}

/** Transactions of a block with only the selectors of call data, and receipts without logs. */
export const blockPageView: Encoder<BlockPage> = {
  encode({ block, start, end }) {
    const indexes = Array.from({ length: end - start }, (_, i) => start + i)
    const transactions = block.transactions.slice(start, end).map((transaction, i) => {
      const data = transaction.data.subarray(0, SELECTOR_BYTES)
      const place = { block, index: start + i }
      const shown = { transaction: { ...transaction, data } }
      return transactionView.encode(block.hash === undefined ? shown : { ...shown, place })
    })
    return {
      fullblock: slimBlock(block, transactions),
      receipts: indexes.map((index) => {
        return { ...receiptFields({ block, index }), logs: null, logsBloom: null }
      }),
    }
  },
  schema: {
    type: 'object',
    title: 'page of a block',
    properties: {
      fullblock: slimSchema('block and a page of its transactions', [], {
        transactions: { type: 'array', items: transactionView.schema },
      }),
      receipts: {
        type: 'array',
        items: {
          ...nullFields(receiptView.schema, ['logs', 'logsBloom']),
          title: 'receipt without logs',
        },
      },
    },
    required: ['fullblock', 'receipts'],
  },
}

function slimBlock(block: Block, transactions: readonly Json[]): Readonly<Record<string, Json>> {
  const transactionCount = block.transactions.length
  return { ...blockFields(block, transactions), logsBloom: null, transactionCount }
}

function slimSchema(
  title: string,
  left: readonly string[],
  others: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const { properties = {}, required = [], ...schema } = nullFields(blockView.schema, ['logsBloom'])
  const kept = Object.entries(properties).filter(([name]) => !left.includes(name))
  return {
    ...schema,
    title,
    properties: {
      ...Object.fromEntries(kept),
      ...others,
      transactionCount: { type: 'integer', minimum: 0 },
    },
    required: [...required.filter((name) => !left.includes(name)), 'transactionCount'],
  }
}

/** Schema of an object with nullable fields. */
function nullFields(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const nulls = names.map((name) => [name, { type: 'null', description: 'always null' }])
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(nulls) } }
}
