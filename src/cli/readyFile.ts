import { readFileSync } from 'node:fs'
import { isJsonObject } from '../primitives/encoding/json.ts'
import { answersAs, type InstanceAddress } from './instances/instance.ts'
import { processStart } from './instances/processStart.ts'
import { removeFile, writeJsonFile } from './settings/writeJsonFile.ts'

/** What a file of `--ready-file` tells of its node, at least. */
export interface ReadyFacts extends InstanceAddress {
  readonly pid: number
}

/**
 * Removes what a node left behind that was killed: whoever waits for a new one must not take it for that one's. The file of a
 * node that still runs stays.
 *
 * @throws CommandFailed where it cannot be removed
 */
export async function removeStaleReadyFile(path: string): Promise<void> {
  const facts = readFacts(path)
  if (facts === undefined || !(await isOfRunningNode(facts))) removeFile(path)
}

/**
 * Writes the file of a node, over whatever is there.
 *
 * @returns removes it, unless it is another node's by then
 * @throws CommandFailed where it cannot be written
 */
export function writeReadyFile(path: string, facts: ReadyFacts): () => void {
  writeJsonFile(path, facts)
  return () => {
    const found = readFacts(path)
    if (found?.pid === facts.pid && found.instanceId === facts.instanceId) removeFile(path)
  }
}

async function isOfRunningNode({ pid, ...address }: ReadyFacts): Promise<boolean> {
  // In containers the next node often has the number of the last one.
  if (pid === process.pid || processStart(pid).kind === 'gone') return false
  return answersAs(address)
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
