import { bytesToUtf8, utf8ToBytes } from '../primitives/bytes.ts'
import { storeNames } from '../state/layout.ts'
import { createStateDatabase } from '../state/stateDatabase.ts'
import type { Database } from '../store/database.ts'
import { createMultistore } from '../store/multistore.ts'
import { metaKey } from '../store/tables.ts'
import { assembleChain, type ChainSettings } from './assembleChain.ts'
import type { Chain } from './chain.ts'
import { ChainStore } from './chainStore.ts'
import { ChainRefused } from './errors.ts'
import type { Genesis } from './genesis.ts'
import { createGenesisBlock } from './genesisBlock.ts'
import { History } from './history.ts'
import { Pool } from './pool.ts'

/** A chain that begins with a genesis and holds everything in memory. @throws GenesisRefused */
export function createChain(settings: ChainSettings): Chain {
  const { genesis } = settings
  const states = createStateDatabase(genesis.native)
  const history = History.from(createGenesisBlock(genesis, states))
  return assembleChain(settings, { states, history, pool: new Pool() })
}

/**
 * A chain that lives in a database: the one that is there, which must have the same genesis, or a new one. Closing the
 * chain closes the database.
 *
 * @throws GenesisRefused; ChainRefused GENESIS_MISMATCH, SETTING_MISMATCH
 */
export async function openChain(settings: ChainSettings, database: Database): Promise<Chain> {
  const { genesis } = settings
  const stores = createMultistore(storeNames, database)
  const states = createStateDatabase(genesis.native, stores)
  const store = new ChainStore(database, stores)
  const pool = new Pool()
  if (stores.version === 0) {
    const block = createGenesisBlock(genesis, states)
    database.put(RULES_KEY, utf8ToBytes(JSON.stringify(rulesOf(genesis))))
    await store.writeBlock(block, pool)
    return assembleChain(settings, {
      states,
      history: History.from(block, store.archive),
      pool,
      store,
    })
  }
  requireSameGenesis(genesis, store, database)
  const latest = store.archive.byNumber(stores.version - 1)
  if (latest === undefined) throw new Error('bug: the newest block is not in the database')
  pool.load(await store.pool.load())
  pool.dropStale(states.newest)
  return assembleChain(settings, {
    states,
    history: History.from(latest, store.archive),
    pool,
    store,
  })
}

const RULES_KEY = metaKey('rules')

/** What a genesis says that the hash of block 0 does not show, by name. */
function rulesOf({ chainId, config, hardfork, native }: Genesis): Readonly<Record<string, string>> {
  const { bech32Prefix, denomination, feeMarket } = native
  const rules = { chainId, config, hardfork, bech32Prefix, denomination, feeMarket }
  return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, toText(rule)]))
}

/** Text or a number as it is, all else as JSON with sorted members, so that equal values have equal texts. */
function toText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'bigint') return value.toString()
  const text = JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'bigint') return part.toString()
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
  return text ?? 'none'
}

/** @throws ChainRefused */
function requireSameGenesis(genesis: Genesis, store: ChainStore, database: Database): void {
  const found = store.archive.byNumber(0)?.hash
  const { hash } = createGenesisBlock(genesis, createStateDatabase(genesis.native))
  if (found !== hash) throw new ChainRefused({ code: 'GENESIS_MISMATCH', found, given: hash })
  const rules = database.get(RULES_KEY)
  const written = JSON.parse(
    rules === undefined ? '{}' : bytesToUtf8(rules),
  ) as unknown as Readonly<Record<string, string>>
  for (const [setting, given] of Object.entries(rulesOf(genesis))) {
    const before = written[setting] ?? ''
    if (before !== given) {
      throw new ChainRefused({ code: 'SETTING_MISMATCH', setting, found: before, given })
    }
  }
}
