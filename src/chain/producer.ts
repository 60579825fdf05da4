import type { BlockContext, Executor } from '../evm/executor.ts'
import type { Transaction } from '../evm/transaction.ts'
import { validateForm, validateSender } from '../evm/validateTransaction.ts'
import type { NativeTransaction } from '../native/nativeTransaction.ts'
import { assert } from '../primitives/assert.ts'
import { bytesToHash, type Hash } from '../primitives/hex.ts'
import type { Logger } from '../primitives/logger.ts'
import type { StateDatabase } from '../state/stateDatabase.ts'
import { type AppliedBlock, applyBlock } from './applyBlock.ts'
import type { SealedBlock } from './block.ts'
import type { BlockContexts } from './blockContext.ts'
import { type AnyTransaction, isNative } from './blockEntries.ts'
import type { LocatedNative, NativeTransactionMaker } from './chain.ts'
import type { ChainStore } from './chainStore.ts'
import { ChainRefused } from './errors.ts'
import { toWei } from './feeMarket.ts'
import { type Genesis, nativeChainIdOf } from './genesis.ts'
import type { History } from './history.ts'
import type { Pool } from './pool.ts'
import { type BlockContents, sealBlock } from './sealBlock.ts'

/** What making blocks needs of the chain. */
export interface ProducerParts {
  readonly genesis: Genesis
  readonly executor: Executor
  readonly states: StateDatabase
  readonly history: History
  readonly pool: Pool
  readonly contexts: BlockContexts
  readonly logger: Logger
  /** Where blocks are written before anybody sees them; default: nowhere. */
  readonly store?: ChainStore
  /** Told of every transaction once it is accepted, before the block that has it. */
  onTransaction(transaction: Transaction): void
  /** Told of every block right after it is part of the chain. */
  onBlock(block: SealedBlock): void
}

/** Makes blocks as transactions come: one transaction, one block. */
export interface Producer {
  /** Wei. */
  readonly nextBaseFee: bigint
  /** Mines what the pool held when the chain was opened. Calls must not overlap with {@link submit}. */
  mineWaiting(): Promise<void>
  /** Reads anew what the chain moved to. */
  refresh(): void
  /**
   * Takes a transaction, and mines it and what waited for it. Calls must not overlap.
   * @throws TxRefused, ChainRefused
   */
  submit(transaction: Transaction | (() => Transaction)): Promise<Hash>
  /** Mines a native transaction. Calls must not overlap. @throws NativeTxRefused */
  submitNative(transaction: NativeTransaction | NativeTransactionMaker): Promise<LocatedNative>
}

