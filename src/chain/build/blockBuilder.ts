import type { BlockContext, Executor } from '../../evm/run/executor.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import { spendable } from '../../evm/transaction/validateTransaction.ts'
import { nextEndBlockTime } from '../../modules/endBlock.ts'
import { evmParamsOf } from '../../modules/evm/evmParams.ts'
import { nativeChainIdOf } from '../../modules/nativeChainId.ts'
import type { ConsensusFacts } from '../../modules/slashing/punish.ts'
import type { Address } from '../../primitives/address.ts'
import { assert } from '../../primitives/assert.ts'
import { bytesToHash } from '../../primitives/encoding/hex.ts'
import { completeReads } from '../../state/fork/completeReads.ts'
import type { StateDatabase } from '../../state/stateDatabase.ts'
import type { WorldState } from '../../state/worldState.ts'
import type { SealedBlock } from '../block/block.ts'
import { type AnyTransaction, isNative } from '../block/blockEntries.ts'
import { type BlockSealer, engineSealer } from '../block/blockSealer.ts'
import { EmptyBlockRange } from '../block/emptyBlockRange.ts'
import { type Head, type HeadUpdate, latestOf, stateOf } from '../chainHead.ts'
import type { Genesis } from '../genesis/genesis.ts'
import type { History } from '../history/history.ts'
import { blocksAdded } from '../history/historyChange.ts'
import { positionAfter } from '../history/historyPosition.ts'
import { afterBlock } from '../mining/miningConfig.ts'
import { requireTime } from '../mining/timeControls.ts'
import { type BlockLimits, fitsBlock } from '../pool/pool.ts'
import { remoteCallOf } from '../view/remoteCallOf.ts'
import { type AppliedBlock, applyBlock } from './applyBlock.ts'
import { type BlockContexts, limitsOf } from './blockContext.ts'
import { buildBlockContents } from './buildBlockContents.ts'
import { countIdenticalBlocks } from './countIdenticalBlocks.ts'
import { governedFeeMarket } from './feeMarket.ts'

/** Dependencies of a block builder. */
export interface BlockBuilderParts {
  readonly genesis: Genesis
  readonly executor: Executor
  /** Computes headers and hashes; default: {@link engineSealer}. */
  readonly sealer?: BlockSealer
  readonly states: StateDatabase
  readonly history: History
  readonly contexts: BlockContexts
  /** Whether receipts keep the data of the address index. */
  readonly includeInternalCalls: boolean
}

/** A block whose transactions have run on the working state, before sealing. */
export interface DraftBlock {
  readonly context: BlockContext
  readonly applied: AppliedBlock
  /** Gas limit of later blocks, if governance changed it in this one. */
  readonly blockMaxGas?: bigint | undefined
  /** Clock of the chain when the draft was built. */
  readonly now: bigint
  /** Miner in the header; default: the coinbase. */
  readonly proposer?: Address | undefined
}

/** What consensus says about the next block. */
export interface ProposedBlock {
  readonly proposer: Address
  readonly facts: ConsensusFacts
}

/** Empty blocks to mine as a range. */
export interface RangePlan {
  readonly most: bigint
  /** Seconds between blocks. */
  readonly step: bigint
  /** Whether they have the base fee of the newest block, whatever the next one is. */
  readonly holdsBaseFee: boolean
}

/** Shorter runs are mined one by one, because every range adds to the search for unknown hashes. */
const SHORTEST_RANGE = 16n

/**
 * Builds the block after a head. It changes only the working state, which must be that of the head
 * and becomes that of the next head. `ChainHead` commits the result.
 */
export class BlockBuilder {
  readonly #parts: BlockBuilderParts

  constructor(parts: BlockBuilderParts) {
    this.#parts = parts
  }

