import { exampleValues } from './exampleValues.ts'

const { block1, transfer } = exampleValues

/** Block 1 in Otterscan's form. */
const slimBlock1 = { ...block1, logsBloom: null, transactionCount: 1 }
const { transactions: _hashes, ...withoutTransactions } = slimBlock1

/** Result of {@link transfer}: 21,000 gas at 2 gwei. */
const transferReceipt = {
  transactionHash: transfer.hash,
  transactionIndex: '0x0',
  blockHash: block1.hash,
  blockNumber: '0x1',
  from: exampleValues.alice,
  to: exampleValues.bob,
  cumulativeGasUsed: '0x5208',
  gasUsed: '0x5208',
  contractAddress: null,
  logs: [],
  logsBloom: block1.logsBloom,
  status: '0x1',
  effectiveGasPrice: '0x77359400',
  type: '0x0',
} as const

/** Details of block 1. */
export const transferDetails = {
  block: withoutTransactions,
  issuance: { blockReward: '0x0', uncleReward: '0x0', issuance: '0x0' },
  totalFees: '0x2632e314a000',
}

/** Its transactions. */
export const transferPage = {
  fullblock: { ...slimBlock1, transactions: [transfer] },
  receipts: [{ ...transferReceipt, logs: null, logsBloom: null }],
}

/** Its transaction as a search result. */
export const foundTransfer = {
  txs: [transfer],
  receipts: [{ ...transferReceipt, timestamp: 0x67748581 }],
}
