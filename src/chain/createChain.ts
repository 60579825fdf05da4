import { equalBytes } from '../primitives/encoding/bytes.ts'
import type { Hash } from '../primitives/encoding/hex.ts'
import { randomHash } from '../primitives/ids.ts'
import type { RemoteChain } from '../remote/remoteChain.ts'
import { completeReads } from '../state/fork/completeReads.ts'
import type { RemoteSettings } from '../state/fork/remoteBase.ts'
import { storeNames } from '../state/rows/layout.ts'
import { createStateDatabase, type StateDatabase } from '../state/stateDatabase.ts'
import type { Database } from '../store/database/database.ts'
import { metaKey } from '../store/database/tables.ts'
import { createMultistore } from '../store/multistore.ts'
import { assembleChain, assembleWithCore } from './assembleChain.ts'
import type { Header, SealedBlock } from './block/block.ts'
import type { Chain } from './chain.ts'
import type { ChainParts, ChainSettings } from './chainCore.ts'
import { ChainStore } from './chainStore.ts'
import { ChainError } from './errors.ts'
import { replayBlock } from './fork/replayBlock.ts'
import { getFork, putFork, requireSameFork } from './fork/savedFork.ts'
import type { Genesis } from './genesis/genesis.ts'
import { createFirstBlock, createGenesisBlock } from './genesis/genesisBlock.ts'
import { genesisDigest } from './genesis/genesisDigest.ts'
import {
  decodeGenesisParams,
  encodeGenesisParams,
  GENESIS_PARAMS_KEY,
  genesisNumberOf,
  requireSameGenesisParams,
} from './genesis/genesisParams.ts'
import { History } from './history/history.ts'
import { blocksAdded } from './history/historyChange.ts'
import { initialMiningState } from './mining/miningConfig.ts'
import { Pool } from './pool/pool.ts'

/**
 * Creates a chain in memory from a genesis.
 * @throws GenesisError
 */
export function createChain(settings: ChainSettings): Chain {
  return assembleChain(settings, createParts(settings))
}

/**
 * Creates the parts of a chain in memory.
 * @throws GenesisError
 */
export function createParts(settings: ChainSettings): ChainParts {
  const { genesis } = settings
  const states = createStateDatabase(genesis.native)
  return partsOf(settings, states, createGenesisBlock(genesis, states))
}

/**
 * Creates a chain in memory that continues a remote one.
 * @throws RemoteError
 */
export async function createForkedChain(settings: ChainSettings): Promise<Chain> {
  const { genesis, remote } = settings
  const states = createStateDatabase(genesis.native, undefined, remoteOf(genesis, remote))
  const block = await createFirstBlock(genesis, states)
  return withReplay(settings, partsOf(settings, states, block))
}

/** Assembles a fork, which may start with transactions of the block after the forked one. */
async function withReplay(settings: ChainSettings, parts: ChainParts): Promise<Chain> {
  const { chain, core } = assembleWithCore(settings, parts)
  const { remote, logger } = settings
  try {
    if (remote?.replay !== undefined) await replayBlock(core, remote, logger)
    return chain
  } catch (error) {
    await chain.close()
    throw error
  }
}

function partsOf(
  { hasAddressIndex }: ChainSettings,
  states: StateDatabase,
  block: SealedBlock,
): ChainParts {
  const history = History.from(block, undefined, hasAddressIndex)
  return { states, history, head: { pool: new Pool() } }
}

/**
 * Opens the chain of a database, which must have the same genesis, or creates it. Closing the chain
 * closes the database.
 *
 * @throws GenesisError; ChainError GENESIS_MISMATCH, SETTING_MISMATCH, FORK_MISMATCH; RemoteError
 */
export async function openChain(settings: ChainSettings, database: Database): Promise<Chain> {
  const opened = await openParts(settings, database)
  if (!opened.isNew) return assembleChain(opened.settings, opened.parts)
  await opened.parts.store.flush()
  return withReplay(opened.settings, opened.parts)
}

/** Parts of a chain on disk, and its settings with the time of its genesis. */
export interface OpenedParts {
  readonly settings: ChainSettings
  readonly parts: ChainParts & Required<Pick<ChainParts, 'store'>>
  readonly isNew: boolean
}

