import type { BlockContext, Executor } from '../evm/executor.ts'
import type { Transaction } from '../evm/transaction.ts'
import { validateForm, validateSender } from '../evm/validateTransaction.ts'
import { bytesToHash, type Hash } from '../primitives/hex.ts'
import type { Logger } from '../primitives/logger.ts'
import type { StateDatabase } from '../state/stateDatabase.ts'
import { type AppliedBlock, applyBlock } from './applyBlock.ts'
import type { SealedBlock } from './block.ts'
import type { BlockContexts } from './blockContext.ts'
import type { ChainStore } from './chainStore.ts'
import { toWei } from './feeMarket.ts'
import type { Genesis } from './genesis.ts'
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
}

export function createProducer(parts: ProducerParts): Producer {
  const { genesis, executor, states, history, pool, contexts, logger, store, onBlock } = parts
  const readBaseFee = (): bigint => toWei(states.newest.nextBaseFee ?? 0n)
  // Kept apart from the newest state, which shows a half-made block while one is being made.
  let nextBaseFee = readBaseFee()

  /** Makes the next block of these transactions; no block where none of them may be in it. */
  async function mineBlock(transactions: readonly Transaction[]): Promise<AppliedBlock> {
    const block = contexts.next(nextBaseFee)
    const mark = states.newest.mark
    const applied = await applyBlock(states.newest, transactions, {
      executor,
      block,
      feeMarket: genesis.native.feeMarket,
    })
    if (applied.transactions.length === 0) {
      states.newest.revertTo(mark)
      return applied
    }
    const sealed = await commitBlock(block, applied)
    // From here to the end nothing is awaited: readers see the whole block or nothing of it.
    history.append(sealed)
    nextBaseFee = readBaseFee()
    for (const transaction of applied.transactions) pool.remove(transaction)
    pool.dropStale(states.newest)
    onBlock(sealed)
    return applied
  }

  /** Makes the newest state a version and a block of it, and writes both; where that fails there was no block. */
  async function commitBlock(block: BlockContext, applied: AppliedBlock): Promise<SealedBlock> {
    const before = store && states.position
    const { appHash } = states.commit()
    const sealed = sealBlock({
      ...contentsOf(genesis, history.latest, block, applied),
      stateRoot: bytesToHash(appHash),
    })
    if (store === undefined || before === undefined) return sealed
    try {
      await store.writeBlock(sealed, pool)
    } catch (error) {
      states.moveTo(before)
      store.discard()
      throw error
    }
    return sealed
  }

  /** Mines what can run now, block by block: what was just submitted, then what waited for it. */
  async function mineExecutable(submitted?: Transaction): Promise<void> {
    for (;;) {
      const { newest } = states
      const own = submitted && pool.at(submitted.from, newest.getNonce(submitted.from))
      const next = own ?? pool.executable(newest)[0]
      if (next === undefined) return
      const applied = await tryMine(next, submitted)
      for (const { transaction, error } of applied?.refused ?? []) {
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
  ): Promise<AppliedBlock | undefined> {
    try {
      return await mineBlock([next])
    } catch (error) {
      pool.remove(next)
      if (next === submitted) throw error
      logger.error(`mining transaction ${next.hash} failed`, error)
      return undefined
    }
  }

  /** Makes sure that what waits outlives the process; what cannot be written is not accepted. */
  async function keepWaiting(submitted: Transaction): Promise<void> {
    try {
      await store?.writePool(pool)
    } catch (error) {
      pool.remove(submitted)
      throw error
    }
  }

  return {
    get nextBaseFee() {
      return nextBaseFee
    },
    mineWaiting: () => mineExecutable(),
    refresh() {
      nextBaseFee = readBaseFee()
    },
    async submit(given) {
      const transaction = typeof given === 'function' ? given() : given
      validateForm(transaction, contexts.next(nextBaseFee))
      validateSender(transaction, states.newest)
      pool.add(transaction, states.newest)
      await mineExecutable(transaction)
      await keepWaiting(transaction)
      return transaction.hash
    },
  }
}

/** What a block holds once its transactions have run, but for its state root. */
export function contentsOf(
  genesis: Genesis,
  parent: SealedBlock,
  block: BlockContext,
  { transactions, receipts }: Pick<AppliedBlock, 'transactions' | 'receipts'>,
): Omit<BlockContents, 'stateRoot'> {
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
  }
}
