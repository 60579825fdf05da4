import { closestWord } from '../../primitives/closestWord.ts'
import type { Decoded } from '../../rpc/codec/codec.ts'
import { partial, record } from '../../rpc/codec/compound.ts'
import { hash, text, uint64 } from '../../rpc/codec/scalar.ts'
import { RpcError, rpcCode } from '../../rpc/errors/rpcError.ts'
import { openExistingDatabase } from '../../store/database/database.ts'
import { StoreError } from '../../store/errors.ts'
import { CommandError } from '../failure.ts'
import type { CommandInput } from './command.ts'
import { DEFAULT_URL, NodeError, noRockpoolNode, requestNode } from './requestNode.ts'

const place = record({ id: text, blockNumber: uint64, blockHash: hash }, { title: 'snapshot' })
const labels = partial({ name: text, timestamp: uint64 }, { title: 'snapshot' })

type Snapshot = Decoded<typeof place> & Decoded<typeof labels>
type Options = CommandInput['options']

/**
 * The command `snapshot ls`: lists all snapshots, oldest first.
 * @throws CommandError
 */
export async function listSnapshots({ options, print }: CommandInput): Promise<void> {
  const url = await urlOf(options)
  const answer = await ask(url, 'rockpool_snapshots')
  const found = readAll(url, answer)
  if (options.json === true) return print(`${JSON.stringify(answer, undefined, 2)}\n`)
  if (found.length === 0) return print('no snapshots\n')
  const rows = found.map(({ id, name, blockNumber, blockHash, timestamp }) => {
    return [name ?? `(${id})`, String(blockNumber), blockHash, timeText(timestamp)]
  })
  const table = [['NAME', 'BLOCK', 'HASH', 'TIME'], ...rows]
  const widths = [0, 1, 2].map((i) => Math.max(...table.map((row) => row[i]?.length ?? 0)))
  for (const row of table) {
    print(`${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}\n`)
  }
}

/**
 * The command `snapshot save`.
 * @throws CommandError
 */
export async function saveSnapshot({ operands, options, print }: CommandInput): Promise<void> {
  const { url, name } = await target(operands, options)
  const saved = read(url, await ask(url, 'rockpool_snapshot', name))
  print(`saved ${name}: ${placeText(saved)}\n`)
}

/**
 * The command `snapshot use`.
 * @throws CommandError
 */
export async function useSnapshot({ operands, options, print }: CommandInput): Promise<void> {
  const { url, name } = await target(operands, options)
  // Checked first, because later errors have other messages.
  await requireKnown(url, name)
  const used = read(url, await ask(url, 'rockpool_checkout', name))
  print(`the chain is at ${name}: ${placeText(used)}\n`)
}

/**
 * The command `snapshot rm`.
 * @throws CommandError
 */
export async function removeSnapshot({ operands, options, print }: CommandInput): Promise<void> {
  const { url, name } = await target(operands, options)
  await requireKnown(url, name)
  const isRemoved = await ask(url, 'rockpool_release', name)
  if (typeof isRemoved !== 'boolean') throw noRockpoolNode(url, 'want true or false')
  if (!isRemoved) throw new CommandError(`no snapshot ${JSON.stringify(name)}: it was removed`, 1)
  print(`removed ${name}\n`)
}

async function target(
  [name = '']: readonly string[],
  options: Options,
): Promise<{ readonly url: string; readonly name: string }> {
  return { url: await urlOf(options), name }
}

async function urlOf({ url, db }: Options): Promise<string> {
  if (typeof db === 'string') throw await noSnapshotsIn(db)
  return typeof url === 'string' ? url : DEFAULT_URL
}

/** Snapshots exist only in a running node, not in a directory. */
async function noSnapshotsIn(directory: string): Promise<unknown> {
  try {
    const database = await openExistingDatabase(directory)
    await database.close()
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'DATABASE_LOCKED') return error
    const advice = 'omit --db, and pass the address of that node with --url'
    return new CommandError(`${directory} is in use by a running node: ${advice}`, 1)
  }
  const advice = 'start a node on it to take snapshots, or use rockpool export'
  return new CommandError(
    `${directory} has no snapshots: they exist only in the memory of a running node; ${advice}`,
    1,
  )
}

async function requireKnown(url: string, name: string): Promise<void> {
  const found = readAll(url, await ask(url, 'rockpool_snapshots'))
  const names = found.flatMap((each) => each.name ?? [])
  const isId = found.some(({ id }) => id === name || String(Number(id)) === name)
  if (isId || names.includes(name)) return
  const meant = closestWord(name, names)
  const known = names.length === 0 ? 'no named snapshots exist' : `available: ${names.join(', ')}`
  const hint = meant === undefined ? known : `did you mean ${meant}?`
  throw new CommandError(`no snapshot ${JSON.stringify(name)}: ${hint}`, 1)
}

/** @throws CommandError if it is not a list of snapshots */
function readAll(url: string, answer: unknown): readonly Snapshot[] {
  if (!Array.isArray(answer)) throw noRockpoolNode(url, 'want a list of snapshots')
  return answer.map((each: unknown) => read(url, each))
}

/** @throws CommandError if it is not a snapshot */
function read(url: string, answer: unknown): Snapshot {
  try {
    return { ...place.decode(answer, 'snapshot'), ...labels.decode(answer, 'snapshot') }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    throw noRockpoolNode(url, error.message)
  }
}

async function ask(url: string, method: string, ...params: readonly string[]): Promise<unknown> {
  try {
    return await requestNode({ url }, method, ...params)
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    if (error.code !== rpcCode.methodNotFound) throw new CommandError(error.message, 1)
    const version = await requestNode({ url }, 'web3_clientVersion').catch(() => undefined)
    const what =
      typeof version === 'string'
        ? `its version is ${version}`
        : 'it does not support named snapshots'
    throw noRockpoolNode(url, what)
  }
}

function placeText({ blockNumber, blockHash }: Snapshot): string {
  return `block ${blockNumber}, hash ${blockHash}`
}

/** Formats seconds since 1970 as ISO 8601; invalid dates stay numbers. */
function timeText(seconds: bigint | undefined): string {
  const date = new Date(Number(seconds) * 1000)
  return Number.isNaN(date.getTime())
    ? String(seconds ?? '')
    : date.toISOString().replace('.000', '')
}
