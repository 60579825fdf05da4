import { TxRefused } from '../evm/errors.ts'
import type { BlockContext, Executor } from '../evm/executor.ts'
import { runTransaction, type TransactionResult } from '../evm/runTransaction.ts'
import type { Transaction } from '../evm/transaction.ts'
import { contractAddress } from '../primitives/address.ts'
import type { WorldState } from '../state/worldState.ts'
import type { Receipt } from './block.ts'
import { logsBloom } from './bloom.ts'
import { nextBaseFee } from './feeMarket.ts'
import type { FeeMarketParams } from './genesis.ts'

/** What a block's effect depends on beside the state and the transactions. */
export interface ApplyContext {
  readonly executor: Executor
  readonly block: BlockContext
  readonly feeMarket: FeeMarketParams
}

/** What came of a block's transactions. */
export interface AppliedBlock {
  readonly transactions: readonly Transaction[]
  readonly receipts: readonly Receipt[]
  /** Those that may not be in this block at all; they left no trace in the state. */
  readonly refused: readonly { readonly transaction: Transaction; readonly error: TxRefused }[]
  /** Those for which the block had no gas left. */
  readonly postponed: readonly Transaction[]
}

/**
 * Runs a block's transactions on the state, in order, and moves the base fee. A function of its arguments alone: no
 * clock, no randomness, no I/O. A bug leaves the state as it was.
 */
export async function applyBlock(
  state: WorldState,
  transactions: readonly Transaction[],
  context: ApplyContext,
): Promise<AppliedBlock> {
  const { executor, block, feeMarket } = context
  const mark = state.mark
  const included: Transaction[] = []
  const receipts: Receipt[] = []
  const refused: { transaction: Transaction; error: TxRefused }[] = []
  const postponed: Transaction[] = []
  let gasUsed = 0n
  let logCount = 0
  try {
    for (const transaction of transactions) {
      if (included.length > 0 && gasUsed + transaction.gasLimit > block.gasLimit) {
        postponed.push(transaction)
        continue
      }
      try {
        const result = await runTransaction(executor, state, block, transaction)
        gasUsed += result.gasUsed
        const receipt = toReceipt(transaction, result, gasUsed, logCount)
        logCount += receipt.logs.length
        included.push(transaction)
        receipts.push(receipt)
      } catch (error) {
        if (!(error instanceof TxRefused)) throw error
        refused.push({ transaction, error })
      }
    }
  } catch (error) {
    state.revertTo(mark)
    throw error
  }
  state.nextBaseFee = nextBaseFee(
    state.nextBaseFee ?? 0n,
    { gasUsed, gasLimit: block.gasLimit },
    feeMarket,
  )
  return { transactions: included, receipts, refused, postponed }
}

function toReceipt(
  tx: Transaction,
  { outcome, gasUsed, effectiveGasPrice }: TransactionResult,
  cumulativeGasUsed: bigint,
  firstLogIndex: number,
): Receipt {
  const logs = outcome.kind === 'success' ? outcome.logs : []
  return {
    status: outcome.kind === 'success' ? 1 : 0,
    gasUsed,
    cumulativeGasUsed,
    effectiveGasPrice,
    logs,
    logsBloom: logsBloom(logs),
    firstLogIndex,
    ...(tx.to === undefined ? { contractAddress: contractAddress(tx.from, tx.nonce) } : {}),
    ...(outcome.kind === 'revert'
      ? { error: failure('execution reverted', outcome), revertData: outcome.output }
      : {}),
    ...(outcome.kind === 'halt' ? { error: failure(outcome.reason, outcome) } : {}),
  }
}

/** Why a transaction failed, and after it why a precompiled contract did that worked on the state. */
function failure(
  reason: string,
  { precompileError }: { readonly precompileError?: string },
): string {
  return precompileError === undefined ? reason : `${reason}|${precompileError}`
}
