import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { NodeConfig } from '../../node/options/config.ts'
import { interruptible } from '../commands/interruptible.ts'
import { CommandFailed } from '../failure.ts'
import { fileFailure } from '../fileFailure.ts'
import { describeInstance, type Instance } from './instance.ts'
import { InstanceRegistry } from './instanceRegistry.ts'
import { OWN_NAME_VARIABLE } from './ownInstance.ts'

const LOOK_MS = 20

/** How a node is to be started in the background. */
export interface DetachOptions {
  /** Arguments of this command, which are the node's as well. */
  readonly args: readonly string[]
  readonly config: Pick<NodeConfig, 'name' | 'silent' | 'json'>
  /** The registry. */
  readonly folder: string
  /** Writes to stdout. */
  print(text: string): void
}

/**
 * Starts a node in the background, and resolves when it is ready. It has its own session, so it outlives the terminal.
 *
 * @throws CommandFailed with what the node itself gave as its reason, and its exit code, where it ends before it is ready
 */
export async function detach({ args, config, folder, print }: DetachOptions): Promise<void> {
  const registry = new InstanceRegistry(folder)
  const reserved = await registry.reserve(config.name)
  try {
    registry.putLogAside(reserved)
    const child = start(args, reserved)
    const { name, log, startedAt } = reserved
    if (child.pid !== undefined) {
      registry.update(describeInstance(name, child.pid, { log, startedAt, address: null }))
    }
    const instance = await interruptible((signal) => untilReady(child, registry, name, signal))
    child.unref()
    for (const line of linesOf(log, 'Warning: ')) process.stderr.write(`${line}\n`)
    print(described(instance, config))
  } catch (error) {
    const left = registry.find(reserved.name)
    if (left !== undefined) registry.remove(left)
    throw error
  }
}

function start(args: readonly string[], { name, log }: Instance): ChildProcess {
  const [, script = ''] = process.argv
  const output = openLog(log)
  try {
    return spawn(process.execPath, [...process.execArgv, script, ...args], {
      detached: true,
      windowsHide: true,
      stdio: ['ignore', output, output],
      env: { ...process.env, [OWN_NAME_VARIABLE]: name },
    })
  } finally {
    closeSync(output)
  }
}

/** @throws CommandFailed */
function openLog(log: string): number {
  try {
    return openSync(log, 'a', 0o600)
  } catch (error) {
    throw fileFailure(log, error, 'written')
  }
}

/** Ends the node where `signal` says that nobody wants it any more. @throws CommandFailed */
async function untilReady(
  child: ChildProcess,
  registry: InstanceRegistry,
  name: string,
  signal: AbortSignal,
): Promise<Instance> {
  const ended = once(child, 'exit').catch((error: unknown) => {
    throw new CommandFailed(`the node could not be started: ${messageOf(error)}`, 1)
  })
  let hasEnded = false
  ended.then(
    () => {
      hasEnded = true
    },
    () => {
      hasEnded = true
    },
  )
  signal.addEventListener('abort', () => child.kill('SIGTERM'))
  for (;;) {
    const instance = registry.find(name)
    if (instance?.pid === child.pid && instance?.address != null) return instance
    if (hasEnded) throw failureOf(registry, name, await ended)
    await delay(LOOK_MS)
  }
}

/** What the node told last before it ended. */
function failureOf(registry: InstanceRegistry, name: string, [code]: readonly unknown[]) {
  const log = registry.logOf(name)
  const reason = linesOf(log, 'Error: ').at(-1)?.slice('Error: '.length)
  const message = reason ?? `the node ended before it was ready; ${log} has what it said`
  return new CommandFailed(message, code === 2 ? 2 : 1)
}

function linesOf(log: string, start: string): string[] {
  const lines = readFileSync(log, 'utf8').split('\n')
  return lines.filter((line) => line.startsWith(start))
}

function described(instance: Instance, { silent, json }: DetachOptions['config']): string {
  const { name, pid, log, address } = instance
  const url = address?.url ?? ''
  if (json) return `${JSON.stringify({ event: 'detached', name, pid, url, log })}\n`
  if (silent) return `${name}\n`
  return [
    `${name} (pid ${pid}) listens on ${url}`,
    `Log: ${log}`,
    `rockpool stop ${name} ends it.`,
    '',
  ].join('\n')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
