import { TxError } from '../../evm/errors.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import {
  requireNonceLeft,
  validateSender,
  validateStateless,
} from '../../evm/transaction/validateTransaction.ts'
import type { NativeContext } from '../../native/ante/runAnteHandler.ts'
import { NativeTxError } from '../../native/errors.ts'
import type { NativeTransaction } from '../../native/nativeTransaction.ts'
import { runNativeTransaction } from '../../native/run/runNativeTransaction.ts'
import { assert } from '../../primitives/assert.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import type { Logger } from '../../primitives/logger.ts'
import { RemoteError } from '../../remote/remoteError.ts'
import type { StateDatabase } from '../../state/stateDatabase.ts'
import type { StateReader } from '../../state/stateReader.ts'
import type { WorldState } from '../../state/worldState.ts'
import { StoreError } from '../../store/errors.ts'
import { type AnyTransaction, isNative } from '../block/blockEntries.ts'
import { type RejectedTransaction, TransactionFailure } from '../build/applyBlock.ts'
import type { BlockBuilder, DraftBlock } from '../build/blockBuilder.ts'
import type { BlockContexts } from '../build/blockContext.ts'
import type { ChainHead, Head, HeadUpdate } from '../chainHead.ts'
import { ChainError } from '../errors.ts'
import type { History } from '../history/history.ts'
import type { LocatedNative } from '../history/located.ts'
import type { Pool } from '../pool/pool.ts'
import { MAX_TIME, requireTime } from './timeControls.ts'

/** Dependencies of the submitter. */
export interface TransactionSubmitterParts {
  readonly head: ChainHead
  readonly builder: BlockBuilder
  readonly contexts: BlockContexts
  readonly states: StateDatabase
  readonly history: History
  readonly logger: Logger
  /** Chain id of native transactions. */
  readonly nativeChainId: string
  /**
   * Whether heads are written to disk: then a transaction is accepted when its block is on disk.
   */
  readonly isSaved: boolean
  /** Whether waiting transactions need not be paid for when they are accepted. */
  readonly skipsPoolBalance: boolean
}

/** Callbacks for a submission. */
export interface SubmitOptions {
  /**
   * Called with the hash when the transaction has run and only the sealing of its block remains.
   * Not called on disk, where the block is written first, nor while other transactions are pending.
   */
  readonly onAccepted?: ((hash: Hash) => void) | undefined
  /** Whether a transaction that has to wait may offer less than the base fee. */
  readonly acceptsLowFee?: boolean
  /** Whether a nonce that leaves a gap is refused in auto mode. */
  readonly refusesGap?: boolean
  /** Whether a higher fee cap alone replaces a transaction that waits. */
  readonly replacesByCap?: boolean
  /** Whether it shares its block with executable transactions that wait in auto mode. */
  readonly joinsWaiting?: boolean
}

/** A native transaction and, if it is mined, its place. */
export interface NativeSubmission {
  readonly transaction: NativeTransaction
  readonly located: LocatedNative | undefined
}

/** Creates a native transaction for the state that it runs on. */
export type NativeTransactionMaker = (state: StateReader) => NativeTransaction

/** Accepts transactions, and in auto mode mines each in its own block. Calls must not overlap. */
export class TransactionSubmitter {
  readonly #parts: TransactionSubmitterParts

  constructor(parts: TransactionSubmitterParts) {
    this.#parts = parts
  }

