import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const lock = join(tmpdir(), `rockpool-build-${Buffer.from(root).toString('hex').slice(-40)}`)
/** Much longer than a build takes: an older lock belongs to a process that has ended. */
const LOCK_MS = 60_000

/** Path of the command, built from the current sources. Concurrent test files build it once. */
export async function builtCommand(): Promise<string> {
  while (!takeLock()) await delay(100)
  try {
    if (isStale()) execFileSync(process.execPath, ['scripts/build.js'], { cwd: root })
  } finally {
    rmSync(lock, { recursive: true })
  }
  return join(root, 'bin/rockpool.js')
}

function takeLock(): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since > LOCK_MS) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

function isStale(): boolean {
  const built = statSync(join(root, 'dist/cli.cjs'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  const files = sources.filter((entry) => entry.isFile())
  const newest = files.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs)
  newest.push(
    statSync(join(root, 'scripts/build.js')).mtimeMs,
    statSync(join(root, 'package.json')).mtimeMs,
  )
  return Math.max(...newest) > built
}
