import { equalBytes } from '../primitives/encoding/bytes.ts'
import type { Hash } from '../primitives/encoding/hex.ts'
import { randomHash } from '../primitives/ids.ts'
import { storeNames } from '../state/rows/layout.ts'
import { createStateDatabase } from '../state/stateDatabase.ts'
import type { Database } from '../store/database/database.ts'
import { metaKey } from '../store/database/tables.ts'
import { createMultistore } from '../store/multistore.ts'
import { assembleChain } from './assembleChain.ts'
import type { Header } from './block/block.ts'
import type { Chain } from './chain.ts'
import type { ChainParts, ChainSettings } from './chainCore.ts'
import { ChainStore } from './chainStore.ts'
import { ChainError } from './errors.ts'
import type { Genesis } from './genesis/genesis.ts'
import { createGenesisBlock } from './genesis/genesisBlock.ts'
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
export function createParts({ genesis, hasAddressIndex }: ChainSettings): ChainParts {
  const states = createStateDatabase(genesis.native)
  const block = createGenesisBlock(genesis, states)
  const history = History.from(block, undefined, hasAddressIndex)
  return { states, history, head: { pool: new Pool() } }
}

/**
 * Opens the chain of a database, which must have the same genesis, or creates it. Closing the chain
 * closes the database.
 *
 * @throws GenesisError; ChainError GENESIS_MISMATCH, SETTING_MISMATCH
 */
export async function openChain(settings: ChainSettings, database: Database): Promise<Chain> {
  const opened = await openParts(settings, database)
  if (opened.isNew) await opened.parts.store.flush()
  return assembleChain(opened.settings, opened.parts)
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
 * @throws GenesisError; ChainError GENESIS_MISMATCH, SETTING_MISMATCH
 */
export async function openParts(settings: ChainSettings, database: Database): Promise<OpenedParts> {
  const { genesis, newInstanceId = randomHash, hasAddressIndex = true, mining } = settings
  const stores = createMultistore(storeNames, database)
  const states = createStateDatabase(genesis.native, stores)
  const store = new ChainStore(database, stores, hasAddressIndex, mining)
  if (stores.version === 0) {
    const block = createGenesisBlock(genesis, states)
    database.put(GENESIS_PARAMS_KEY, encodeGenesisParams(genesis))
    database.put(GENESIS_KEY, genesisDigest(genesis))
    const history = History.from(block, store.archive, hasAddressIndex)
    const head = { instanceId: newInstanceId(), pool: new Pool() }
    const first = { ...head, position: history.position, version: states.version }
    store.stage(undefined, first, { blocks: blocksAdded(block) })
    return { settings, parts: { states, history, head, store }, isNew: true }
  }
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
  const pool = (await store.pool.load()).withoutStale(states.newest)
  const instanceId = store.instanceId ?? (await nameImported(store, newInstanceId()))
  const initial = initialMiningState(latest.header, mining)
  const head = { instanceId, pool, ...store.mining.load(initial) }
  const parts = { states, history, head, store }
  return { settings: { ...settings, genesis: dated }, parts, isNew: false }
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
  const { hash } = createGenesisBlock(genesis, createStateDatabase(genesis.native))
  if (found !== hash) throw new ChainError({ code: 'GENESIS_MISMATCH', found, given: hash })
  requireSameGenesisParams(database.get(GENESIS_PARAMS_KEY), genesis)
  // The same genesis in another notation. Written with the next block.
  database.put(GENESIS_KEY, digest)
}

function damaged(reason: string): ChainError {
  return new ChainError({ code: 'DATABASE_DAMAGED', reason })
}
