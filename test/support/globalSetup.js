import { ensureEngine } from '../../scripts/buildEngine.js'

/** Before the tests: the engine that they run on is the one of the sources. */
export async function setup() {
  await ensureEngine()
}