  /**
   * Accepts a transaction. In auto mode it is mined when this resolves, unless its nonce leaves a
   * gap; the transaction that fills the gap shares its block with those that waited for it.
   *
   * @throws TxError, ChainError
   */
  async submit(
    given: Transaction | (() => Transaction),
    { onAccepted, acceptsLowFee, refusesGap, joinsWaiting, replacesByCap }: SubmitOptions = {},
  ): Promise<Hash> {
    const { head, builder, contexts, states, history } = this.#parts
    const transaction = typeof given === 'function' ? given() : given
    if (states.newest.remote !== undefined) await builder.load(head.current, transaction)
    const { current } = head
    const { hash, from, nonce } = transaction
    const { automine } = current.mining
    const isReady = automine && nonce === states.newest.getNonce(from)
    const joins = automine && joinsWaiting === true && builder.executable(current).length > 0
    // The next block validates a transaction that runs at once.
    if (!isReady || joins || current.pool.at(from, nonce) !== undefined) {
      const block = contexts.next(current)
      const acceptsFee = acceptsLowFee === true && !automine
      validateStateless(transaction, acceptsFee ? { ...block, baseFeePerGas: 0n } : block)
      if (this.#parts.skipsPoolBalance) requireNonceLeft(transaction, states.newest)
      else validateSender(transaction, states.newest)
    }
    if (automine && refusesGap) {
      const state = current.pool.nextNonce(from, states.newest.getNonce(from))
      const gap = { code: 'NONCE_TOO_HIGH', address: from, tx: nonce, state } as const
      if (nonce > state) throw new TxError(gap)
    }
    // Possible for a mined transaction after an edit lowered the nonce.
    if (history.transaction(hash)) throw new ChainError({ code: 'ALREADY_KNOWN', hash })
    if (automine) requireTime(contexts.nextTime(current))
    if (joins) {
      await this.#mineThrough(transaction)
      return hash
    }
    if (isReady) {
      const pool = current.pool.beforeMining(transaction, replacesByCap)
      await this.#mineSubmitted(transaction, pool, onAccepted)
    } else {
      const pool = current.pool.add(transaction, replacesByCap)
      await head.commit({ ...current, pool }, { accepted: transaction })
    }
    if (automine && !head.current.pool.isEmpty) await this.#mineAfter(transaction)
    return hash
  }

  /**
   * Accepts a native transaction. In auto mode it is mined in its own block; otherwise it waits for
   * the next block.
   *
   * @throws NativeTxError if no block can contain it
   */
  async submitNative(given: NativeTransaction | NativeTransactionMaker): Promise<NativeSubmission> {
    const { head, builder, states, history } = this.#parts
    if (!head.current.mining.automine) return this.#addNative(given)
    const mining = head.update(async (current) => {
      const transaction = typeof given === 'function' ? given(states.newest) : given
      const draft = await builder.draft(current, [transaction])
      requireAccepted(draft, transaction.hash)
      return builder.seal(current, draft)
    })
    const { next } = await mining.catch((error: unknown) => {
      throw error instanceof TransactionFailure ? error.cause : error
    })
    const hash = next.position.value.block.native[0]?.transaction.hash
    const located = hash && history.nativeTransaction(hash)
    assert(located !== undefined, 'the native transaction of the new block')
    return { transaction: located.entry.transaction, located }
  }

  /** Checks a transaction on the newest state after the waiting ones, as CheckTx does. */
  async #addNative(given: NativeTransaction | NativeTransactionMaker): Promise<NativeSubmission> {
    const { head, states, contexts, nativeChainId: chainId } = this.#parts
    const { current } = head
    const state = states.overlay(current.version)
    const context = { chainId, block: contexts.next(current) }
    for (const waiting of current.pool.natives) runIfValid(state, context, waiting)
    const transaction = typeof given === 'function' ? given(state) : given
    runNativeTransaction(state, context, transaction)
    await head.commit({ ...current, pool: current.pool.addNative(transaction) })
    return { transaction, located: undefined }
  }

