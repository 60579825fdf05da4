import { readFileSync } from 'node:fs'
import { isJsonObject } from '../../primitives/encoding/json.ts'
import { removeFile, writeJsonFile } from './jsonFile.ts'

/** What a file of `--ready-file` tells of its node, at least. */
export interface ReadyFacts {
  readonly pid: number
  readonly url: string
  readonly instanceId: string
}

/** How long a node may take to say who it is. */
const ANSWER_MS = 2000

/**
 * Removes what a node left behind that was killed: whoever waits for a new one must not take it for
 * that one's. The file of a node that still runs stays.
 *
 * @throws CommandError where it cannot be removed
 */
export async function removeStaleReadyFile(path: string): Promise<void> {
  const facts = readFacts(path)
  if (facts === undefined || !(await isOfRunningNode(facts))) removeFile(path)
}

/**
 * Writes the file of a node, over whatever is there.
 *
 * @returns removes it, unless it is another node's by then
 * @throws CommandError where it cannot be written
 */
export function writeReadyFile(path: string, facts: ReadyFacts): () => void {
  writeJsonFile(path, facts)
  return () => {
    const found = readFacts(path)
    if (found?.pid === facts.pid && found.instanceId === facts.instanceId) removeFile(path)
  }
}

async function isOfRunningNode({ pid, url, instanceId }: ReadyFacts): Promise<boolean> {
  // In containers the next node often has the number of the last one.
  if (pid === process.pid || !isRunning(pid)) return false
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const response = await fetch(new URL('/health', url), { signal })
    const health: unknown = await response.json()
    return isJsonObject(health) && health.instanceId === instanceId
  } catch {
    return false
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Undefined where there is no such file, or it is no node's. */
function readFacts(path: string): ReadyFacts | undefined {
  try {
    const json: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (!isJsonObject(json)) return undefined
    const { pid, url, instanceId } = json
    const isNode =
      typeof pid === 'number' && typeof url === 'string' && typeof instanceId === 'string'
    return isNode ? { pid, url, instanceId } : undefined
  } catch {
    return undefined
  }
}
