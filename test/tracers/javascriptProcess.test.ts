import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import type { StateSource } from '../../src/state/rows/stateSource.ts'
import type { WorldState } from '../../src/state/worldState.ts'
import { traceJob } from '../../src/tracers/javascript/javaScriptTracer.ts'
import { TracerProcess } from '../../src/tracers/javascript/tracerProcess.ts'
import { testChain } from '../support/chain.ts'
import { expectServed } from '../support/evm/hostileTracing.ts'
import { code, push } from '../support/evm/programs.ts'
import { addressOf } from '../support/evm/tracing.ts'
import { testGenesis } from '../support/genesis.ts'
import { FULL, some } from '../support/runs.ts'
import { builtCommand } from '../support/wire/command.ts'
import { finish, killRunning, type Run, root, startNode } from '../support/wire/processes.ts'

const A = addressOf(0xaa)
const quick = '{ fault() {}, result() { return 1 } }'
/** QuickJS cannot interrupt this one. */
const endless =
  '{ fault() {}, result() { return [].indexOf.call({ length: Number.MAX_SAFE_INTEGER }, 1) } }'

afterEach(killRunning)

/** Linux lists processes here; other systems have no such folder. */
const PROC = '/proc'

/** State and parent of a process, or undefined. */
function lookUp(pid: number): { readonly state: string; readonly parent: number } | undefined {
  try {
    const text = readFileSync(`${PROC}/${pid}/stat`, 'utf8')
    // Its name, in brackets, may have any characters.
    const [state = '', parent] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state, parent: Number(parent) }
  } catch {
    return undefined
  }
}

/**
 * Whether a process runs. One that has ended may be listed for as long as its parent does not ask
 * for it.
 */
function isRunning(pid: number): boolean {
  return (lookUp(pid)?.state ?? 'Z') !== 'Z'
}

/** Numbers of the processes that one started and that still run. */
function childrenOf(parent: number | undefined): number[] {
  const all = readdirSync(PROC).filter((name) => /^\d+$/.test(name))
  return all.map(Number).filter((pid) => lookUp(pid)?.parent === parent && isRunning(pid))
}

async function post(port: number, tracer: string) {
  const params = [{ to: A, gas: '0x5208' }, 'latest', { tracer, timeout: '1h' }]
  const answer = await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'debug_traceCall', params }),
  })
  return answer.json()
}

/** The worker of the only trace that a node runs, as soon as there is one. */
async function workerOf(node: Run): Promise<number> {
  for (;;) {
    const [worker] = childrenOf(node.pid)
    if (worker !== undefined) return worker
    await setTimeout(20)
  }
}

/** Traces a call that destroys a contract, in a worker of its own, over another state. */
async function traceOver(
  stateOf: (whole: StateSource, worker: TracerProcess) => StateSource,
  worker = new TracerProcess(),
) {
  const destroyer = { code: code(push(0), 0xff) }
  const chain = testChain(testGenesis({ hardfork: 'shanghai' }, [[A, destroyer]]))
  const view = await chain.state.viewAt({ tag: 'latest' })
  const subject = { kind: 'call', request: { to: A }, place: { blockNumber: 0n } } as const
  const tracer = { source: quick, config: undefined }
  return chain.simulate.explore(view, async (scene) => {
    const source = stateOf(scene.state.asSource(), worker)
    const state: WorldState = Object.create(scene.state, { asSource: { value: () => source } })
    const job = traceJob(scene, subject, tracer, { timeoutMs: 60_000 })
    try {
      return await worker.run(job, { ...scene, state })
    } finally {
      expect(worker.isUsable).toBe(false)
      await worker.stop()
    }
  })
}

test.each(some(1, ['SIGKILL', 'SIGSEGV', 'SIGABRT'] as const))(
  'a worker that exits by %s during a trace: the trace fails',
  async (signal) => {
    const traced = traceOver((whole, worker) => ({
      ...whole,
      read: (kind, id) => {
        process.kill(worker.pid ?? 0, signal)
        return whole.read(kind, id)
      },
    }))
    const refusal = { code: 'TRACER_FAILED', reason: 'the tracer worker exited unexpectedly' }
    await expect(traced).rejects.toMatchObject({ details: refusal })
    await expectServed()
  },
)

test('a worker without memory: the trace fails', async () => {
  const flooding = (whole: StateSource): StateSource => ({
    read: (kind, id) => whole.read(kind, id),
    ids: (kind, range) => whole.ids(kind, range),
    denominations: (owner) => whole.denominations(owner),
    *storageSlots() {
      for (let n = 0; ; n++) yield String(n).padStart(4096, '0')
    },
  })
  const traced = traceOver(flooding, new TracerProcess(64))
  const refusal = { code: 'TRACER_FAILED', reason: 'out of memory' }
  await expect(traced).rejects.toMatchObject({ details: refusal })
  await expectServed()
})

describe('a node', () => {
  test.skipIf(!existsSync(PROC))('survives its worker', async () => {
    const node = startNode([await builtCommand(), '--port', '0'])
    const port = await node.ready
    const answer = post(port, endless)
    process.kill(await workerOf(node), 'SIGSEGV')
    expect(await answer).toMatchObject({
      error: {
        code: -32000,
        message: expect.stringContaining('the tracer worker exited unexpectedly'),
      },
    })
    expect(await post(port, quick)).toMatchObject({ result: 1 })
  })

  test.skipIf(!existsSync(PROC))('stops its worker', async () => {
    const node = startNode([await builtCommand(), '--port', '0'])
    const answer = post(await node.ready, endless).catch(() => 'gone')
    const worker = await workerOf(node)
    // The test holds wherever in its trace the worker is; this lets it begin.
    await setTimeout(100)
    expect(isRunning(worker)).toBe(true)
    node.kill('SIGKILL')
    expect(await answer).toBe('gone')
    while (isRunning(worker)) await setTimeout(20)
  })

  test.runIf(FULL)('exits although an idle worker exists', async () => {
    await builtCommand()
    const program = `
      import { createNode } from ${JSON.stringify(`${root}dist/index.js`)}
      const node = await createNode()
      const params = [{ gas: '0x10000' }, 'latest', { tracer: ${JSON.stringify(quick)} }]
      console.log(await node.request({ method: 'debug_traceCall', params }))`
    const run = startNode(['--input-type=module', '-e', program])
    expect(await finish(run)).toEqual({ code: 0, stdout: '1\n', stderr: '' })
  })
})