export function createProducer(parts: ProducerParts): Producer {
  const { genesis, executor, states, history, pool, contexts, logger, store } = parts
  const readBaseFee = (): bigint => toWei(states.newest.nextBaseFee ?? 0n)
  // Kept apart from the newest state, which shows a half-made block while one is being made.
  let nextBaseFee = readBaseFee()
  /** Accepted as soon as it is in a block, or in a pool that is written. */
  let newcomer: Transaction | undefined

  function announce(): void {
    if (newcomer !== undefined) parts.onTransaction(newcomer)
    newcomer = undefined
  }

  /** Makes the next block of these transactions; no block where none of them may be in it. */
  async function mineBlock(transactions: readonly AnyTransaction[]): Promise<AppliedBlock> {
    const block = contexts.next(nextBaseFee)
    const mark = states.newest.mark
    const applied = await applyBlock(states.newest, transactions, {
      executor,
      block,
      feeMarket: genesis.native.feeMarket,
      nativeChainId: nativeChainIdOf(genesis),
    })
    if (applied.transactions.length + applied.native.length === 0) {
      states.newest.revertTo(mark)
      return applied
    }
    const sealed = await commitBlock(block, applied)
    // From here to the end nothing is awaited: readers see the whole block or nothing of it.
    history.append(sealed)
    nextBaseFee = readBaseFee()
    for (const transaction of applied.transactions) pool.remove(transaction)
    pool.dropStale(states.newest)
    if (newcomer !== undefined && applied.transactions.includes(newcomer)) announce()
    parts.onBlock(sealed)
    return applied
  }

  /** Makes the newest state a version and a block of it, and writes both; where that fails there was no block. */
  async function commitBlock(block: BlockContext, applied: AppliedBlock): Promise<SealedBlock> {
    const before = states.position
    try {
      const { version, appHash } = states.commit()
      const sealed = sealBlock({
        ...contentsOf(genesis, history.latest, block, applied),
        version,
        stateRoot: bytesToHash(appHash),
      })
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
      const { newest } = states
      const own = submitted && pool.at(submitted.from, newest.getNonce(submitted.from))
      const next = own ?? pool.executable(newest)[0]
      if (next === undefined) return
      const applied = await tryMine(next, submitted)
      for (const { transaction, error } of applied.refused) {
        if (isNative(transaction)) continue
        pool.remove(transaction)
        if (transaction === submitted) throw error
        logger.info(`dropped transaction ${transaction.hash} from the pool: ${error.message}`)
      }
    }
  }

  /** Mines one transaction. Where a bug stops it, it does not wait in the pool to hit the bug again. */
  async function tryMine(
    next: Transaction,
    submitted: Transaction | undefined,
  ): Promise<Pick<AppliedBlock, 'refused'>> {
    try {
      return await mineBlock([next])
    } catch (error) {
      if (error instanceof WriteFailed) throw error
      pool.remove(next)
      if (next === submitted) throw error
      logger.error(`mining transaction ${next.hash} failed`, error)
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
  async function accept(transaction: Transaction): Promise<void> {
    const before = store && pool.content
    pool.add(transaction, states.newest)
    newcomer = transaction
    try {
      await mineExecutable(transaction)
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
    let applied: AppliedBlock
    try {
      applied = await mineBlock([transaction])
    } catch (error) {
      throw error instanceof WriteFailed ? error.cause : error
    }
    const [refused] = applied.refused
    if (refused !== undefined) throw refused.error
    const located = history.nativeTransaction(transaction.hash)
    assert(located !== undefined, 'what was mined to be found')
    return located
  }

  return {
    submitNative,
    get nextBaseFee() {
      return nextBaseFee
    },
    mineWaiting,
    refresh() {
      nextBaseFee = readBaseFee()
    },
    async submit(given) {
      const transaction = typeof given === 'function' ? given() : given
      validateForm(transaction, contexts.next(nextBaseFee))
      validateSender(transaction, states.newest)
      // Its nonce says so, unless an edit made that lower.
      const { hash } = transaction
      if (history.transaction(hash)) throw new ChainRefused({ code: 'ALREADY_KNOWN', hash })
      await accept(transaction)
      return transaction.hash
    },
  }
}

/** The disk's fault, not the transaction's. `cause` says what happened. */
class WriteFailed extends Error {
  override readonly name = 'WriteFailed'
}

/** @throws WriteFailed */
async function written(writing: Promise<void>): Promise<void> {
  try {
    await writing
  } catch (cause) {
    throw new WriteFailed('a write failed', { cause })
  }
}

/** What a block holds once its transactions have run, but for its state root. */
export function contentsOf(
  genesis: Genesis,
  parent: SealedBlock,
  block: BlockContext,
  { transactions, receipts, native }: Pick<AppliedBlock, 'transactions' | 'receipts' | 'native'>,
): Omit<BlockContents, 'stateRoot' | 'version'> {
  return {
    chainId: genesis.chainId,
    hardfork: block.hardfork,
    parentHash: parent.hash,
    number: block.number,
    timestamp: block.timestamp,
    miner: block.coinbase,
    gasLimit: block.gasLimit,
    baseFeePerGas: block.baseFeePerGas,
    mixHash: block.prevRandao,
    difficulty: block.difficulty,
    nonce: new Uint8Array(8),
    extraData: new Uint8Array(0),
    transactions,
    receipts,
    native,
  }
}