  /** Mines the executable transactions of the pool in as few blocks as their gas limit allows. */
  async mineWaiting(): Promise<void> {
    const { builder } = this.#parts
    await this.#mineReady((current) => {
      const ready = builder.executable(current)
      return ready.length === 0 ? undefined : () => this.#build(current, false)
    })
  }

  /**
   * Mines the executable transactions in full blocks, until one has the submitted transaction.
   *
   * @throws TxError if it has become invalid by the others; those of its block keep waiting
   */
  async #mineThrough(submitted: Transaction): Promise<void> {
    const { head, builder } = this.#parts
    const { from, nonce, hash } = submitted
    const isWaiting = () => head.current.pool.at(from, nonce)?.hash === hash
    let mined = 0
    do {
      const isNew = !isWaiting()
      try {
        await head.update(async (current) => {
          const joined = isNew ? { ...current, pool: current.pool.add(submitted) } : current
          const draft = await builder.draft(joined, builder.executable(joined))
          requireAccepted(draft, hash)
          const { transactions, rejected } = draft.applied
          mined = transactions.length
          const update = await builder.seal(this.#withoutRefused(joined, rejected), draft)
          return isNew ? { ...update, changes: { ...update.changes, accepted: submitted } } : update
        })
      } catch (error) {
        if (!isNew) await this.drop((waiting) => waiting.hash === hash)
        throw error
      }
    } while (mined > 0 && isWaiting())
  }

  /**
   * Mines the transactions that became executable by the submitted one, each in its own block, its
   * sender's first. If a block cannot be written, the others stay in the pool.
   */
  async #mineAfter(submitted: Transaction): Promise<void> {
    const { builder } = this.#parts
    await this.#mineReady((current) => {
      const next =
        builder.nextOf(current, submitted.from) ??
        builder.executable(current).find((each) => !isNative(each))
      if (next === undefined || isNative(next)) return undefined
      return () => this.#buildOne(current, next)
    })
  }

  /** @param plan returns how to build the next block, or undefined at the end */
  async #mineReady(
    plan: (current: Head) => (() => Promise<HeadUpdate>) | undefined,
  ): Promise<void> {
    const { head, contexts, logger } = this.#parts
    while (!head.current.pool.isEmpty && contexts.nextTime(head.current) <= MAX_TIME) {
      const before = head.current
      const build = plan(before)
      if (build === undefined) return
      try {
        await head.update(build)
      } catch (error) {
        if (!isUnwritable(error) && !(error instanceof RemoteError)) throw error
        logger.error('mining pending transactions failed', error)
        return
      }
      const { pool, position } = head.current
      if (pool === before.pool && position === before.position) return
    }
  }

  /** Removes the transactions of the pool that `select` chooses, and returns them. */
  async drop(select: (transaction: AnyTransaction) => boolean): Promise<readonly AnyTransaction[]> {
    const { head } = this.#parts
    const { pool } = head.current
    const dropped = pool.transactions.filter(select)
    const natives = pool.natives.filter(select)
    await head.commit({ ...head.current, pool: pool.without(dropped).withoutNatives(natives) })
    return [...dropped, ...natives]
  }

  /** Mines a block of those of the transactions that can be in it. */
  async mineBlock(transactions: readonly Transaction[]): Promise<void> {
    const { head, builder } = this.#parts
    await head.update(async (current) => {
      const draft = await builder.draft(current, transactions)
      return builder.seal(this.#withoutRefused(current, draft.applied.rejected), draft)
    })
  }

  /** Builds a block of executable transactions up to the gas limit; it may be empty. */
  async buildNext(head: Head): Promise<HeadUpdate> {
    return this.#build(head, true)
  }

  /** @param mayBeEmpty whether a block without transactions is built if none can be in it */
  async #build(head: Head, mayBeEmpty: boolean): Promise<HeadUpdate> {
    const { builder } = this.#parts
    let current = head
    for (;;) {
      try {
        const draft = await builder.draft(current, builder.executable(current))
        const { rejected, transactions } = draft.applied
        const cleaned = this.#withoutRefused(current, rejected)
        if (transactions.length === 0 && !mayBeEmpty) return { next: cleaned }
        return await builder.seal(cleaned, draft)
      } catch (error) {
        current = this.#withoutBroken(current, error)
      }
    }
  }

  /**
   * Mines a transaction with those of its sender that waited for it, in one block.
   *
   * @param pool without the transaction
   */
  async #mineSubmitted(
    transaction: Transaction,
    pool: Pool,
    onAccepted: SubmitOptions['onAccepted'],
  ): Promise<void> {
    const { head, builder, isSaved } = this.#parts
    const mineWith = (followers: readonly Transaction[]) =>
      head.update(async (current) => {
        const draft = await builder.draft(current, [transaction, ...followers])
        requireAccepted(draft, transaction.hash)
        // In memory no await follows, unless other transactions run next.
        if (!isSaved && pool.isEmpty) onAccepted?.(transaction.hash)
        const cleaned = this.#withoutRefused({ ...current, pool }, draft.applied.rejected)
        const { next, changes } = await builder.seal(cleaned, draft)
        return { next, changes: { ...changes, accepted: transaction } }
      })
    const followers = builder.followersOf(transaction, head.current)
    try {
      await mineWith(followers)
    } catch (error) {
      if (!(error instanceof TransactionFailure)) throw error
      if (error.transaction === transaction) throw error.cause
      // A bug stopped one of the others: they come later, one by one.
      await mineWith([])
    }
  }

  /**
   * Builds a block of one transaction of the pool, or drops a transaction that cannot be in the
   * block.
   */
  async #buildOne(current: Head, transaction: Transaction): Promise<HeadUpdate> {
    const { builder } = this.#parts
    let draft: DraftBlock
    try {
      draft = await builder.draft(current, [transaction])
    } catch (error) {
      return { next: this.#withoutBroken(current, error) }
    }
    const { rejected, transactions } = draft.applied
    if (transactions.length > 0) return builder.seal(current, draft)
    return { next: this.#withoutRefused(current, rejected) }
  }

  #withoutRefused(current: Head, refused: readonly RejectedTransaction[]): Head {
    const dropped: Transaction[] = []
    const natives: NativeTransaction[] = []
    for (const { transaction, error } of refused) {
      const { hash } = transaction
      if (isNative(transaction)) natives.push(transaction)
      else dropped.push(transaction)
      this.#parts.logger.info(`dropped transaction ${hash} from the pool: ${error.message}`)
    }
    return { ...current, pool: current.pool.without(dropped).withoutNatives(natives) }
  }

  /**
   * Drops a transaction that a bug stopped, so that it does not fail again.
   *
   * @throws any other error
   */
  #withoutBroken(current: Head, error: unknown): Head {
    if (!(error instanceof TransactionFailure)) throw error
    const { transaction, cause } = error
    this.#parts.logger.error(`mining transaction ${transaction.hash} failed`, cause)
    const { pool } = current
    return {
      ...current,
      pool: isNative(transaction)
        ? pool.withoutNatives([transaction])
        : pool.without([transaction]),
    }
  }
}

/** Runs a transaction unless it has become invalid; the next block drops it. */
function runIfValid(state: WorldState, context: NativeContext, tx: NativeTransaction): void {
  try {
    runNativeTransaction(state, context, tx)
  } catch (error) {
    if (!(error instanceof NativeTxError)) throw error
  }
}

/** @throws TxError, NativeTxError if the transaction of this hash cannot be in the block */
function requireAccepted({ applied: { rejected } }: DraftBlock, hash: string): void {
  const refused = rejected.find(({ transaction }) => transaction.hash === hash)
  if (refused !== undefined) throw refused.error
}

function isUnwritable(error: unknown): boolean {
  return error instanceof StoreError && error.details.code === 'DATABASE_UNWRITABLE'
}
