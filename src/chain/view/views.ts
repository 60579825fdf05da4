import { setImmediate } from 'node:timers/promises'
import type { BlockContext, Executor } from '../../evm/run/executor.ts'
import { runTransaction } from '../../evm/run/runTransaction.ts'
import { nativeChainIdOf } from '../../modules/nativeChainId.ts'
import type { NativeTransaction } from '../../native/nativeTransaction.ts'
import { runNativeTransaction } from '../../native/run/runNativeTransaction.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import type { MaybePromise } from '../../primitives/maybePromise.ts'
import { completeReads } from '../../state/fork/completeReads.ts'
import { StateContent } from '../../state/inspect/stateContent.ts'
import type { StateDatabase } from '../../state/stateDatabase.ts'
import type { WorldState } from '../../state/worldState.ts'
import type { Block, SealedBlock } from '../block/block.ts'
import { isNative, transactionsInOrder } from '../block/blockEntries.ts'
import type { BlockRef } from '../block/blockRef.ts'
import { pendingBlock } from '../block/sealBlock.ts'
import { applyBlock } from '../build/applyBlock.ts'
import { type BlockContexts, limitsOf } from '../build/blockContext.ts'
import { buildBlockContents } from '../build/buildBlockContents.ts'
import { type ChainHead, type Head, latestOf } from '../chainHead.ts'
import { ChainError } from '../errors.ts'
import type { Genesis } from '../genesis/genesis.ts'
import { type BlockTag, taggedNumber } from '../history/finality.ts'
import type { History } from '../history/history.ts'
import type { BlockVersions } from '../versions/blockVersions.ts'
import type { StatePruner } from '../versions/statePruner.ts'
import type { BlockView } from './blockView.ts'
import { RecentView } from './recentView.ts'
import { remoteCallOf } from './remoteCallOf.ts'

/** Maximum number of views that are reused while the head stays the same. */
const MAX_RECENT_VIEWS = 256

/** Dependencies of the views. */
export interface ViewParts {
  readonly genesis: Genesis
  readonly executor: Executor
  readonly head: ChainHead
  readonly contexts: BlockContexts
  readonly states: StateDatabase
  readonly history: History
  readonly versions: BlockVersions
  readonly pruner: StatePruner
  /** As in the settings of the chain. */
  readonly slotsInEpoch: number
}

interface PendingView {
  readonly head: Head
  readonly now: bigint
  readonly view: Promise<BlockView>
}

/** Blocks with the state after them, or before one of their transactions. */
export interface Views {
  /** Returns the block that a reference identifies, including `pending`. */
  findBlock(ref: BlockRef): Promise<Block | undefined>
  /**
   * Returns the block with its state. A failure is a rejection.
   *
   * @throws ChainError
   */
  viewAt(ref: BlockRef): MaybePromise<BlockView>
  /** Returns the number of the block that a tag other than `earliest` names. */
  numberAt(tag: BlockTag): number
  /** Returns the block with this hash; as {@link findBlock}. */
  blockByHash(hash: Hash): Promise<SealedBlock | undefined>
  /**
   * Returns a block whose state is available; `earliest` is the oldest one. Read it in the same
   * turn of the event loop.
   *
   * @throws ChainError
   */
  requireState(ref: BlockRef): SealedBlock
  /**
   * Returns the version of the state after a block, including edits.
   *
   * @throws ChainError BLOCK_PRUNED, BLOCK_HASH_UNKNOWN
   */
  keptVersion(block: SealedBlock): number
  /**
   * Returns the version that a block's header commits to.
   * @throws ChainError BLOCK_PRUNED
   */
  provableVersion(block: SealedBlock): number
  /** Returns a complete block with the state after it. */
  viewOf(block: SealedBlock): BlockView
  /**
   * Returns a block with the state before its transaction `index`.
   *
   * @throws ChainError; ExecutionAborted
   */
  viewBefore(block: Block, index: number, signal?: AbortSignal): Promise<BlockView>
  /**
   * Executes a native transaction of a block again.
   * @throws NativeTxError
   */
  replayNative(state: WorldState, block: BlockContext, transaction: NativeTransaction): void
}

