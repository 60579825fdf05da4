import { DEFAULT_SEI_VERSION } from '../evm/precompiles/native/seiVersion.ts'
import { createAccessList } from '../evm/run/createAccessList.ts'
import { estimateGas } from '../evm/run/estimateGas.ts'
import { simulateCall, simulateTransaction } from '../evm/run/simulate.ts'
import { nativeChainIdOf } from '../modules/nativeChainId.ts'
import type { NativeTransaction } from '../native/nativeTransaction.ts'
import { assert } from '../primitives/assert.ts'
import { DomainError } from '../primitives/domainError.ts'
import { bytesToLatin1 } from '../primitives/encoding/bytes.ts'
import type { Hash } from '../primitives/encoding/hex.ts'
import { andThen } from '../primitives/maybePromise.ts'
import { changedAccounts } from '../state/inspect/changedRows.ts'
import { compareStates } from '../state/inspect/compareStates.ts'
import type { AnyTransaction } from './block/blockEntries.ts'
import { editState } from './build/editState.ts'
import type { Chain } from './chain.ts'
import { type ChainCore, type ChainParts, type ChainSettings, createCore } from './chainCore.ts'
import { CheckState } from './consensus/checkState.ts'
import { ChainError } from './errors.ts'
import { forksOf } from './genesis/genesisBlock.ts'
import type { NativeSubmission, NativeTransactionMaker } from './mining/transactionSubmitter.ts'
import { type Pool, poolContents } from './pool/pool.ts'
import type { ChainCheckpoint } from './rewind/chainRewinder.ts'
import { Snapshots } from './rewind/snapshots.ts'
import { loadDump } from './transfer/loadDump.ts'
import { readStates } from './transfer/readStates.ts'
import { callMany } from './view/callMany.ts'
import { simulateBlocks } from './view/simulateBlocks.ts'
import { createWriteQueue } from './writeQueue.ts'

/** Assembles a chain that continues from its parts. */
export function assembleChain(settings: ChainSettings, parts: ChainParts): Chain {
  const { chain } = assembleWithCore(settings, parts)
  return chain
}

