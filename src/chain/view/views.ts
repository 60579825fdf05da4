import { setImmediate } from 'node:timers/promises'
import type { BlockContext, Executor } from '../../evm/run/executor.ts'
import { runTransaction } from '../../evm/run/runTransaction.ts'
import type { NativeTransaction } from '../../native/nativeTransaction.ts'
import { runNativeTransaction } from '../../native/runNativeTransaction.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import type { StateDatabase } from '../../state/stateDatabase.ts'
import { WorldState } from '../../state/worldState.ts'
import type { Block, SealedBlock } from '../block/block.ts'
import { isNative, transactionsInOrder } from '../block/blockEntries.ts'
import { contentsOf } from '../block/contentsOf.ts'
import { withHashes } from '../block/missingHashes.ts'
import { pendingBlock } from '../block/sealBlock.ts'
import { applyBlock } from '../build/applyBlock.ts'
import type { BlockContexts } from '../build/blockContext.ts'
import type { BlockRef, BlockView } from '../chain.ts'
import { ChainRefused } from '../errors.ts'
import { type Genesis, nativeChainIdOf } from '../genesis/genesis.ts'
import type { History } from '../history/history.ts'
import type { ChainControls, CurrentControls } from '../mining/controls.ts'
import type { Pool } from '../pool/pool.ts'
import type { BlockVersions } from '../rewind/blockVersions.ts'

/** What the views of a chain are made from. */
export interface ViewParts {
  readonly genesis: Genesis
  readonly executor: Executor
  readonly controls: CurrentControls
  readonly contexts: BlockContexts
  readonly states: StateDatabase
  readonly history: History
  readonly versions: BlockVersions
  readonly pool: Pool
  /** Base fee of the block to come, in wei. */
  nextBaseFee(): bigint
  /** Runs something that reads a version, which nothing may take away meanwhile. */
  reading<T>(version: number, run: () => Promise<T>): Promise<T>
}

/** Blocks with the state after them, or before one of their transactions. */
export interface Views {
  /** The block that a reference names (`pending` included). Others have their turns while hashes are made that it takes. */
  findBlock(ref: BlockRef): Promise<Block | undefined>
  /** The same with its state. @throws ChainRefused */
  viewAt(ref: BlockRef): Promise<BlockView>
  /** The block with this hash; as {@link findBlock}. */
  blockByHash(hash: Hash): Promise<SealedBlock | undefined>
  /** A complete block whose state is there. Others have their turns while hashes are made. @throws ChainRefused */
  requireState(ref: BlockRef): Promise<SealedBlock>
  /** The version of the state after a block, edits included. @throws ChainRefused BLOCK_PRUNED */
  keptVersion(block: SealedBlock): number
  /** The version that a block's header has the hash of. @throws ChainRefused BLOCK_PRUNED */
  provableVersion(block: SealedBlock): number
  /** A complete block with the state after it. */
  viewOf(block: SealedBlock): BlockView
  /** The block that mining now would make: made once for each state of chain and pool. */
  pendingView(): Promise<BlockView>
  /** A block with all that ran before its transaction `index`. @throws ChainRefused; ExecutionAborted */
  viewBefore(block: Block, index: number, signal?: AbortSignal): Promise<BlockView>
  /** Runs a native transaction of a block again. @throws NativeTxRefused */
  replayNative(state: WorldState, block: BlockContext, transaction: NativeTransaction): void
}

