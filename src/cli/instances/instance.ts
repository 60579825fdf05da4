import { hostname } from 'node:os'
import { isJsonObject } from '../../primitives/encoding/json.ts'
import { processStart } from './processStart.ts'

/** Where a node in the background can be asked. */
export interface InstanceAddress {
  readonly url: string
  readonly instanceId: string
}

/** A node in the background, as its file in the registry has it. */
export interface Instance {
  readonly name: string
  /** Of the node; before there is one, of the process that starts it. */
  readonly pid: number
  /** As of {@link processStart}; null where the system does not say. */
  readonly processStart: string | null
  /** Name of the machine: the folder may be one that several machines share. */
  readonly machine: string
  /** In ms since 1970. */
  readonly startedAt: number
  /** Where its output goes. */
  readonly log: string
  /** The folder that it was started in. */
  readonly folder: string
  /** Null until it is ready. */
  readonly address: InstanceAddress | null
}

/** How long a node may take to say who it is. */
const ANSWER_MS = 2000
/** How long one that cannot be asked yet is taken to be starting. */
const STARTING_MS = 60_000

/** What the registry is to say of a process of this machine. */
export function describeInstance(
  name: string,
  pid: number,
  rest: Pick<Instance, 'log' | 'address' | 'startedAt'>,
): Instance {
  const found = processStart(pid)
  return {
    name,
    pid,
    processStart: found.kind === 'known' ? found.start : null,
    machine: hostname(),
    folder: process.cwd(),
    ...rest,
  }
}

/** What a file of the registry says; undefined where it is no such file. */
export function parseInstance(text: string): Instance | undefined {
  const json = parsed(text)
  if (!isJsonObject(json)) return undefined
  const { name, pid, processStart, machine, startedAt, log, folder, address } = json
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 1) return undefined
  if (typeof name !== 'string' || typeof machine !== 'string') return undefined
  if (typeof log !== 'string' || typeof folder !== 'string') return undefined
  if (typeof startedAt !== 'number') return undefined
  return {
    ...{ name, pid, machine, startedAt, log, folder },
    processStart: typeof processStart === 'string' ? processStart : null,
    address: parseAddress(address),
  }
}

function parseAddress(json: unknown): InstanceAddress | null {
  if (!isJsonObject(json)) return null
  const { url, instanceId } = json
  return typeof url === 'string' && typeof instanceId === 'string' ? { url, instanceId } : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether it was registered by another machine, so that nothing can be said of its process here. */
export function isElsewhere({ machine }: Instance): boolean {
  return machine !== hostname()
}

/**
 * Whether the process is still the one that was registered. Only then may it be sent a signal: its number may be that of
 * somebody else's process by now.
 */
export async function isRunning(instance: Instance): Promise<boolean> {
  const found = processStart(instance.pid)
  if (found.kind === 'gone') return false
  if (found.kind === 'known' && instance.processStart !== null) {
    return found.start === instance.processStart
  }
  // Before it is ready it does not answer.
  if (instance.address === null) return Date.now() - instance.startedAt < STARTING_MS
  return answersAs(instance.address)
}

/** Whether the node that is known by this id answers there. */
export async function answersAs({ url, instanceId }: InstanceAddress): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const response = await fetch(new URL('/health', url), { signal })
    const health: unknown = await response.json()
    return isJsonObject(health) && health.instanceId === instanceId
  } catch {
    return false
  }
}
