import type { BlockContext, Executor } from '../../evm/run/executor.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import { validateForm, validateSender } from '../../evm/transaction/validateTransaction.ts'
import { nextDue } from '../../modules/endBlock.ts'
import type { NativeTransaction } from '../../native/nativeTransaction.ts'
import type { Address } from '../../primitives/address.ts'
import { assert } from '../../primitives/assert.ts'
import { bytesToHash, type Hash } from '../../primitives/encoding/hex.ts'
import type { Logger } from '../../primitives/logger.ts'
import type { StateDatabase } from '../../state/stateDatabase.ts'
import type { SealedBlock } from '../block/block.ts'
import { type AnyTransaction, isNative } from '../block/blockEntries.ts'
import { contentsOf } from '../block/contentsOf.ts'
import { EmptyRun } from '../block/emptyRun.ts'
import { sealBlock } from '../block/sealBlock.ts'
import type { LocatedNative, NativeTransactionMaker } from '../chain.ts'
import type { ChainStore } from '../chainStore.ts'
import { ChainRefused } from '../errors.ts'
import { type Genesis, nativeChainIdOf } from '../genesis/genesis.ts'
import type { History } from '../history/history.ts'
import { afterBlock, type CurrentControls, feeMarketUnder } from '../mining/controls.ts'
import { MAX_TIME, requireTime } from '../mining/timeControls.ts'
import { type Pool, suits } from '../pool/pool.ts'
import { orReason, WriteFailed, written } from '../writeFailed.ts'
import {
  type AppliedBlock,
  applyBlock,
  type RefusedTransaction,
  TransactionBroken,
} from './applyBlock.ts'
import type { BlockContexts } from './blockContext.ts'
import { countRepeats } from './countRepeats.ts'
import { toWei } from './feeMarket.ts'

/** What making blocks needs of the chain. */
export interface ProducerParts {
  readonly genesis: Genesis
  readonly executor: Executor
  readonly states: StateDatabase
  readonly history: History
  readonly pool: Pool
  readonly contexts: BlockContexts
  readonly controls: CurrentControls
  readonly logger: Logger
  /** Where blocks are written before anybody sees them; default: nowhere. */
  readonly store?: ChainStore
  /** Whether receipts keep what an index needs beside the transaction. */
  readonly wantsInternals: boolean
  /** Whether {@link onBlock} tells anybody who wants every block. */
  areBlocksTold(): boolean
  /** Told of every transaction once it is accepted, before the block that has it. */
  onTransaction(transaction: Transaction): void
  /** Told of every block right after it is part of the chain; of a run its last one. `said` is what its code said with `console.log`. */
  onBlock(block: SealedBlock, said: AppliedBlock['said']): void
}

/** Makes blocks, one after the other: no two calls of what makes some must overlap. */
export interface Producer {
  /** By the rules alone, in wei. */
  readonly nextBaseFee: bigint
  /** Mines what waits and can run, each transaction in a block of its own. */
  mineWaiting(): Promise<void>
  /** Makes one block of what waits, as far as there is gas for it; an empty one where nothing does. */
  mineNext(): Promise<void>
  /** Makes an empty block, whatever waits. */
  mineEmpty(): Promise<void>
  /** Whether nothing that waits can be in the next block. */
  readonly isIdle: boolean
  /**
   * Makes empty blocks that are as the newest one, whatever waits, as long as those to come are: where it is empty, too, and changed nothing.
   * All at once, whatever their number.
   *
   * @param step seconds from each to the next.
   * @returns how many.
   */
  repeat(most: bigint, step: bigint): Promise<bigint>
  /** Reads anew what the chain moved to. */
  refresh(): void
  /**
   * Takes a transaction, and in auto mode mines it and what waited for it.
   * @param onRun told of the hash before the block is sealed, where blocks are not written.
   * @throws TxRefused, ChainRefused
   */
  submit(
    transaction: Transaction | (() => Transaction),
    onRun?: (hash: Hash) => void,
  ): Promise<Hash>
  /** Mines a native transaction, in a block of its own. @throws NativeTxRefused */
  submitNative(transaction: NativeTransaction | NativeTransactionMaker): Promise<LocatedNative>
  /** Takes waiting transactions out of the pool; those that it took. */
  drop(select: (transaction: Transaction) => boolean): Promise<readonly Transaction[]>
}

