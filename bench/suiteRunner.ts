// Runs the tests of a suite in a process of its own, like a test runner, and reports the time.
import { createNode } from '../src/index.ts'
import type { RockpoolNode } from '../src/provider.ts'
import { CHAIN_ID, type Request, runTest, type SuiteTest } from './suiteTests.ts'

/** Message to a runner: the tests, and the way to a node. */
export interface SuiteOrder {
  readonly tests: readonly SuiteTest[]
  /**
   * URL of a node, or a node in this process, which is reverted after each test or branched for it.
   */
  readonly way: string | 'in process' | 'branches'
  /** Whether results of contracts are checked; default: true. */
  readonly isChecked?: boolean
}

process.once('message', (order: SuiteOrder) => {
  run(order).then(
    (ms) => process.send?.(ms, () => process.disconnect()),
    (error) => {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
      process.exit(1)
    },
  )
})

async function run({ tests, way, isChecked }: SuiteOrder): Promise<number> {
  if (way.startsWith('http:')) return timed(tests, goingBack(overHttp(way), isChecked))
  const node = await createNode({ chainId: CHAIN_ID })
  try {
    const each = way === 'branches' ? branching(node) : goingBack(requesting(node))
    return await timed(tests, each)
  } finally {
    await node.close()
  }
}

/** Milliseconds of all tests in sequence. */
async function timed(
  tests: readonly SuiteTest[],
  each: (test: SuiteTest) => Promise<void>,
): Promise<number> {
  const began = performance.now()
  for (const test of tests) await each(test)
  return performance.now() - began
}

function goingBack(request: Request, isChecked = true): (test: SuiteTest) => Promise<void> {
  return async (test) => {
    const snapshot = await request('evm_snapshot')
    await runTest(request, test, isChecked)
    if ((await request('evm_revert', [snapshot])) !== true) throw new Error('no way back')
  }
}

function branching(base: RockpoolNode): (test: SuiteTest) => Promise<void> {
  return async (test) => {
    const node = await base.branch()
    await runTest(requesting(node), test)
    await node.close()
  }
}

function requesting(node: RockpoolNode): Request {
  return (method, params = []) => node.request({ method, params })
}

/** Sends requests in sequence over a kept connection, like the libraries of contract developers. */
function overHttp(url: string): Request {
  let id = 0
  return async (method, params = []) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
    })
    const { result, error } = (await response.json()) as {
      result?: unknown
      error?: { message: string }
    }
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result
  }
}
