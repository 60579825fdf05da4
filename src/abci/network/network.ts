import { RequestInitChain } from 'cosmjs-types/tendermint/abci/types'
import { assembleWithCore } from '../../chain/assembleChain.ts'
import type { Chain } from '../../chain/chain.ts'
import type { ChainCore, ChainParts, ChainSettings } from '../../chain/chainCore.ts'
import { ConsensusDriver } from '../../chain/consensus/consensusDriver.ts'
import { createParts, openParts } from '../../chain/createChain.ts'
import type { Genesis } from '../../chain/genesis/genesis.ts'
import { evmParamsOf } from '../../modules/evm/evmParams.ts'
import { assert } from '../../primitives/assert.ts'
import type { Database } from '../../store/database/database.ts'
import { metaKey } from '../../store/database/tables.ts'
import { ExactWriter } from '../wire/exactWriter.ts'
import type { Broadcaster } from './broadcaster.ts'
import { Mempool } from './mempool.ts'
import { listedPowers, networkGenesis } from './networkGenesis.ts'

/** Settings of a network's chain besides what InitChain says. */
export interface NetworkSettings
  extends Omit<ChainSettings, 'genesis' | 'executor' | 'mining' | 'followConsensus'> {
  createExecutor(genesis: Genesis): ChainSettings['executor']
  readonly broadcaster: Broadcaster
}

/** A chain that consensus drives, with what InitChain said. */
export interface Network {
  readonly init: RequestInitChain
  readonly genesis: Genesis
  readonly chain: Chain
  readonly core: ChainCore
  readonly driver: ConsensusDriver
  readonly mempool: Mempool
  /** First height of consensus. */
  readonly initialHeight: bigint
}

/** Key of the encoded request of InitChain in a database. */
const INIT_KEY = metaKey('init-chain')

/** Returns what InitChain said to the chain of a database; undefined if it has none. */
export function readInit(database: Database): RequestInitChain | undefined {
  const bytes = database.get(INIT_KEY)
  return bytes === undefined ? undefined : RequestInitChain.decode(bytes)
}

/** Encodes what InitChain said for {@link readInit}. */
export function encodeInit(init: RequestInitChain): Uint8Array {
  return RequestInitChain.encode(init, new ExactWriter()).finish()
}

/** Stages what InitChain said. */
export function stageInit(database: Database, encoded: Uint8Array): void {
  database.put(INIT_KEY, encoded)
}

/**
 * Creates or opens the chain of a network. Nothing of a new one is written before its first block.
 *
 * @param database default: in memory
 * @throws GenesisError, ChainError, StoreError
 */
export async function createNetwork(
  init: RequestInitChain,
  { createExecutor, broadcaster, ...rest }: NetworkSettings,
  database?: Database,
): Promise<Network> {
  const genesis = networkGenesis(init)
  let mempool: Mempool | undefined
  let driver: ConsensusDriver | undefined
  const settings: ChainSettings = {
    ...rest,
    genesis,
    executor: createExecutor(genesis),
    mining: { automine: false, allowEqualTimestamps: true },
    followConsensus(core) {
      driver = new ConsensusDriver(core, listedPowers(init))
      mempool = new Mempool(core, driver, broadcaster)
      return mempool
    },
  }
  const opened =
    database === undefined
      ? { settings, parts: createParts(settings) }
      : await openParts(settings, database)
  if (database !== undefined && 'isNew' in opened && opened.isNew) {
    stageInit(database, encodeInit(init))
  }
  const { chain, core } = assembleWithCore(opened.settings, withGovernedGas(opened.parts))
  assert(mempool !== undefined && driver !== undefined, 'a chain that follows consensus')
  const initialHeight = (genesis.number ?? 0n) + 1n
  return { init, genesis, chain, core, driver, mempool, initialHeight }
}

/** A snapshot has the block gas that governance set only in its state. */
function withGovernedGas(parts: ChainParts): ChainParts {
  const gasLimit = evmParamsOf(parts.states.newest).blockMaxGas
  const { mining } = parts.head
  if (gasLimit === undefined || mining === undefined) return parts
  return { ...parts, head: { ...parts.head, mining: { ...mining, gasLimit } } }
}
