import type { Block } from '../../chain/block/block.ts'
import type { TracePlace } from '../../tracers/tracer.ts'

/** Location of a block's transaction in its traces. */
export function tracePlace(
  { header, hash, transactions, receipts }: Block,
  index: number,
): TracePlace {
  const transaction = transactions[index]
  const receipt = receipts[index]
  return {
    blockNumber: header.number,
    ...(hash !== undefined && { blockHash: hash }),
    ...(transaction !== undefined && { transactionHash: transaction.hash }),
    transactionIndex: index,
    ...(receipt !== undefined && { firstLogIndex: receipt.firstLogIndex }),
  }
}