  /**
   * Runs transactions as the next block.
   *
   * @throws ChainError TIME_OUT_OF_RANGE; TransactionBroken
   */
  async draft(
    head: Head,
    transactions: readonly AnyTransaction[],
    proposed?: ProposedBlock,
  ): Promise<DraftBlock> {
    const { states, contexts } = this.#parts
    requireTime(contexts.nextTime(head))
    const now = contexts.now(head)
    const context = contexts.next(head)
    const before = evmParamsOf(states.newest).blockMaxGas
    const apply = this.#applier(head, context, transactions, proposed)
    const applied = await this.#applyLoaded(head, transactions, apply)
    const { blockMaxGas } = evmParamsOf(states.newest)
    const changed = blockMaxGas === before ? undefined : blockMaxGas
    return { context, applied, now, blockMaxGas: changed, proposer: proposed?.proposer }
  }

  /**
   * On a fork, loads the rows that decide whether a transaction is accepted, and with them those
   * that it reads in the next block.
   *
   * @throws RemoteError
   */
  async load(head: Head, transaction: Transaction): Promise<void> {
    const { states, contexts } = this.#parts
    const { from, to } = transaction
    const overlay = () => states.overlay(head.version)
    const state = overlay()
    state.getCode(from)
    spendable(transaction, state)
    if (state.remote?.isComplete !== false) return
    const context = contexts.next(head)
    const apply = this.#applier(head, context, [transaction])
    const run = (trial: WorldState) => {
      // A guess about the sender ends the run early, so what it surely reads comes first.
      for (const address of [context.coinbase, ...(to === undefined ? [] : [to])]) {
        trial.getCode(address)
        trial.getBalance(address)
      }
      return apply(trial)
    }
    await completeReads(overlay, run, () => [remoteCallOf(transaction)])
  }

