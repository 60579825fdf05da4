import { setImmediate } from 'node:timers/promises'
import { TxError } from '../../evm/errors.ts'
import type { ConsoleRecord } from '../../evm/precompiles/console/consoleRecorder.ts'
import { isAtLeast } from '../../evm/rules/hardfork.ts'
import type { BlockContext, BlockSession, Executor, ReceiptResult } from '../../evm/run/executor.ts'
import { runTransaction, type TransactionResult } from '../../evm/run/runTransaction.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import { endBlock } from '../../modules/endBlock.ts'
import { timeInMessages } from '../../modules/headerInfo.ts'
import { type ConsensusFacts, punish } from '../../modules/slashing/punish.ts'
import { NativeTxError } from '../../native/errors.ts'
import type { NativeTransaction } from '../../native/nativeTransaction.ts'
import { runNativeTransaction } from '../../native/run/runNativeTransaction.ts'
import { contractAddress } from '../../primitives/address.ts'
import { DECIMAL_ONE } from '../../primitives/encoding/decimal.ts'
import { andThen, type MaybePromise } from '../../primitives/maybePromise.ts'
import { RemoteMiss } from '../../state/fork/remoteReads.ts'
import type { WorldState } from '../../state/worldState.ts'
import type { NativeEntry, Receipt } from '../block/block.ts'
import { type AnyTransaction, isNative } from '../block/blockEntries.ts'
import { logsBloom } from '../block/bloom.ts'
import type { FeeMarketParams } from '../genesis/genesis.ts'
import { storedInternalCalls } from '../history/addressIndexKeys.ts'
import { effectiveFeeMarket, type MiningConfig } from '../mining/miningConfig.ts'
import { governedFeeMarket, nextBaseFee, toWei } from './feeMarket.ts'

/** Smaller blocks run without a session, which has to be filled and emptied. */
const FEWEST_IN_SESSION = 4

/** Surplus of transactions outside sessions over those inside that ends sessions for a block. */
const MOST_ALONE = 32

/** Inputs of a block other than the state and the transactions. */
export interface ApplyContext {
  readonly executor: Executor
  readonly block: BlockContext
  /** Parameters of the genesis, which governance and the mining configuration change. */
  readonly feeMarket: FeeMarketParams
  readonly mining?: MiningConfig
  /** Chain id that native transactions sign. */
  readonly nativeChainId: string
  /** Votes and misbehavior that consensus reports; default: none. */
  readonly consensus?: ConsensusFacts
  /** Whether receipts include internalCalls; default: false. */
  readonly includeInternalCalls?: boolean
}

/** A transaction that the block cannot contain, with the reason. */
export type RejectedTransaction =
  | { readonly transaction: Transaction; readonly error: TxError }
  | { readonly transaction: NativeTransaction; readonly error: NativeTxError }

/** A transaction that waits, for gas or for an earlier nonce of its sender. */
export interface PostponedTransaction {
  readonly transaction: Transaction
  readonly lacks: 'gas' | 'earlier nonce'
}

/** A bug stopped this transaction. `cause` is the original error. */
export class TransactionFailure extends Error {
  override readonly name = 'TransactionBroken'
  readonly transaction: AnyTransaction

  constructor(transaction: AnyTransaction, cause: unknown) {
    super(`transaction ${transaction.hash} could not be run`, { cause })
    this.transaction = transaction
  }
}

/** `console.log` output of a transaction. */
export interface ConsoleOutput {
  readonly transaction: Transaction
  readonly record: ConsoleRecord
}

/** Result of a block's transactions. */
export interface AppliedBlock {
  readonly transactions: readonly Transaction[]
  readonly receipts: readonly Receipt[]
  readonly native: readonly NativeEntry[]
  /** Transactions that are invalid in this block and did not change the state. */
  readonly rejected: readonly RejectedTransaction[]
  /**
   * Transactions for which the block had no gas, and those that wait for one of them or for an
   * invalid one.
   */
  readonly postponed: readonly PostponedTransaction[]
  /** Output by transaction, for those that printed something. */
  readonly console: readonly ConsoleOutput[]
}

