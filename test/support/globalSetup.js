import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureEngine } from '../../scripts/buildEngine.js'
import { ensureTracers } from '../../scripts/buildTracers.js'

/**
 * Before the tests: the engine that they run on is the one of the sources, and so is the worker of
 * tracers. Commands have a cache of their own, not the user's.
 */
export async function setup() {
  process.env.XDG_CACHE_HOME = mkdtempSync(join(tmpdir(), 'rockpool-cache-'))
  await Promise.all([ensureEngine(), ensureTracers()])
}

export function teardown() {
  rmSync(process.env.XDG_CACHE_HOME, { recursive: true, force: true })
}