/** A chain and its parts, for tests that build their own blocks. */
export function assembleWithCore(
  settings: ChainSettings,
  parts: ChainParts,
): { readonly chain: Chain; readonly core: ChainCore } {
  const core = createCore(settings, parts, () => {
    return settings.wrapTick?.(chain, mineNext) ?? mineNext()
  })
  const { genesis, states, history, head, contexts, builder, submitter, scheduler } = core
  const { rewinder, pruner, versions, views, simulator, watchers, waiters } = core
  const { store, onClose } = parts
  const link = settings.followConsensus?.(core)
  const isSaved = store !== undefined
  const queue = createWriteQueue()
  const snapshots = new Snapshots<ChainCheckpoint>()
  const branches = new Set<Chain>()
  let isClosed = false

  /** Runs changes of the chain one after the other, until it is closed. */
  async function enqueue<T>(job: () => Promise<T>): Promise<T> {
    if (isClosed) throw new ChainError({ code: 'CHAIN_CLOSED' })
    if (link !== undefined) throw new ChainError({ code: 'DECIDED_BY_CONSENSUS' })
    return queue.run(job)
  }

  /** Transactions that wait for their block. */
  function waiting(): Pool {
    return link === undefined ? head.current.pool : link.pool
  }

  async function submitNative(
    given: NativeTransaction | NativeTransactionMaker,
  ): Promise<NativeSubmission> {
    if (link === undefined) return enqueue(() => submitter.submitNative(given))
    return { transaction: await link.submitNative(given), located: undefined }
  }

  /** An edit, a load or a rollback may make pending transactions executable. */
  async function mineReadyIfAuto(): Promise<void> {
    const { pool, mining } = head.current
    if (!pool.isEmpty && mining.automine) await submitter.mineWaiting()
  }

  /** Submits a transaction. If it is refused after others were mined with it, those wait again. */
  async function submitUndoing(...args: Parameters<typeof submitter.submit>): Promise<Hash> {
    const [, { joinsWaiting = false } = {}] = args
    if (!joinsWaiting || head.current.pool.isEmpty) return submitter.submit(...args)
    const before = rewinder.checkpoint()
    const release = pruner.leases.lease(before.head.version)
    history.keepDecoded(true)
    try {
      return await submitter.submit(...args)
    } catch (refusal) {
      if (head.current.position !== before.head.position) await rewinder.revert(before)
      throw refusal
    } finally {
      release()
      history.keepDecoded(!snapshots.isEmpty)
    }
  }

  function mineNext(): Promise<void> {
    return enqueue(() => scheduler.mineNext())
  }

  async function branch(): Promise<Chain> {
    const release = pruner.leases.lease(states.version)
    const { keep: _shared, ...own } = settings
    const ownHistory = history.branch()
    const { pool, mining, clockOffset } = head.current
    const branched = assembleChain(
      { ...own, mining: { ...own.mining, intervalMs: undefined } },
      {
        states: states.branch(),
        history: ownHistory,
        head: { pool, clockOffset, mining: { ...mining, intervalMs: undefined } },
        onClose() {
          release()
          if (branches.delete(branched)) ownHistory.close()
        },
      },
    )
    branches.add(branched)
    return branched
  }

  // The process may have ended between two blocks.
  if (link === undefined) void queue.run(mineReadyIfAuto)

  const chain: Chain = {
    get chainId() {
      return head.current.mining.chainId ?? genesis.chainId
    },
    forks: forksOf(genesis),
    seiVersion: genesis.native.seiVersion ?? DEFAULT_SEI_VERSION,
    nativeChainId: nativeChainIdOf(genesis),
    names: genesis.native,
    remote: settings.remote,
    followsConsensus: link !== undefined,
    get instanceId() {
      return head.current.instanceId
    },
    blocks: {
      get latest() {
        return head.latest
      },
      get genesis() {
        const block = history.byNumber(genesis.number ?? 0n)
        assert(block !== undefined, 'the genesis block of a chain')
        return block
      },
      get earliest() {
        return BigInt(history.earliest)
      },
      get position() {
        return head.current.position
      },
      numberAt: views.numberAt,
      get: (number) => history.byNumber(number),
      getByHash: views.blockByHash,
      find: views.findBlock,
      leftSince: (position) => history.leftSince(position),
      range: ({ first, last }, options) => history.blocksIn(first, last, options),
    },
    transactions: {
      get: (hash) => history.transaction(hash),
      getNative: (hash) => history.nativeTransaction(hash),
      search: (key, { first, last }, order) => history.findTransactions(key, first, last, order),
      async waitFor(hash, timeoutMs) {
        if (isClosed) throw new ChainError({ code: 'CHAIN_CLOSED' })
        return history.transaction(hash) ?? waiters.wait(hash, timeoutMs)
      },
    },
    logs: {
      search: (criteria, { first, last }, scope) => history.findLogs(criteria, first, last, scope),
    },
    state: {
      get earliest() {
        return BigInt(versions.earliestBlock)
      },
      viewAt: views.viewAt,
      viewBefore: views.viewBefore,
      async proveStorage(ref, address, slots) {
        const version = views.provableVersion(views.requireState(ref))
        return slots.map((slot) => {
          const { value, ops } = states.proveStorage(version, address, slot)
          return { word: value, ops }
        })
      },
      stores: states.stores.names,
      async readRow(ref, { store, key }, prove) {
        const block = views.requireState(ref)
        if (prove) {
          const { value, ops } = states.stores.prove(store, key, views.provableVersion(block))
          return { value, ops }
        }
        const reader = states.stores.reader(views.keptVersion(block))
        return { value: reader.get(store, bytesToLatin1(key)), ops: [] }
      },
      changedAccounts: (from, to) =>
        changedAccounts(states, views.keptVersion(from), views.keptVersion(to)),
      ...readStates({ states, head, pruner, views, remote: settings.remote }),
      edit: (edit) =>
        enqueue(async () => {
          const edited = await head.update((current) => editState(current, edit, states))
          if (edited !== undefined) await mineReadyIfAuto()
        }),
      load: (dump) =>
        enqueue(async () => {
          const { remote } = settings
          const loading = { states, builder, contexts, scheduler, remote }
          await head.update((current) => loadDump(current, dump, loading))
          await mineReadyIfAuto()
        }),
    },
    pool: {
      get contents() {
        return poolContents(waiting(), views.viewOf(head.latest).state)
      },
      get: (hash) => waiting().get(hash),
      pendingNonce(address) {
        const nonce = views.viewOf(head.latest).state.getNonce(address)
        return waiting().nextNonce(address, nonce)
      },
      submit: (transaction, options) =>
        link === undefined
          ? enqueue(() => submitUndoing(transaction, options))
          : link.submit(transaction),
      submitNative,
      check: (transaction) =>
        views.viewOf(head.latest).readOverlay((state) => {
          const check = new CheckState({
            state,
            block: contexts.next(head.current),
            nativeChainId: nativeChainIdOf(genesis),
            mostMissing: 0n,
          })
          for (const each of waiting().natives) acceptIfValid(check, each)
          check.accept(transaction)
        }),
      drop: (select) => enqueue(() => submitter.drop(select)),
    },
    mining: {
      get config() {
        return head.current.mining
      },
      get clockOffset() {
        return head.current.clockOffset
      },
      get now() {
        return contexts.now(head.current)
      },
      get nextTime() {
        return contexts.nextTime(head.current)
      },
      get nextBaseFee() {
        return contexts.next(head.current).baseFeePerGas
      },
      feeMarket: genesis.native.feeMarket,
      get nextHardfork() {
        return contexts.next(head.current).hardfork
      },
      configure: (change, options) => enqueue(() => scheduler.configure(change, options)),
      mine: (options = {}) => enqueue(() => scheduler.mine(options)),
    },
    snapshots: {
      get list() {
        return snapshots.all().map(({ id, content, isKept }) => {
          return { id, block: content.head.position.value.block, isKept }
        })
      },
      take: ({ keep: isKept = false } = {}) =>
        enqueue(async () => {
          const checkpoint = rewinder.checkpoint()
          history.keepDecoded(true)
          return snapshots.add(checkpoint, isKept, pruner.leases.lease(checkpoint.head.version))
        }),
      revert: (id, { keep: isKept = false } = {}) =>
        enqueue(async () => {
          const checkpoint = snapshots.get(id)
          if (checkpoint === undefined) return false
          await rewinder.revert(checkpoint)
          snapshots.releaseFrom(isKept ? id + 1 : id)
          history.keepDecoded(!snapshots.isEmpty)
          return true
        }),
      release: (id) =>
        enqueue(async () => {
          const isReleased = snapshots.release(id)
          history.keepDecoded(!snapshots.isEmpty)
          return isReleased
        }),
      compare: (from, to) =>
        enqueue(async () => {
          const [before, after] = [from, to].map((id) =>
            id === undefined ? head.current.state : snapshots.get(id)?.head.state,
          )
          return before && after && compareStates(states, before, after)
        }),
    },
    simulate: {
      call: (view, request, overrides) =>
        simulator.simulate(
          view,
          overrides,
          (context) => andThen(simulateCall(context, request), ({ outcome }) => outcome),
          [request],
        ),
      estimateGas: async (view, request, overrides, after = []) =>
        simulator.simulate(
          view,
          overrides,
          async (context) => {
            for (const call of after) await simulateTransaction(context, call)
            return estimateGas(context, request)
          },
          [...after, request],
        ),
      async createAccessList(view, request, overrides) {
        const run = simulator.simulate(
          view,
          overrides,
          (context) => createAccessList(context, request),
          [request],
        )
        const { accessList, call } = await run
        return { accessList, outcome: call.outcome, gasUsed: call.gasUsed }
      },
      callMany: async (view, bundles, state) =>
        simulator.simulate(view, state && { state }, (context) =>
          callMany(context, view, bundles, contexts),
        ),
      blocks: async (view, simulation) =>
        simulator.simulate(view, undefined, (context) => {
          const { mining } = head.current
          return simulateBlocks(context, view, simulation, { genesis, contexts, mining })
        }),
      explore: (view, run, { overrides, signal, rehearse } = {}) =>
        simulator.explore(view, overrides, signal, run, rehearse),
      replayNative: ({ state, block }, transaction) =>
        views.replayNative(state, block, transaction),
    },
    watch: (watcher) => watchers.add(watcher),
    rollback: (depth) =>
      enqueue(async () => {
        await rewinder.rollback(depth)
        await mineReadyIfAuto()
      }),
    reorg: (depth, transactions) =>
      enqueue(async () => {
        await rewinder.rollback(depth)
        const rest = scheduler.createRest()
        for (let index = 0; index < Number(depth); index++) {
          await rest()
          await submitter.mineBlock(transactions.get(index) ?? [])
        }
        await mineReadyIfAuto()
      }),
    reset: () =>
      enqueue(async () => {
        if (isSaved && branches.size > 0) throw new ChainError({ code: 'PAST_IN_USE' })
        await rewinder.reset()
        snapshots.clear()
        history.keepDecoded(false)
      }),
    branch: () => enqueue(branch),
    async close() {
      isClosed = true
      scheduler.close()
      waiters.close()
      simulator.close()
      // At once: a change under way may wait for a remote node that hangs. A branch shares it.
      const leaving = onClose === undefined ? settings.remote?.close() : undefined
      await queue.idle()
      for (const each of [...branches]) await each.close()
      // A block that consensus has not committed is not written.
      if (link !== undefined) store?.discard()
      await store?.close()
      await leaving
      onClose?.()
    },
  }
  return { chain, core }
}

/** A block may have made a waiting transaction invalid. */
function acceptIfValid(check: CheckState, transaction: AnyTransaction): void {
  try {
    check.accept(transaction)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
  }
}
