import type { Hash } from '../../primitives/encoding/hex.ts'
import type { StateDatabase, StatePosition } from '../../state/stateDatabase.ts'
import type { SealedBlock } from '../block/block.ts'
import type { BlockContexts } from '../build/blockContext.ts'
import type { Producer } from '../build/producer.ts'
import type { ChainStore } from '../chainStore.ts'
import { ChainRefused } from '../errors.ts'
import type { Genesis } from '../genesis/genesis.ts'
import { createGenesisBlock } from '../genesis/genesisBlock.ts'
import type { History, HistoryPosition } from '../history/history.ts'
import type { HistoryChange } from '../history/historyChange.ts'
import type { ChainControls, CurrentControls } from '../mining/controls.ts'
import type { MiningDesk } from '../mining/miningDesk.ts'
import { Pool, type PoolContent } from '../pool/pool.ts'
import type { Watchers } from '../watchers.ts'
import type { BlockVersions } from './blockVersions.ts'
import type { Pins } from './pins.ts'
import type { Snapshots } from './snapshots.ts'

/** What a snapshot remembers: positions, so that taking one costs the same whatever the state's size. */
export interface Moment {
  readonly states: StatePosition
  readonly history: HistoryPosition
  readonly pool: PoolContent
  readonly controls: ChainControls
  /** What the chain's clock said. */
  readonly now: bigint
}

/** What is to go elsewhere together. */
export interface TravelParts {
  readonly genesis: Genesis
  readonly states: StateDatabase
  readonly history: History
  readonly versions: BlockVersions
  readonly pool: Pool
  readonly producer: Producer
  readonly desk: MiningDesk
  readonly contexts: BlockContexts
  readonly controls: CurrentControls
  readonly watchers: Watchers
  readonly snapshots: Snapshots<Moment>
  /** Versions that snapshots and branches need, with all after them. */
  readonly held: Pins
  /** Versions that running simulations need. */
  readonly read: Pins
  readonly store?: ChainStore
  /** Names the chain anew. */
  newInstanceId(): Hash
  /** The controls of the chain once it was reset. */
  startControls(genesisBlock: SealedBlock): ChainControls
}

/** Blocks of a saved chain that a reset leaves, and that whoever watches is still told of: memory has no room for any number. */
const REMEMBERED = 1_000

/** Takes a chain to where it was before: blocks, state and all that goes with them. Calls must not overlap. */
export class Travel {
  readonly #parts: TravelParts
  #instanceId: Hash

  /** @param instanceId of the chain as it is. */
  constructor(parts: TravelParts, instanceId: Hash) {
    this.#parts = parts
    this.#instanceId = instanceId
  }

  /** Another one after each reset. */
  get instanceId(): Hash {
    return this.#instanceId
  }

  /** Where the chain is. */
  get moment(): Moment {
    const { states, history, pool, controls, contexts } = this.#parts
    return {
      states: states.position,
      history: history.position,
      pool: pool.content,
      controls: controls.current,
      now: contexts.now,
    }
  }

  /** Goes to another moment, on disk too; where that fails it is as if nobody had asked. */
  async to(moment: Moment): Promise<void> {
    const { states, held, read, store, pool, watchers } = this.#parts
    const before = this.moment
    try {
      const shared = states.moveTo(moment.states)
      const change = this.#follow(moment)
      for (const pins of [held, read]) pins.forkAt(shared)
      await store?.writeAll(pool)
      watchers.tellBlocks(change)
    } catch (error) {
      states.returnTo(before.states)
      this.#follow(before)
      store?.discard()
      throw error
    }
  }

  /**
   * Does something that makes blocks or edits: where that fails, the chain goes back to where it was.
   *
   * @throws what `job` throws; StoreRefused DATABASE_UNWRITABLE where the way back cannot be written either, with what was done so far
   */
  async orBack(job: () => Promise<void>): Promise<void> {
    const { states, held } = this.#parts
    states.stores.keepPast()
    const unpin = held.pin(states.version)
    const before = this.moment
    try {
      await job()
    } catch (error) {
      await this.to(before)
      throw error
    } finally {
      unpin()
    }
  }

  /**
   * Takes the newest blocks away, and the edits after them; what waits and the controls stay. Blocks that are only in a database
   * are no longer there for snapshots and branches, so there must be none.
   *
   * @throws ChainRefused ROLLBACK_TOO_DEEP, BLOCK_PRUNED, PAST_IN_USE
   */
  async back(depth: bigint): Promise<void> {
    const { states, history, versions, pool, held } = this.#parts
    const latest = history.latest.header.number
    const number = latest - depth
    if (number < 0n) throw new ChainRefused({ code: 'ROLLBACK_TOO_DEEP', depth, latest })
    if (depth === 0n) return
    const block = history.byNumber(number)
    const version = block === undefined ? 0 : versions.after(block)
    if (number < history.earliest || version < states.stores.earliest) {
      const earliest = BigInt(versions.earliestBlock)
      throw new ChainRefused({ code: 'BLOCK_PRUNED', number, earliest })
    }
    if (!history.reaches(Number(number)) && !held.isEmpty) {
      throw new ChainRefused({ code: 'PAST_IN_USE' })
    }
    // Of a run that ends there now: from here on nobody waits for them, and on disk there are none to be made later.
    await history.hashedAt(Number(number))
    const target = { history: history.recall(Number(number)), states: states.recall(version) }
    await this.to({ ...this.moment, ...target })
    pool.dropStale(states.newest)
  }

  /**
   * Begins anew with the genesis: nothing waits, the controls are as at the start, and snapshots end. Branches go on, unless the
   * chain is saved: then there must be none.
   *
   * @throws StoreRefused DATABASE_UNWRITABLE, with nothing done
   */
  async reset(): Promise<void> {
    const { genesis, states, history, versions, pool, snapshots, held, read, store } = this.#parts
    const { newInstanceId } = this.#parts
    const firstTold = history.latest.number - REMEMBERED + 1
    const archived = history.archivedFrom(Math.max(history.earliest, 1, firstTold))
    const next = states.startOver()
    const instanceId = newInstanceId()
    const begin = () => {
      store?.stageInstance(instanceId)
      return { block: createGenesisBlock(genesis, next.states), stores: next.states.stores }
    }
    try {
      const { block } = store === undefined ? begin() : await store.writeAnew(begin)
      // From here on nothing is awaited: readers see the old chain or the new one.
      next.takeOver()
      const change = history.startOver(block, archived)
      snapshots.clear()
      for (const pins of [held, read]) pins.clear()
      versions.newest = states.version
      this.#instanceId = instanceId
      pool.restore(new Pool().content)
      this.#parts.producer.refresh()
      this.#parts.desk.set(this.#parts.startControls(block))
      this.#parts.watchers.tellBlocks(change)
    } catch (error) {
      store?.discard()
      throw error
    }
  }

  /** Takes blocks, pool, controls and clock to where the state is. */
  #follow(moment: Moment): HistoryChange {
    const { states, history, versions, pool, producer, desk, controls, contexts } = this.#parts
    const change = history.moveTo(moment.history)
    versions.newest = states.version
    pool.restore(moment.pool)
    producer.refresh()
    const clockOffset = controls.current.clockOffset + moment.now - contexts.now
    desk.set({ ...moment.controls, clockOffset })
    return change
  }
}
