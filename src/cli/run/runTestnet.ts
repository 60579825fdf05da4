import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import {
  applicationArguments,
  cometArguments,
  nodeName,
  type TestnetLayout,
} from '../../abci/testnet/testnetFiles.ts'
import { CommandError } from '../failure.ts'
import type { Shutdown } from './signals.ts'

/** Name of CometBFT's command; COMETBFT names another one. */
const COMETBFT = process.env.COMETBFT ?? 'cometbft'

/** @throws CommandError if CometBFT is not installed */
export function requireCometBft(): void {
  if (spawnSync(COMETBFT, ['version'], { stdio: 'ignore' }).error === undefined) return
  const where = 'https://github.com/cometbft/cometbft (version 0.38)'
  throw new CommandError(`${COMETBFT}: not found. Install CometBFT from ${where}`, 1)
}

/**
 * Runs CometBFT and the application of all nodes until the shutdown. If a process ends, it names
 * the log and ends all.
 */
export async function runTestnet(
  directory: string,
  layout: TestnetLayout,
  shutdown: Shutdown,
): Promise<void> {
  const [script = ''] = process.argv.slice(1)
  const children = Array.from({ length: layout.validators }, (_, index) => {
    const launch = (name: string, command: string, args: readonly string[]) =>
      start(directory, command, args, join(directory, nodeName(index), `${name}.log`))
    return [
      launch('rockpool', process.execPath, [script, ...applicationArguments(layout, index)]),
      launch('cometbft', COMETBFT, cometArguments(index)),
    ]
  }).flat()
  let isEnding = false
  let failure: string | undefined
  shutdown.add(async () => {
    isEnding = true
    await Promise.all(children.map(({ child }) => end(child)))
    if (failure !== undefined) throw new CommandError(failure, 1)
  })
  for (const { child, log } of children) {
    child.once('exit', (code, signal) => {
      if (isEnding) return
      failure = `a process ended with ${code ?? signal}; see ${log}`
      shutdown.end()
    })
  }
}

function start(
  directory: string,
  command: string,
  args: readonly string[],
  log: string,
): { readonly child: ChildProcess; readonly log: string } {
  const file = openSync(log, 'a')
  const child = spawn(command, args, { cwd: directory, stdio: ['ignore', file, file] })
  closeSync(file)
  return { child, log }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}
