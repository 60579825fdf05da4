import { ensureEngine } from '../../scripts/buildEngine.js'
import { ensureTracers } from '../../scripts/buildTracers.js'

/**
 * Before the tests: the engine that they run on is the one of the sources, and so is the worker of
 * tracers.
 */
export async function setup() {
  await Promise.all([ensureEngine(), ensureTracers()])
}