export function createViews(parts: ViewParts): Views {
  const { genesis, executor, contexts, states, history, versions, pool, reading } = parts
  const nativeChainId = nativeChainIdOf(genesis)
  let pending:
    | {
        readonly key: string
        readonly parent: SealedBlock
        readonly controls: ChainControls
        readonly view: Promise<BlockView>
      }
    | undefined

  /** The pending block is made once for each state of chain and pool. */
  function pendingView(): Promise<BlockView> {
    const { current } = parts.controls
    const { latest: parent } = history
    const key = `${versions.newest}/${pool.revision}/${contexts.now}`
    const isSame = pending?.key === key && pending.parent === parent && pending.controls === current
    if (pending !== undefined && isSame) return pending.view
    const made = { key, parent, controls: current, view: makePending() }
    pending = made
    made.view.catch(() => {
      if (pending === made) pending = undefined
    })
    return made.view
  }

  async function makePending(): Promise<BlockView> {
    await history.latest.run?.hashed()
    const parent = history.latest
    const block = contexts.next(parts.nextBaseFee())
    const version = versions.newest
    const state = states.overlay(version)
    const blockAt = history.reader()
    const waiting =
      pool.size === 0 ? [] : pool.executable(state, block, parts.controls.current.order)
    const { feeMarket } = genesis.native
    const applied = await reading(version, () =>
      applyBlock(state, waiting, { executor, block, feeMarket, nativeChainId }),
    )
    const contents = contentsOf(genesis, parent, block, applied)
    const made = pendingBlock({ ...contents, version: version + 1 })
    return viewOver(made, state, version, blockAt)
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
    version: number,
    blockAt: BlockView['blockAt'],
  ): BlockView {
    const source = state.asSource()
    return { block, state, version, blockAt, overlay: () => new WorldState(source, states.names) }
  }

  /** The state of a block with all that ran before one of its transactions. */
  async function viewBefore(block: Block, index: number, signal?: AbortSignal): Promise<BlockView> {
    if (block.number === 0) throw new ChainRefused({ code: 'GENESIS_NOT_TRACEABLE' })
    const version = block.version - 1
    if (version < states.stores.earliest) throw pruned(block.header.number - 1n)
    const blockAt = history.reader()
    const state = states.overlay(version)
    const context = contexts.at({ block, blockAt })
    await reading(version, async () => {
      const target = block.transactions[index]
      for (const [i, transaction] of transactionsInOrder(block).entries()) {
        if (transaction === target) break
        // Short transactions make no pause of their own.
        if (i % 64 === 63) await setImmediate()
        if (isNative(transaction)) replayNative(state, context, transaction)
        else await runTransaction(executor, state, context, transaction, { signal })
      }
    })
    return viewOver(block, state, version, blockAt)
  }

  function viewOf(block: SealedBlock): BlockView {
    const version = versions.after(block)
    const overlay = states.overlays(version)
    const blockAt = history.reader()
    let state: WorldState | undefined
    return {
      block,
      version,
      // Made when it is read: a simulation only needs an overlay of its own.
      get state() {
        state ??= overlay()
        return state
      },
      overlay,
      blockAt,
    }
  }

  /** The complete block that a reference names; `pending` is the newest one here. */
  function findSealed(ref: BlockRef): Promise<SealedBlock | undefined> {
    return withHashes(() => {
      if ('hash' in ref) return history.byHash(ref.hash)
      if ('number' in ref) return history.byNumber(ref.number)
      return ref.tag === 'earliest' ? history.byNumber(0n) : history.latest
    })
  }

  async function requireState(ref: BlockRef): Promise<SealedBlock> {
    const block = await findSealed(ref)
    if (block === undefined) {
      if ('hash' in ref) throw new ChainRefused({ code: 'BLOCK_HASH_UNKNOWN', hash: ref.hash })
      const number = 'number' in ref ? ref.number : 0n
      const latest = history.latest.header.number
      // An imported chain lacks most of its older blocks.
      if (number <= latest) throw pruned(number)
      throw new ChainRefused({ code: 'BLOCK_NOT_YET_AVAILABLE', number, latest })
    }
    keptVersion(block)
    return block
  }

  /** The version of the state after a block. @throws ChainRefused BLOCK_PRUNED */
  function keptVersion(block: SealedBlock): number {
    const version = versions.after(block)
    if (version < states.stores.earliest) throw pruned(block.header.number)
    return version
  }

  function provableVersion({ version, header }: SealedBlock): number {
    if (version < states.stores.earliest) throw pruned(header.number)
    return version
  }

  function pruned(number: bigint): ChainRefused {
    const earliest = BigInt(versions.earliestBlock)
    return new ChainRefused({ code: 'BLOCK_PRUNED', number, earliest })
  }

  async function findBlock(ref: BlockRef): Promise<Block | undefined> {
    if (isPending(ref)) return (await pendingView()).block
    const block = await findSealed(ref)
    if (block !== undefined) await history.hashedAt(block.number)
    return block
  }

  function blockByHash(hash: Hash): Promise<SealedBlock | undefined> {
    return findSealed({ hash })
  }

  async function viewAt(ref: BlockRef): Promise<BlockView> {
    if (isPending(ref)) return pendingView()
    return viewOf(await requireState(ref))
  }

  return {
    findBlock,
    blockByHash,
    viewAt,
    requireState,
    keptVersion,
    provableVersion,
    viewOf,
    pendingView,
    viewBefore,
    replayNative,
  }
}

function isPending(ref: BlockRef): boolean {
  return 'tag' in ref && ref.tag === 'pending'
}
