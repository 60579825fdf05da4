import type { Block } from '../../chain/block/block.ts'
import type { NativeBlockEntry } from '../../chain/block/blockEntries.ts'
import { logsBloom } from '../../chain/block/bloom.ts'
import { toQuantity } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { Encoder } from '../codec/codec.ts'
import { describeFields, type JsonSchema } from '../codec/jsonSchema.ts'
import { address, bytes } from '../codec/scalar.ts'

import { type EntryView, nativeParties } from './entryTransaction.ts'
import { logView } from './log.ts'
import { receiptView } from './receipt.ts'

/** Receipt type of native transactions: the maximum 32-bit number, as on the real chain. */
const NATIVE_TYPE = '0xffffffff'

/** Receipt object of both kinds of transactions, with the indexes of the entry. */
export const entryReceiptView: Encoder<EntryView> = {
  encode({ block, entry }) {
    if (entry.kind === 'native') return nativeReceipt(block, entry)
    return receiptView.encode({ block, index: entry.evmIndex, place: entry })
  },
  schema: { anyOf: [receiptView.schema, nativeReceiptSchema()] },
}

function nativeReceipt(block: Block, entry: NativeBlockEntry): Json {
  const { hash, index, firstLogIndex, logs, evmIndex, native } = entry
  return {
    transactionHash: hash,
    transactionIndex: toQuantity(index),
    blockHash: block.hash ?? null,
    blockNumber: toQuantity(block.number),
    ...nativeParties(native),
    cumulativeGasUsed: toQuantity(block.receipts[evmIndex - 1]?.cumulativeGasUsed ?? 0n),
    gasUsed: '0x0',
    contractAddress: null,
    logs: logs.map((log, i) => {
      const logIndex = firstLogIndex + i
      return logView.encode({ log, block, transactionHash: hash, index, logIndex })
    }),
    logsBloom: bytes.encode(logsBloom(logs)),
    status: native.receipt.code === 0 ? '0x1' : '0x0',
    effectiveGasPrice: '0x0',
    type: NATIVE_TYPE,
  }
}

function nativeReceiptSchema(): JsonSchema {
  const { properties = {} } = receiptView.schema
  return {
    ...receiptView.schema,
    title: 'native receipt',
    description: 'Receipt of a native transaction for EVM clients.',
    properties: describeFields<string>(
      { ...properties, to: address.schema },
      {
        from: 'as in the transaction; also `to`',
        transactionHash: 'SHA-256 of the transaction',
        cumulativeGasUsed: 'gas used by the earlier EVM transactions of the block',
        gasUsed: 'always zero; also effectiveGasPrice',
        contractAddress: 'always null',
        effectiveGasPrice: 'always zero',
        type: 'always 0xffffffff',
      },
    ),
  }
}