export function createProducer(parts: ProducerParts): Producer {
  const { genesis, executor, states, history, pool, contexts, controls, logger, store } = parts
  const readBaseFee = (): bigint => toWei(states.newest.nextBaseFee ?? 0n)
  // Kept apart from the newest state, which shows a half-made block while one is being made.
  let nextBaseFee = readBaseFee()
  /** Accepted as soon as it is in a block, or in a pool that is written. */
  let newcomer: Newcomer | undefined

  function announce(): void {
    if (newcomer !== undefined) parts.onTransaction(newcomer.transaction)
    newcomer = undefined
  }

  /** Runs the transactions of the next block. */
  async function draft(transactions: readonly AnyTransaction[]): Promise<Draft> {
    await history.latest.run?.hashed()
    requireTime(contexts.nextTime)
    const { now } = contexts
    const block = contexts.next(nextBaseFee)
    const applied = await applyBlock(states.newest, transactions, {
      executor,
      block,
      feeMarket: feeMarketUnder(controls.current, genesis.native.feeMarket),
      nativeChainId: nativeChainIdOf(genesis),
      wantsInternals: parts.wantsInternals,
    })
    return { block, applied, now }
  }

  /** Makes a draft the newest block. */
  async function append({ block, applied, now }: Draft): Promise<void> {
    const sealed = await commit(() => {
      const { version, appHash } = states.commit()
      const stateRoot = bytesToHash(appHash)
      return sealBlock({
        ...contentsOf(genesis, history.latest, block, applied),
        version,
        stateRoot,
      })
    })
    // From here to the end nothing is awaited: readers see the whole block or nothing of it.
    history.append(sealed)
    nextBaseFee = readBaseFee()
    controls.current = afterBlock(controls.current, now)
    for (const transaction of applied.transactions) pool.remove(transaction)
    if (pool.size > 0) pool.dropStale(states.newest)
    if (newcomer !== undefined && applied.transactions.includes(newcomer.transaction)) announce()
    parts.onBlock(sealed, applied.said)
  }

  /** Makes the next block of a transaction; no block where it may not be in it. */
  async function mineOne(transaction: AnyTransaction): Promise<AppliedBlock> {
    const mark = states.newest.mark
    const made = await draft([transaction])
    const { transactions, native } = made.applied
    if (transactions.length + native.length > 0) {
      // In memory nothing is waited for from here on, unless others waited for this one, and run next.
      const isLast = store === undefined && pool.size === 1
      if (isLast && transaction === newcomer?.transaction) newcomer.onRun?.(transaction.hash)
      await append(made)
    } else {
      states.newest.revertTo(mark)
    }
    return made.applied
  }

  async function mineNext(): Promise<void> {
    const made = await draftOfWaiting()
    for (const refused of made.applied.refused) dropRefused(refused)
    await orReason(append(made))
  }

  /** Where a bug stops a transaction, it does not wait in the pool to hit the bug again. */
  async function draftOfWaiting(): Promise<Draft> {
    for (;;) {
      try {
        return await draft(executable())
      } catch (error) {
        if (!(error instanceof TransactionBroken)) throw error
        pool.remove(error.transaction)
        logger.error(`mining transaction ${error.transaction.hash} failed`, error.cause)
      }
    }
  }

  function executable(): readonly Transaction[] {
    if (pool.size === 0) return []
    const { order } = controls.current
    return pool.executable(states.newest, contexts.next(nextBaseFee), order)
  }

  function dropRefused({ transaction, error }: RefusedTransaction): void {
    if (isNative(transaction)) return
    pool.remove(transaction)
    logger.info(`dropped transaction ${transaction.hash} from the pool: ${error.message}`)
  }

  /** @param most how many there may be in any case. */
  function longestRun(most: bigint): bigint {
    if (parts.areBlocksTold() && most > LONGEST_TOLD_RUN) return LONGEST_TOLD_RUN
    return store !== undefined && most > LONGEST_SAVED_RUN ? LONGEST_SAVED_RUN : most
  }

  async function repeat(most: bigint, step: bigint): Promise<bigint> {
    const { latest } = history
    const count = countRepeats(
      {
        latest,
        parent: history.byNumber(latest.header.number - 1n),
        next: contexts.next(nextBaseFee),
        due: nextDue(states.newest),
        hardforkAt: contexts.hardforkAt,
      },
      step,
      longestRun(most),
    )
    if (count < SHORTEST_RUN) return 0n
    const end = EmptyRun.after(latest, Number(count), step)
    // On disk there are no hashes to be made later.
    if (store !== undefined) await end.run.hashed()
    const repeated = commit(() => {
      const version = states.repeat(Number(count))
      assert(version === end.version, 'a version for each block of a run')
      return end
    })
    await orReason(repeated)
    history.append(end)
    parts.onBlock(end, [])
    return count
  }

  /** Makes the newest state a version and a block of it, and writes both; where that fails there was no block. */
  async function commit(make: () => SealedBlock): Promise<SealedBlock> {
    const before = states.position
    try {
      const sealed = make()
      if (store !== undefined) await written(store.writeBlock(sealed, pool))
      return sealed
    } catch (error) {
      states.returnTo(before)
      store?.discard()
      throw error
    }
  }

  /** Mines what can run now, block by block: what was just submitted, then what waited for it. */
  async function mineExecutable(submitted?: Transaction): Promise<void> {
    for (;;) {
      // What waits goes on waiting where no block may come any more.
      if (contexts.nextTime > MAX_TIME) return
      const next = (submitted && nextOf(submitted.from)) ?? executable()[0]
      if (next === undefined) return
      const applied = await tryMine(next, submitted)
      for (const refused of applied.refused) {
        if (refused.transaction === submitted) {
          pool.remove(submitted)
          throw refused.error
        }
        dropRefused(refused)
      }
    }
  }

  /** What a sender has for the next block. */
  function nextOf(sender: Address): Transaction | undefined {
    const own = pool.at(sender, states.newest.getNonce(sender))
    return own && suits(own, contexts.next(nextBaseFee)) ? own : undefined
  }

  /** Mines one transaction. Where a bug stops it, it does not wait in the pool to hit the bug again. */
  async function tryMine(
    next: Transaction,
    submitted: Transaction | undefined,
  ): Promise<Pick<AppliedBlock, 'refused'>> {
    try {
      return await mineOne(next)
    } catch (error) {
      if (error instanceof WriteFailed) throw error
      pool.remove(next)
      const cause = error instanceof TransactionBroken ? error.cause : error
      if (next === submitted) throw cause
      logger.error(`mining transaction ${next.hash} failed`, cause)
      return { refused: [] }
    }
  }

  /** Mines what waits and can run. What cannot be written goes on waiting. */
  async function mineWaiting(): Promise<void> {
    try {
      await mineExecutable()
    } catch (error) {
      if (!(error instanceof WriteFailed)) throw error
      logger.error('waiting transactions could not be mined', error.cause)
    }
  }

  /** Takes a transaction in. What cannot be written was not accepted, and the pool is as it was. */
  async function accept({ transaction, onRun }: Newcomer): Promise<void> {
    const before = store && pool.content
    const { automine } = controls.current
    if (automine) requireTime(contexts.nextTime)
    pool.add(transaction, !automine || transaction.nonce > states.newest.getNonce(transaction.from))
    newcomer = { transaction, onRun }
    try {
      if (automine) await mineExecutable(transaction)
      if (store !== undefined) await written(store.writePool(pool))
      announce()
    } catch (error) {
      if (before === undefined || !(error instanceof WriteFailed)) throw error
      logger.error('writing failed', error.cause)
      const isMined = states.newest.getNonce(transaction.from) > transaction.nonce
      // Once it is in a block, it does not matter that what waited for it is not.
      if (isMined) return
      pool.restore(before)
      pool.dropStale(states.newest)
      throw error.cause
    } finally {
      newcomer = undefined
    }
  }

  async function submitNative(
    given: NativeTransaction | NativeTransactionMaker,
  ): Promise<LocatedNative> {
    const transaction = typeof given === 'function' ? given(states.newest) : given
    const applied = await orReason(mineOne(transaction))
    const [refused] = applied.refused
    if (refused !== undefined) throw refused.error
    const located = history.nativeTransaction(transaction.hash)
    assert(located !== undefined, 'what was mined to be found')
    return located
  }

  async function drop(
    select: (transaction: Transaction) => boolean,
  ): Promise<readonly Transaction[]> {
    const before = pool.content
    const dropped = [...pool.transactions()].filter(select)
    for (const transaction of dropped) pool.remove(transaction)
    try {
      await store?.writePool(pool)
    } catch (error) {
      pool.restore(before)
      throw error
    }
    return dropped
  }

  return {
    submitNative,
    drop,
    mineNext,
    mineEmpty: async () => orReason(append(await draft([]))),
    get isIdle() {
      return executable().length === 0
    },
    repeat,
    get nextBaseFee() {
      return nextBaseFee
    },
    mineWaiting,
    refresh() {
      nextBaseFee = readBaseFee()
    },
    async submit(given, onRun) {
      const transaction = typeof given === 'function' ? given() : given
      validateForm(transaction, contexts.next(nextBaseFee))
      validateSender(transaction, states.newest)
      // Its nonce says so, unless an edit made that lower.
      const { hash } = transaction
      if (history.transaction(hash)) throw new ChainRefused({ code: 'ALREADY_KNOWN', hash })
      await accept({ transaction, onRun })
      return transaction.hash
    },
  }
}

/** Fewer empty blocks are made one by one: each run has to be looked through for a hash that nobody knows. */
const SHORTEST_RUN = 16n

/** Where somebody is told of each block, there are pauses in between. */
const LONGEST_TOLD_RUN = 1_000n

/** On disk a run is hashed before it is written, and read as a whole: closing waits for one, and many fit into memory. */
const LONGEST_SAVED_RUN = 50_000n

/** A transaction that is being taken, and who is told that it has run. */
interface Newcomer {
  readonly transaction: Transaction
  readonly onRun: ((hash: Hash) => void) | undefined
}

/** A block that is not part of the chain yet; the newest state is that after it. */
interface Draft {
  readonly block: BlockContext
  readonly applied: AppliedBlock
  /** What the chain's clock said. */
  readonly now: bigint
}