export function createViews(parts: ViewParts): Views {
  const { genesis, executor, contexts, states, history, versions, pruner } = parts
  const nativeChainId = nativeChainIdOf(genesis)
  const { number: first = 0n } = genesis
  let pending: PendingView | undefined

  /** The pending block is built once per head and second. */
  function pendingView(): Promise<BlockView> {
    const { current: head } = parts.head
    const now = contexts.now(head)
    if (pending?.head === head && pending.now === now) return pending.view
    const made = { head, now, view: makePending(head) }
    pending = made
    made.view.catch(() => {
      if (pending === made) pending = undefined
    })
    return made.view
  }

  async function makePending(head: Head): Promise<BlockView> {
    const { version, pool, mining, position } = head
    const block = contexts.next(head)
    const content = contentAt(version)
    const blockAt = history.reader(position)
    const { feeMarket } = genesis.native
    const run = async (state: WorldState) => {
      const ready = pool.executable(state, limitsOf(block, mining), mining.order)
      const rules = { executor, block, feeMarket, mining, nativeChainId }
      return { state, applied: await applyBlock(state, ready, rules) }
    }
    const { state, applied } = await pruner.reading(version, () =>
      completeReads(
        () => states.overlay(version),
        run,
        () => pool.transactions.map(remoteCallOf),
      ),
    )
    const contents = buildBlockContents(genesis, latestOf(head), block, applied)
    const made = pendingBlock({ ...contents, version: version + 1 })
    return viewOver(made, state, { version, content, blockAt })
  }

  function replayNative(
    state: WorldState,
    block: BlockContext,
    transaction: NativeTransaction,
  ): void {
    runNativeTransaction(state, { chainId: nativeChainId, block }, transaction)
  }

  /** A view of a state that is itself an overlay. */
  function viewOver(
    block: Block,
    state: WorldState,
    rest: Pick<BlockView, 'version' | 'content' | 'blockAt'>,
  ): BlockView {
    const overlay = states.overlaysOn(state, rest.version)
    const read: BlockView['read'] = (run) =>
      state.remote === undefined ? run(state) : readFrom(rest.version, overlay, run)
    return {
      ...rest,
      block,
      state: state.remote === undefined ? state : overlay(true),
      read,
      readOverlay: (run) => readFrom(rest.version, overlay, run),
      overlay: () => overlay(),
    }
  }

  /** Reads from a fork, whose version stays while rows are fetched. */
  function readFrom<T>(
    version: number,
    overlay: () => WorldState,
    run: (state: WorldState) => MaybePromise<T>,
  ): MaybePromise<T> {
    return pruner.reading(version, () => completeReads(overlay, run))
  }

  /** Returns the state before one of the transactions of a block. */
  async function viewBefore(block: Block, index: number, signal?: AbortSignal): Promise<BlockView> {
    if (block.header.number === first) throw new ChainError({ code: 'GENESIS_NOT_TRACEABLE' })
    requireCurrent(block)
    const version = block.version - 1
    if (version < states.stores.earliest) throw pruned(block.header.number - 1n)
    versions.requireOwn(block)
    const blockAt = history.reader()
    const content = contentAt(version)
    const context = contexts.at({ block, blockAt })
    const target = block.transactions[index]
    const run = async (state: WorldState) => {
      for (const [i, transaction] of transactionsInOrder(block).entries()) {
        if (transaction === target) break
        // Short transactions do not yield.
        if (i % 64 === 63) await setImmediate()
        if (isNative(transaction)) replayNative(state, context, transaction)
        else await runTransaction(executor, state, context, transaction, { signal })
      }
      return state
    }
    const state = await pruner.reading(version, () =>
      completeReads(() => states.overlay(version), run),
    )
    return viewOver(block, state, { version, content, blockAt })
  }

  /** Value of {@link BlockView.content} that later changes do not affect. */
  function contentAt(version: number, reader = states.stores.reader(version)): () => StateContent {
    return () => new StateContent(reader, states.names.denomination)
  }

  /** Views as of one head, by version. They stay as they are, but another head may reuse versions. */
  const recent = { head: undefined as Head | undefined, views: new Map<number, BlockView>() }

  function viewOf(block: SealedBlock): BlockView {
    const { current: head } = parts.head
    if (recent.head !== head) {
      recent.head = head
      recent.views.clear()
    }
    const version = versions.after(block)
    const known = recent.views.get(version)
    if (known?.block === block) return known
    const view = makeView(block, version)
    recent.views.set(version, view)
    if (recent.views.size > MAX_RECENT_VIEWS) {
      const [oldest] = recent.views.keys()
      if (oldest !== undefined) recent.views.delete(oldest)
    }
    return view
  }

  function makeView(block: SealedBlock, version: number): BlockView {
    const reader = states.stores.reader(version)
    const overlay = states.overlays(version, reader)
    const blockAt = history.reader()
    const content = contentAt(version, reader)
    return new RecentView(block, version, overlay, content, blockAt, readFrom)
  }

  /**
   * Returns the complete block that a reference identifies; `pending` means the newest one here.
   */
  function findSealed(ref: BlockRef): SealedBlock | undefined {
    if ('hash' in ref) return history.byHash(ref.hash)
    if ('number' in ref) return history.byNumber(ref.number)
    if (ref.tag === 'earliest') return history.byNumber(first)
    const number = numberAt(ref.tag)
    return number === history.latest.number ? history.latest : history.byNumber(BigInt(number))
  }

  function numberAt(tag: BlockTag): number {
    const { slotsInEpoch } = parts
    return taggedNumber(tag, { latest: history.latest.number, first: Number(first), slotsInEpoch })
  }

  function requireState(ref: BlockRef): SealedBlock {
    const isEarliest = 'tag' in ref && ref.tag === 'earliest'
    const block = findSealed(isEarliest ? { number: BigInt(versions.earliestBlock) } : ref)
    if (block === undefined) {
      if ('hash' in ref) throw unknownHash(ref.hash)
      const number = 'number' in ref ? ref.number : 0n
      const latest = history.latest.header.number
      // An imported chain lacks most older blocks.
      if (number <= latest) throw pruned(number)
      throw new ChainError({ code: 'BLOCK_NOT_YET_AVAILABLE', number, latest })
    }
    keptVersion(block)
    return block
  }

  /**
   * Returns the version of the state after a block.
   * @throws ChainError BLOCK_PRUNED, BLOCK_HASH_UNKNOWN
   */
  function keptVersion(block: SealedBlock): number {
    requireCurrent(block)
    const version = versions.after(block)
    if (version < states.stores.earliest) throw pruned(block.header.number)
    return version
  }

  /**
   * A block that was found before may have been removed, and its versions reused.
   *
   * @throws ChainError BLOCK_HASH_UNKNOWN
   */
  function requireCurrent({ header, hash }: Block): void {
    const { number, parentHash } = header
    if (hash === undefined) requireHash(number - 1n, parentHash)
    else requireHash(number, hash)
  }

  function requireHash(number: bigint, hash: Hash): void {
    if (history.byNumber(number)?.hash !== hash) throw unknownHash(hash)
  }

  const unknownHash = (hash: Hash) =>
    new ChainError({ code: 'BLOCK_HASH_UNKNOWN', hash, latest: history.latest.number })

  function provableVersion({ version, header }: SealedBlock): number {
    if (version < states.stores.earliest) throw pruned(header.number)
    return version
  }

  function pruned(number: bigint): ChainError {
    const earliest = BigInt(versions.earliestBlock)
    return new ChainError({ code: 'BLOCK_PRUNED', number, earliest })
  }

  async function findBlock(ref: BlockRef): Promise<Block | undefined> {
    if (isPending(ref)) return (await pendingView()).block
    return findSealed(ref)
  }

  async function blockByHash(hash: Hash): Promise<SealedBlock | undefined> {
    return history.byHash(hash)
  }

  function viewAt(ref: BlockRef): MaybePromise<BlockView> {
    if (isPending(ref)) return pendingView()
    try {
      return viewOf(requireState(ref))
    } catch (error) {
      return Promise.reject(error)
    }
  }

  return {
    findBlock,
    numberAt,
    blockByHash,
    viewAt,
    requireState,
    keptVersion,
    provableVersion,
    viewOf,
    viewBefore,
    replayNative,
  }
}

function isPending(ref: BlockRef): boolean {
  return 'tag' in ref && ref.tag === 'pending'
}
