import type { TxError } from '../../evm/errors.ts'
import type { BlockContext } from '../../evm/run/executor.ts'
import { nativeChainIdOf } from '../../modules/nativeChainId.ts'
import type { ConsensusFacts } from '../../modules/slashing/punish.ts'
import {
  keptPowersOf,
  powerChanges,
  type ValidatorPower,
  type ValidatorPowers,
  validatorPowersOf,
} from '../../modules/staking/powers.ts'
import type { NativeTxError } from '../../native/errors.ts'
import type { Address } from '../../primitives/address.ts'
import { assert } from '../../primitives/assert.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import type { NativeEntry, Receipt, SealedBlock } from '../block/block.ts'
import type { AnyTransaction } from '../block/blockEntries.ts'
import { prevRandao } from '../block/prevRandao.ts'
import {
  type AppliedBlock,
  type PostponedTransaction,
  TransactionFailure,
} from '../build/applyBlock.ts'
import type { ChainCore } from '../chainCore.ts'
import { type Head, type HeadUpdate, latestOf } from '../chainHead.ts'
import { withMiningChange } from '../mining/miningConfig.ts'
import { CheckState } from './checkState.ts'
import type { ProposalScene } from './proposals.ts'

/** A time of consensus. */
export interface ConsensusTime {
  /** Seconds since 1970. */
  readonly seconds: bigint
  readonly nanos: number
}

/** A block that consensus decided. */
export interface DecidedBlock {
  readonly time: ConsensusTime
  /** Consensus address of its proposer. */
  readonly proposer: Address
  readonly transactions: readonly AnyTransaction[]
  readonly facts: ConsensusFacts
}

/** Result of one transaction of a decided block. */
export type DecidedResult =
  | { readonly kind: 'evm'; readonly receipt: Receipt }
  | { readonly kind: 'native'; readonly receipt: NativeEntry['receipt'] }
  /** It is invalid in this block, and changed nothing. */
  | { readonly kind: 'invalid'; readonly error: TxError | NativeTxError }
  /** It had to wait, for gas or for an earlier nonce, and no later block will have it. */
  | { readonly kind: 'postponed'; readonly lacks: PostponedTransaction['lacks'] }
  /** A bug stopped it. */
  | { readonly kind: 'broken' }

/** An executed block, before it is committed. */
export interface FinalizedBlock {
  readonly block: SealedBlock
  /** By hash; of two transactions with one hash, only the first is executed. */
  readonly results: ReadonlyMap<Hash, DecidedResult>
  readonly validatorChanges: readonly ValidatorPower[]
  /** Gas limit of later blocks, if governance changed it. */
  readonly gasLimit: bigint | undefined
}

/** Executes and commits the blocks that consensus decides. Calls must not overlap. */
export class ConsensusDriver {
  readonly #core: ChainCore
  readonly #initial: ValidatorPowers
  #finalized: Required<HeadUpdate> | undefined

  /** @param initial the validators of consensus until the chain has bonded one */
  constructor(core: ChainCore, initial: ValidatorPowers) {
    this.#core = core
    this.#initial = initial
  }

  /** Newest committed block. */
  get latest(): SealedBlock {
    return this.#core.head.latest
  }

  /** Whether a block waits for {@link commit}. */
  get isFinalized(): boolean {
    return this.#finalized !== undefined
  }

