import { statSync } from 'node:fs'
import { join } from 'node:path'
import { ChainRefused, GenesisRefused } from '../../chain/errors.ts'
import { RULES_KEY, requireSameRules } from '../../chain/genesis/rules.ts'
import { BlockArchive } from '../../chain/history/blockArchive.ts'
import { type Assembly, assembleNode } from '../../node/assembleNode.ts'
import { type NodeConfig, readConfig } from '../../node/options/config.ts'
import { packageVersion } from '../../node/packageFiles.ts'
import { silentLogger } from '../../primitives/logger.ts'
import { createDispatcher } from '../../rpc/core/dispatch.ts'
import { methods } from '../../rpc/core/registry.ts'
import { openExistingDatabase } from '../../store/database/database.ts'
import { LEVEL_MARK, requireOwnDirectory } from '../../store/database/openLevel.ts'
import { StoreRefused } from '../../store/errors.ts'
import { describeFailure } from '../failure.ts'
import type { Settings } from '../settings/readSettings.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import { probeFolder } from './placeChecks.ts'

/** Any account without code. */
const PLACE = `0x${'d0'.repeat(20)}`
/** 2 + 3, returned as a word. */
const ADDITION = '0x600260030160005260206000f3'
const SUM = `0x${'5'.padStart(64, '0')}`

/** What the directory is not that of, as their messages say. */
const MISMATCHES: readonly string[] = ['GENESIS_MISMATCH', 'SETTING_MISMATCH']

/** Whether code runs, on the engine that a node would have. */
export async function checkEngine(reference: boolean): Promise<Finding> {
  const name = reference ? 'the reference, @ethereumjs/evm,' : 'the engine, in WebAssembly,'
  try {
    const { node } = await assembleNode(readConfig({ reference }), surroundings())
    try {
      const dispatcher = createDispatcher(node, methods, { batchLimit: 1 })
      const params = [{ to: PLACE }, 'latest', { [PLACE]: { code: ADDITION } }]
      const result = await dispatcher.request({ method: 'eth_call', params })
      if (result === SUM) return ok('engine', `${name} ran a program`)
      return problem(
        'engine',
        `${name} made ${String(result)} of 2 + 3`,
        'install the package anew',
      )
    } finally {
      await node.close()
    }
  } catch (error) {
    return problem('engine', `${name} does not run: ${String(error)}`, 'install the package anew')
  }
}

/** Makes the chain that the settings ask for, in memory, and tells of its genesis; the chain is left to be closed. */
export async function checkGenesis(
  { config, genesis: json, precompiles, nameOf }: Settings,
  file: string,
): Promise<{ readonly findings: readonly Finding[]; readonly assembly?: Assembly }> {
  const inMemory = { ...config, db: undefined, dbSync: false }
  const warnings: Finding[] = []
  const logger = {
    ...silentLogger,
    error: (text: string) =>
      void warnings.push(warning('settings', text.replace(/^Warning: /, ''))),
  }
  const around = { ...surroundings(), logger, ...(precompiles !== undefined && { precompiles }) }
  try {
    const assembly = await assembleNode(inMemory, around, json)
    const { genesis, accounts, node } = assembly
    const { hash } = node.chain.latest
    const message = `${file}: chain id ${genesis.chainId}, ${accounts.length} development accounts, genesis hash ${hash}`
    return { findings: [...warnings, ok('genesis', message)], assembly }
  } catch (error) {
    const failure = describeFailure(error, file, nameOf)
    if (failure === undefined) throw error
    const check = error instanceof GenesisRefused ? 'genesis' : 'settings'
    return { findings: [...warnings, problem(check, failure.message)] }
  }
}

/** What is in the directory of the chain. @param assembly what the settings ask for; absent: that is not known */
export async function checkDirectory(
  { db }: Pick<NodeConfig, 'db'>,
  assembly: Assembly | undefined,
): Promise<Finding> {
  if (db === undefined) return ok('db', 'the chain is kept in memory')
  try {
    await requireOwnDirectory(db)
    if (statSync(join(db, LEVEL_MARK), { throwIfNoEntry: false }) === undefined) {
      probeFolder(db)
      return ok('db', `${db} can be made, for a new chain`)
    }
    const height = await readDirectory(db, assembly)
    probeFolder(db)
    if (height === undefined) return ok('db', `${db} holds no chain yet, and nobody uses it`)
    return ok('db', `${db} holds a chain at block ${height}, and nobody uses it`)
  } catch (error) {
    const failure = describeFailure(error, '')
    const message = failure?.message ?? `${db}: ${error instanceof Error ? error.message : error}`
    return problem('db', message, adviceFor(error))
  }
}

/** The height of its chain; undefined where none was begun. @throws StoreRefused, ChainRefused */
async function readDirectory(
  db: string,
  assembly: Assembly | undefined,
): Promise<number | undefined> {
  const database = await openExistingDatabase(db)
  try {
    const archive = new BlockArchive(database)
    if (archive.newest === undefined) return undefined
    const [found, given] = [archive.byNumber(0)?.hash, assembly?.node.chain.getBlock(0n)?.hash]
    if (found !== undefined && given !== undefined && found !== given) {
      throw new ChainRefused({ code: 'GENESIS_MISMATCH', found, given })
    }
    if (assembly !== undefined) requireSameRules(database.get(RULES_KEY), assembly.genesis)
    return archive.newest
  } finally {
    await database.close()
  }
}

/** Undefined where the message has it. */
function adviceFor(error: unknown): string | undefined {
  if (error instanceof ChainRefused && MISMATCHES.includes(error.code)) return undefined
  if (error instanceof StoreRefused) {
    if (error.code === 'DATABASE_LOCKED') return undefined
    if (error.code === 'DATABASE_FORMAT') {
      return 'take another directory, or the version that wrote this one'
    }
  }
  return 'take another directory'
}

function surroundings() {
  return { version: packageVersion(), logger: silentLogger }
}
