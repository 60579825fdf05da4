import { readFileSync } from 'node:fs'
import { isJsonObject } from '../../primitives/encoding/json.ts'
import { isRunning } from '../run/isRunning.ts'
import { removeFile, writeJsonFile } from './jsonFile.ts'

/** Required members of a ready file. */
export interface ReadyFacts {
  readonly pid: number
  readonly url: string
  readonly instanceId: string
}

/** Time limit of the health check. */
const ANSWER_MS = 2000

/**
 * Removes the ready file of a killed node, so that a client does not mistake it for that of the new
 * one. The file of a running node stays.
 *
 * @throws CommandError if it cannot be removed
 */
export async function removeStaleReadyFile(path: string): Promise<void> {
  const facts = readFacts(path)
  if (facts === undefined || !(await isOfRunningNode(facts))) removeFile(path)
}

/**
 * Writes the ready file and replaces an existing one.
 *
 * @returns function that removes it, unless another node replaced it
 * @throws CommandError if it cannot be written
 */
export function writeReadyFile(path: string, facts: ReadyFacts): () => void {
  writeJsonFile(path, facts)
  return () => {
    const found = readFacts(path)
    if (found?.pid === facts.pid && found.instanceId === facts.instanceId) removeFile(path)
  }
}

async function isOfRunningNode({ pid, url, instanceId }: ReadyFacts): Promise<boolean> {
  // In containers, the next node often has the same process id.
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

/** Undefined if the file does not exist or is not a ready file. */
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