  #applier(
    head: Head,
    block: BlockContext,
    transactions: readonly AnyTransaction[],
    proposed?: ProposedBlock,
  ): (state: WorldState) => Promise<AppliedBlock> {
    const { genesis, executor, includeInternalCalls } = this.#parts
    return (state) =>
      applyBlock(state, transactions, {
        executor,
        block,
        feeMarket: genesis.native.feeMarket,
        mining: head.mining,
        nativeChainId: nativeChainIdOf(genesis),
        includeInternalCalls,
        ...(proposed !== undefined && { consensus: proposed.facts }),
      })
  }

  /**
   * Applies transactions to the working state. On a fork that lacks rows for it, a trial on an
   * overlay loads them first.
   *
   * @throws RemoteError
   */
  async #applyLoaded(
    head: Head,
    transactions: readonly AnyTransaction[],
    apply: (state: WorldState) => Promise<AppliedBlock>,
  ): Promise<AppliedBlock> {
    const { states } = this.#parts
    const { newest } = states
    const { mark } = newest
    try {
      const applied = await apply(newest)
      if (newest.remote?.isComplete !== false) return applied
    } catch (error) {
      if (newest.remote?.isComplete !== false) throw error
    }
    newest.revertTo(mark)
    newest.remote.forget()
    await completeReads(
      () => states.overlay(head.version),
      apply,
      () => transactions.flatMap((each) => (isNative(each) ? [] : [remoteCallOf(each)])),
    )
    return apply(newest)
  }

  /** Seals a draft and returns the next head. */
  async seal(head: Head, draft: DraftBlock): Promise<Required<HeadUpdate>> {
    const { context, applied, now, blockMaxGas, proposer } = draft
    const { genesis, states, sealer = engineSealer } = this.#parts
    const built = buildBlockContents(genesis, latestOf(head), context, applied)
    const contents = proposer === undefined ? built : { ...built, miner: proposer }
    const { version, appHash } = states.commit()
    const sealed = sealer.seal({ ...contents, version, stateRoot: bytesToHash(appHash) })
    const block = sealed instanceof Promise ? await sealed : sealed
    const next: Head = {
      ...head,
      ...afterBlock(head, now, governedFeeMarket(states.newest, genesis.native.feeMarket)),
      position: positionAfter(head.position, block),
      ...stateOf(states),
      pool: head.pool
        .without(applied.transactions)
        .withoutNatives(applied.native.map(({ transaction }) => transaction))
        .withoutStale(states.newest),
    }
    const limited = blockMaxGas === undefined ? next : withGasLimit(next, blockMaxGas)
    return { next: limited, changes: { blocks: blocksAdded(block), console: applied.console } }
  }

  /**
   * Builds an empty block, even if the pool has transactions.
   * @throws ChainError TIME_OUT_OF_RANGE
   */
  async empty(head: Head): Promise<Required<HeadUpdate>> {
    return this.seal(head, await this.draft(head, []))
  }

  /**
   * Plans the empty blocks that repeat the newest one, and computes their hashes.
   *
   * @param rest called every few milliseconds
   * @returns undefined if there are too few for a range
   */
  async planRange(
    head: Head,
    { most, step, holdsBaseFee }: RangePlan,
    rest: () => Promise<void>,
  ): Promise<EmptyBlockRange | undefined> {
    const { states, history, contexts } = this.#parts
    const latest = latestOf(head)
    const count = countIdenticalBlocks(
      {
        latest,
        parent: history.reader(head.position)(latest.header.number - 1n),
        next: contexts.next(head),
        due: nextEndBlockTime(states.newest),
        holdsBaseFee,
        hardforkAt: (number, timestamp) => contexts.hardforkAt(number, timestamp),
      },
      step,
      most,
    )
    if (count < (holdsBaseFee ? 1n : SHORTEST_RANGE)) return undefined
    return EmptyBlockRange.after(latest, Number(count), step, rest)
  }

  /** Appends a planned range, or its next part, in constant time. */
  appendRange(head: Head, range: EmptyBlockRange): Required<HeadUpdate> {
    const { states } = this.#parts
    const { end } = range
    const version = states.repeat(range.facts.count)
    assert(version === end.version, 'a version for each block of a range')
    const next: Head = { ...head, position: positionAfter(head.position, end), ...stateOf(states) }
    return { next, changes: { blocks: blocksAdded(end) } }
  }

  /**
   * Appends a block that another chain built. It keeps its hash and header and does not change the
   * state.
   */
  appendForeign(head: Head, block: Omit<SealedBlock, 'version'>): Required<HeadUpdate> {
    const { states } = this.#parts
    const appended = { ...block, version: states.repeat(1) }
    const position = positionAfter(head.position, appended)
    return {
      next: { ...head, position, ...stateOf(states) },
      changes: { blocks: blocksAdded(appended) },
    }
  }

  /** Returns the pool's transactions that fit into the next block, in order. */
  executable(head: Head): readonly AnyTransaction[] {
    if (head.pool.isEmpty) return []
    return head.pool.executable(this.#parts.states.newest, this.#limits(head), head.mining.order)
  }

  #limits(head: Head): BlockLimits {
    return limitsOf(this.#parts.contexts.next(head), head.mining)
  }

  /** Returns the pool's transactions of a sender that can follow one of its own in a block. */
  followersOf({ from, nonce }: Transaction, head: Head): readonly Transaction[] {
    if (head.pool.isEmpty) return []
    const block = this.#limits(head)
    const run = head.pool.run(from, nonce + 1n)
    const end = run.findIndex((tx) => !fitsBlock(tx, block))
    return end === -1 ? run : run.slice(0, end)
  }

  /** Returns the transaction of a sender that fits into the next block. */
  nextOf(head: Head, sender: Address): Transaction | undefined {
    const own = head.pool.at(sender, this.#parts.states.newest.getNonce(sender))
    return own !== undefined && fitsBlock(own, this.#limits(head)) ? own : undefined
  }
}

/** Changes the gas limit of later blocks. Larger transactions leave the pool. */
function withGasLimit(head: Head, gasLimit: bigint): Head {
  const { pool, mining } = head
  return { ...head, pool: pool.withoutLarger(gasLimit), mining: { ...mining, gasLimit } }
}
