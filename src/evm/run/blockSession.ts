import type { MaybePromise } from '../../primitives/maybePromise.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { InternalCalls } from './executor.ts'
import type { Log } from './log.ts'

/** What a receipt shows of the result of a message. An `ExecutionResult` is one. */
export type ReceiptOutcome = (
  | { readonly kind: 'success'; readonly logs: readonly Log[] }
  | {
      readonly kind: 'revert'
      readonly output: Uint8Array
      readonly precompileError?: string
    }
  | {
      readonly kind: 'halt'
      readonly reason: string
      readonly precompileError?: string
    }
) & { readonly internalCalls?: InternalCalls }

/** The part of a `TransactionResult` that a receipt shows. */
export interface ReceiptResult {
  readonly outcome: ReceiptOutcome
  readonly gasUsed: bigint
  /** Wei per gas. */
  readonly effectiveGasPrice: bigint
}

/**
 * Runs the usual transactions of one block with the same results as `runTransaction`, on accounts
 * and slots that it keeps together. Until it ends, nothing else may use the state.
 */
export interface BlockSession {
  /**
   * Runs a transaction. Returns undefined, with nothing changed, if it is invalid or needs more:
   * then the session must end, and `runTransaction` run it.
   */
  run(transaction: Transaction): MaybePromise<ReceiptResult | undefined>
  /** Writes all changes to the state. The session is over. */
  end(): void
}
