import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Row } from './figures.ts'

/** Benchmarks run in this folder. */
const COMMAND = resolve('../bin/rockpool.js')
const GROW = fileURLToPath(new URL('./growDirectory.js', import.meta.url))

/**
 * Time from the start of the process to its ready line, on a directory with many keys and on a new
 * one.
 */
export async function benchStartup(keys: number, rounds: number): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'rockpool-bench-'))
  const grown = join(folder, 'grown')
  const [onGrown, onNew]: [number[], number[]] = [[], []]
  try {
    await promisify(execFile)(process.execPath, [
      '--max-old-space-size=4000',
      GROW,
      grown,
      `${keys}`,
    ])
    await startAndStop(grown)
    for (let round = 0; round < 2 * rounds; round++) {
      onGrown.push(await startAndStop(grown))
      onNew.push(await startAndStop(join(folder, `new-${round}`)))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return [
    {
      what: `${keys.toLocaleString('en')} keys: start on the directory (peer: on a new one)`,
      ours: { unit: 'ms', values: onGrown },
      peer: { unit: 'ms', values: onNew },
      goal: '< 300 more',
    },
  ]
}

async function startAndStop(directory: string): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, [COMMAND, '--port', '0', '-q', '--db', directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const took = performance.now() - began
  child.kill('SIGTERM')
  await once(child, 'exit')
  return took
}