/**
 * Punishes validators, runs transactions on the state in order, ends the block for the modules, and
 * updates the base fee. A pure function of its arguments: no clock, randomness or I/O. A bug leaves
 * the state unchanged.
 *
 * @throws TransactionBroken
 */
export async function applyBlock(
  state: WorldState,
  transactions: readonly AnyTransaction[],
  context: ApplyContext,
): Promise<AppliedBlock> {
  const mark = state.mark
  const run = new BlockRun(state, context, transactions.length >= FEWEST_IN_SESSION)
  const { block, consensus } = context
  try {
    if (consensus !== undefined) {
      punish(state, consensus, { time: timeInMessages(block.timestamp), height: block.number })
    }
    for (const [i, transaction] of transactions.entries()) {
      // Short transactions do not yield.
      if (i % 64 === 63) await setImmediate()
      const running = isNative(transaction) ? run.applyNative(transaction) : run.apply(transaction)
      if (running !== undefined) await running
    }
    run.endSession()
    finishBlock(state, block, run.gasUsed, context)
  } catch (error) {
    state.revertTo(mark)
    throw error
  }
  return run
}

/** Ends a block: runs the modules and sets the next base fee. */
export function finishBlock(
  state: WorldState,
  block: BlockContext,
  gasUsed: bigint,
  { feeMarket, mining }: Pick<ApplyContext, 'feeMarket' | 'mining'>,
): void {
  endBlock(state, { time: block.timestamp, height: block.number })
  const used = { gasUsed, gasLimit: block.gasLimit }
  const governed = governedFeeMarket(state, feeMarket)
  const params = mining === undefined ? governed : effectiveFeeMarket(mining, governed)
  state.nextBaseFee = nextBaseFee(feeOf(block, state), used, params)
}

/** Base fee of the block as a decimal: that of the state unless the block overrides it. */
function feeOf({ hardfork, baseFeePerGas }: BlockContext, state: WorldState): bigint {
  const ruled = state.nextBaseFee ?? 0n
  const isRuled = toWei(ruled) === baseFeePerGas || !isAtLeast(hardfork, 'london')
  return isRuled ? ruled : baseFeePerGas * DECIMAL_ONE
}

/** A block while its transactions run. */
class BlockRun implements AppliedBlock {
  readonly transactions: Transaction[] = []
  readonly receipts: Receipt[] = []
  readonly native: NativeEntry[] = []
  readonly rejected: RejectedTransaction[] = []
  readonly postponed: PostponedTransaction[] = []
  readonly console: ConsoleOutput[] = []
  gasUsed = 0n
  #logCount = 0
  readonly #state: WorldState
  readonly #context: ApplyContext
  #session: BlockSession | undefined
  /** Number of transactions that may still run alone before there are no more sessions. */
  #patience: number

  constructor(state: WorldState, context: ApplyContext, usesSessions: boolean) {
    this.#state = state
    this.#context = context
    this.#patience = usesSessions ? MOST_ALONE : 0
  }

