import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { bytesToUtf8 } from '../../primitives/encoding/bytes.ts'
import type { CommandInput } from '../commands/commands.ts'
import { CommandFailed } from '../failure.ts'
import { type Instance, isRunning } from './instance.ts'
import { instanceFolder } from './instanceFolder.ts'
import { InstanceRegistry } from './instanceRegistry.ts'

const LOOK_MS = 20
/** How long a node may take to save what it has. */
const STOP_WAIT_MS = 30_000
/** The same with --force, which kills it then. */
const FORCE_WAIT_MS = 5000

/** Of what a node tells while it ends, in bytes. */
const MOST_READ = 1024 * 1024

/**
 * The command `stop`: ends nodes in the background in order, and waits until they are gone.
 *
 * @throws CommandFailed where one is not there, does not end in time, or told of an error while it ended
 */
export async function stopCommand({ operands, options, print }: CommandInput): Promise<void> {
  const registry = new InstanceRegistry(instanceFolder(process.env))
  const chosen = choose(await registry.running(), operands, options.all === true)
  if (chosen.length === 0) return print('no nodes are running\n')
  const force = options.force === true
  const ends = await Promise.allSettled(chosen.map((instance) => stop(registry, instance, force)))
  for (const end of ends) if (end.status === 'fulfilled') print(end.value)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** @throws CommandFailed where it is not clear which are meant */
function choose(
  running: readonly Instance[],
  wanted: readonly string[],
  isAll: boolean,
): readonly Instance[] {
  const names = running.map(({ name }) => name).join(', ')
  if (isAll) return running
  if (wanted.length > 0) {
    const found = wanted.map((word) => {
      const instance = running.find(({ name, pid }) => name === word || String(pid) === word)
      if (instance !== undefined) return instance
      const others = names === '' ? 'none is running' : `there is ${names}`
      throw new CommandFailed(`no instance ${word} is running in the background; ${others}`, 1)
    })
    return [...new Set(found)]
  }
  if (running.length === 1) return running
  if (running.length === 0) throw new CommandFailed('no instance is running in the background', 1)
  throw new CommandFailed(`several instances are running: ${names}. Name one, or give --all.`, 2)
}

/** What became of it, as a line. @throws CommandFailed */
async function stop(
  registry: InstanceRegistry,
  instance: Instance,
  force: boolean,
): Promise<string> {
  const { name, pid, log } = instance
  const what = `${name} (pid ${pid})`
  const start = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  send(instance, 'SIGTERM')
  const isGone = await untilGone(instance, force ? FORCE_WAIT_MS : STOP_WAIT_MS)
  if (!isGone && !force) {
    const advice = `it may still be saving; rockpool stop ${name} --force kills it`
    throw new CommandFailed(`${what} has not ended within ${STOP_WAIT_MS / 1000} s: ${advice}`, 1)
  }
  if (!isGone) {
    send(instance, 'SIGKILL')
    await untilGone(instance, STOP_WAIT_MS)
  }
  registry.remove(instance)
  if (!isGone) return `${what} was killed; what it had not saved is lost\n`
  const error = errorAfter(log, start)
  if (error !== undefined) throw new CommandFailed(`${what} ended, but: ${error}`, 1)
  return `${what} has ended\n`
}

function send({ pid }: Instance, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It may have ended by itself just now.
    const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH'
    if (!isGone) throw error
  }
}

async function untilGone(instance: Instance, longestMs: number): Promise<boolean> {
  const end = performance.now() + longestMs
  while (await isRunning(instance)) {
    if (performance.now() > end) return false
    await delay(LOOK_MS)
  }
  return true
}

/** What the node told of while it ended, such as a state that could not be saved. */
function errorAfter(log: string, start: number): string | undefined {
  try {
    const file = openSync(log, 'r')
    try {
      const bytes = new Uint8Array(MOST_READ)
      const length = readSync(file, bytes, 0, MOST_READ, start)
      const lines = bytesToUtf8(bytes.subarray(0, length)).split('\n')
      return lines.find((line) => line.startsWith('Error: '))?.slice('Error: '.length)
    } finally {
      closeSync(file)
    }
  } catch {
    // The user may have removed it.
    return undefined
  }
}