  /**
   * Executes the next block. Nothing is written until {@link commit}; another call replaces the
   * block.
   */
  async finalize(decided: DecidedBlock): Promise<FinalizedBlock> {
    const { head, states } = this.#core
    this.abandon()
    const kept = keptPowersOf(states.newest)
    const before = kept.size > 0 ? kept : this.#initial
    const { gasLimit } = head.current.mining
    const unique = [...new Map(decided.transactions.map((tx) => [tx.hash, tx])).values()]
    const results = new Map<Hash, DecidedResult>()
    this.#finalized = await head.prepare((current) =>
      this.#build(current, { ...decided, transactions: unique }, results),
    )
    const { next } = this.#finalized
    return {
      block: latestOf(next),
      results,
      validatorChanges: powerChanges(before, validatorPowersOf(states.newest)),
      gasLimit: next.mining.gasLimit === gasLimit ? undefined : next.mining.gasLimit,
    }
  }

  /**
   * Writes the executed block.
   * @throws StoreError DATABASE_UNWRITABLE, with nothing changed
   */
  async commit(): Promise<SealedBlock> {
    const finalized = this.#finalized
    assert(finalized !== undefined, 'a block to be committed')
    this.#finalized = undefined
    await this.#core.head.commit(finalized.next, finalized.changes)
    return this.latest
  }

  /** Drops an executed block. */
  abandon(): void {
    if (this.#finalized !== undefined) this.#core.head.abandon()
    this.#finalized = undefined
  }

  /**
   * Returns a state that takes transactions for the next block.
   * @param mostMissing see {@link CheckState}
   */
  createCheck(mostMissing: bigint): CheckState {
    return this.#createCheck(mostMissing, this.#core.contexts.next(this.#core.head.current))
  }

  /** Returns what a proposal of the next block is made and judged by. */
  proposalScene(time: ConsensusTime): Omit<ProposalScene, 'reader'> {
    const { states, contexts } = this.#core
    const { current } = this.#core.head
    const block = contexts.next(at(current, time))
    const state = states.overlay(current.version)
    return { state, limits: block, check: this.#createCheck(0n, block) }
  }

  #createCheck(mostMissing: bigint, block: BlockContext): CheckState {
    const { states, genesis, head } = this.#core
    return new CheckState({
      state: states.overlay(head.current.version),
      block,
      nativeChainId: nativeChainIdOf(genesis),
      mostMissing,
    })
  }

  async #build(
    current: Head,
    { transactions, ...decided }: DecidedBlock,
    results: Map<Hash, DecidedResult>,
  ): Promise<Required<HeadUpdate>> {
    const { builder } = this.#core
    const planned = at(current, decided.time)
    let left = transactions
    for (;;) {
      try {
        const draft = await builder.draft(planned, left, decided)
        collect(draft.applied, results)
        const { next, changes } = await builder.seal(planned, draft)
        // The time of the chain is that of its blocks; its clock stays the machine's.
        const { gasLimit } = next.mining
        return { next: { ...next, ...steady(current, gasLimit) }, changes }
      } catch (error) {
        // A bug stops all nodes at the same transaction.
        if (!(error instanceof TransactionFailure)) throw error
        const { transaction } = error
        results.set(transaction.hash, { kind: 'broken' })
        left = left.filter((other) => other !== transaction)
      }
    }
  }
}

/** Head whose next block has this time. */
function at(head: Head, { seconds, nanos }: ConsensusTime): Head {
  return withMiningChange(head, {
    nextTimestamp: seconds,
    nextPrevRandao: prevRandao(seconds, BigInt(nanos)),
  })
}

function steady(
  { mining, clockOffset }: Head,
  gasLimit: bigint,
): Pick<Head, 'mining' | 'clockOffset'> {
  return { clockOffset, mining: gasLimit === mining.gasLimit ? mining : { ...mining, gasLimit } }
}

function collect(
  { transactions, receipts, native, rejected, postponed }: AppliedBlock,
  results: Map<Hash, DecidedResult>,
): void {
  for (const [i, transaction] of transactions.entries()) {
    const receipt = receipts[i]
    assert(receipt !== undefined, 'a receipt for each transaction')
    results.set(transaction.hash, { kind: 'evm', receipt })
  }
  for (const { transaction, receipt } of native)
    results.set(transaction.hash, { kind: 'native', receipt })
  for (const { transaction, error } of rejected)
    results.set(transaction.hash, { kind: 'invalid', error })
  for (const { transaction, lacks } of postponed) {
    results.set(transaction.hash, { kind: 'postponed', lacks })
  }
}