  /** Returns a promise only if the transaction does not end at once. */
  apply(transaction: Transaction): Promise<void> | undefined {
    const { block } = this.#context
    const isFirst = this.transactions.length === 0
    if (!isFirst && this.gasUsed + transaction.gasLimit > block.gasLimit) {
      this.postponed.push({ transaction, lacks: 'gas' })
      return undefined
    }
    const running = andThen(this.#runInSession(transaction), (result) => {
      if (result === undefined) return this.#runAlone(transaction)
      this.#patience++
      return result
    })
    if (running instanceof Promise) {
      return running.then(
        (result) => this.#add(transaction, result),
        (error: unknown) => this.#reject(transaction, error),
      )
    }
    this.#add(transaction, running)
    return undefined
  }

  #runInSession(transaction: Transaction): MaybePromise<ReceiptResult | undefined> {
    if (this.#patience <= 0) return undefined
    this.#session ??= this.#startSession()
    return this.#session?.run(transaction)
  }

  #startSession(): BlockSession | undefined {
    const { executor, block, includeInternalCalls = false } = this.#context
    return executor.startBlock?.(this.#state, block, includeInternalCalls)
  }

  /** Runs a transaction on the state. */
  #runAlone(transaction: Transaction): MaybePromise<TransactionResult> {
    this.endSession()
    this.#patience--
    const { executor, block, includeInternalCalls = false } = this.#context
    const watch = { includeInternalCalls }
    const running = runTransaction(executor, this.#state, block, transaction, watch)
    return andThen(running, (result) => {
      const { console: record } = result.outcome
      if (record !== undefined) this.console.push({ transaction, record })
      return result
    })
  }

  /** Writes what a session holds to the state. */
  endSession(): void {
    this.#session?.end()
    this.#session = undefined
  }

  #add(transaction: Transaction, result: ReceiptResult): void {
    this.gasUsed += result.gasUsed
    const receipt = toReceipt(transaction, result, this.gasUsed, this.#logCount)
    this.#logCount += receipt.logs.length
    this.transactions.push(transaction)
    this.receipts.push(receipt)
  }

  /** @throws RemoteMiss; TransactionFailure if the error is a bug */
  #reject(transaction: Transaction, error: unknown): void {
    if (error instanceof RemoteMiss) throw error
    if (!(error instanceof TxError)) throw new TransactionFailure(transaction, error)
    const isEarly = error.details.code === 'NONCE_TOO_HIGH'
    if (isEarly) this.postponed.push({ transaction, lacks: 'earlier nonce' })
    else this.rejected.push({ transaction, error })
  }

  /** @throws RemoteMiss; TransactionFailure if the error is a bug */
  applyNative(transaction: NativeTransaction): undefined {
    this.endSession()
    const { block, nativeChainId: chainId } = this.#context
    const context = { chainId, block }
    try {
      const receipt = runNativeTransaction(this.#state, context, transaction)
      const position = this.transactions.length + this.native.length
      this.native.push({ transaction, receipt, position })
    } catch (error) {
      if (error instanceof RemoteMiss) throw error
      if (!(error instanceof NativeTxError)) throw new TransactionFailure(transaction, error)
      this.rejected.push({ transaction, error })
    }
  }
}

/** Records the result of a transaction. */
export function toReceipt(
  tx: Transaction,
  { outcome, gasUsed, effectiveGasPrice }: ReceiptResult,
  cumulativeGasUsed: bigint,
  firstLogIndex: number,
): Receipt {
  const logs = outcome.kind === 'success' ? outcome.logs : []
  const receipt = {
    status: outcome.kind === 'success' ? 1 : 0,
    gasUsed,
    cumulativeGasUsed,
    effectiveGasPrice,
    logs,
    logsBloom: logsBloom(logs),
    firstLogIndex,
  } as const
  const contract = tx.to === undefined ? contractAddress(tx.from, tx.nonce) : undefined
  const internalCalls = storedInternalCalls(tx, contract, outcome.internalCalls)
  const isPlain = contract === undefined && internalCalls === undefined
  if (isPlain && outcome.kind === 'success') return receipt
  return {
    ...receipt,
    ...(contract === undefined ? {} : { contractAddress: contract }),
    ...(outcome.kind === 'revert'
      ? { error: failure('execution reverted', outcome), revertData: outcome.output }
      : {}),
    ...(outcome.kind === 'halt' ? { error: failure(outcome.reason, outcome) } : {}),
    ...(internalCalls === undefined ? {} : { internalCalls }),
  }
}

/** Reason of a failure, followed by that of a precompile that failed after working on the state. */
function failure(
  reason: string,
  { precompileError }: { readonly precompileError?: string },
): string {
  const hasCause = precompileError !== undefined && precompileError !== ''
  return hasCause ? `${reason}|${precompileError}` : reason
}