/**
 * Opens the parts of the chain of a database. Those of a new chain are staged: the next write
 * includes them.
 *
 * @throws GenesisError; ChainError GENESIS_MISMATCH, SETTING_MISMATCH, FORK_MISMATCH; RemoteError
 */
export async function openParts(settings: ChainSettings, database: Database): Promise<OpenedParts> {
  const { genesis, newInstanceId = randomHash, hasAddressIndex = true, mining, remote } = settings
  const stores = createMultistore(storeNames, database)
  const states = createStateDatabase(genesis.native, stores, remoteOf(genesis, remote))
  const store = new ChainStore(database, stores, hasAddressIndex, mining)
  if (stores.version === 0) {
    const block = await createFirstBlock(genesis, states)
    if (remote !== undefined) putFork(database, remote)
    database.put(GENESIS_PARAMS_KEY, encodeGenesisParams(genesis))
    database.put(GENESIS_KEY, genesisDigest(genesis))
    const history = History.from(block, store.archive, hasAddressIndex)
    const head = { instanceId: newInstanceId(), pool: new Pool() }
    const first = { ...head, position: history.position, version: states.version }
    store.stage(undefined, first, { blocks: blocksAdded(block) })
    return { settings, parts: { states, history, head, store }, isNew: true }
  }
  requireSameFork(getFork(database), remote)
  const params = database.get(GENESIS_PARAMS_KEY)
  const number = params === undefined ? 0 : genesisNumberOf(decodeGenesisParams(params))
  const first = store.archive.byNumber(number)
  if (first === undefined) throw damaged(`block ${number} is missing`)
  const dated = withTimeOf(first.header, genesis)
  requireSameGenesis(dated, first.hash, database)
  const { newest } = store.archive
  const latest = newest === undefined ? undefined : store.archive.stepAt(newest)
  if (latest === undefined) throw damaged('the newest block is missing')
  const history = History.from(latest, store.archive, hasAddressIndex)
  const loaded = await store.pool.load()
  const pool = await completeReads(
    () => (remote === undefined ? states.newest : states.overlay(states.version)),
    (state) => loaded.withoutStale(state),
  )
  const instanceId = store.instanceId ?? (await nameImported(store, newInstanceId()))
  const initial = initialMiningState(latest.header, mining)
  const head = { instanceId, pool, ...store.mining.load(initial) }
  const parts = { states, history, head, store }
  return { settings: { ...settings, genesis: dated }, parts, isNew: false }
}

function remoteOf(
  { native }: Genesis,
  remote: RemoteChain | undefined,
): RemoteSettings | undefined {
  if (remote === undefined) return undefined
  const hasAssociations = remote.isSei && native.hasAssociations !== false
  return { state: remote.state, isSei: hasAssociations }
}

function withTimeOf({ timestamp }: Header, genesis: Genesis): Genesis {
  return genesis.isTimestampDefault === true ? { ...genesis, timestamp } : genesis
}

/** An imported chain is another chain than the exported one. */
async function nameImported(store: ChainStore, id: Hash): Promise<Hash> {
  store.stageInstance(id)
  await store.flush()
  return id
}

/** Key of the digest of the genesis that the database was last opened with. */
const GENESIS_KEY = metaKey('genesis')

/** @throws ChainError */
function requireSameGenesis(genesis: Genesis, found: Hash, database: Database): void {
  const digest = genesisDigest(genesis)
  const before = database.get(GENESIS_KEY)
  if (before !== undefined && equalBytes(before, digest)) return
  // The hash of a forked block does not cover the genesis of the fork.
  const { hash } = genesis.fork ?? createGenesisBlock(genesis, createStateDatabase(genesis.native))
  if (found !== hash) throw new ChainError({ code: 'GENESIS_MISMATCH', found, given: hash })
  requireSameGenesisParams(database.get(GENESIS_PARAMS_KEY), genesis)
  // The same genesis in another notation. Written with the next block.
  database.put(GENESIS_KEY, digest)
}

function damaged(reason: string): ChainError {
  return new ChainError({ code: 'DATABASE_DAMAGED', reason })
}
