import { existsSync, readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { traceJob } from '../../src/tracers/javascript/javaScriptTracer.ts'
import { TracerProcess } from '../../src/tracers/javascript/tracerProcess.ts'
import { testChain } from '../support/chain.ts'
import { code, push } from '../support/evm/programs.ts'
import { addressOf } from '../support/evm/tracing.ts'
import { testGenesis } from '../support/genesis.ts'
import { some } from '../support/runs.ts'

const A = addressOf(0xaa)
const MIB = 1024 * 1024
/** Limit of a trace in all its processes, minus the node's copies of the largest result. */
const WORKER_LIMIT = (256 - 2 * 16) * MIB

const workers: TracerProcess[] = []
afterAll(() => Promise.all(workers.map((worker) => worker.stop())))

/** Largest size in memory that a process had, in bytes. */
function peakOf(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1024
}

/** Runs a tracer on an endless loop and returns its outcome and the worker's largest size. */
async function run(source: string) {
  // JUMPDEST, PUSH1 0, JUMP.
  const loop = { code: code(0x5b, push(0), 0x56) }
  const chain = testChain(testGenesis({}, [[A, loop]]))
  const view = await chain.state.viewAt({ tag: 'latest' })
  const worker = new TracerProcess()
  workers.push(worker)
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, peakOf(worker.pid))
  }, 10)
  const outcome = await chain.simulate.explore(view, async (context) => {
    const request = { to: A, gas: 20_000_000n }
    const subject = { kind: 'call', request, place: { blockNumber: 0n } } as const
    const job = traceJob(context, subject, { source, config: {} }, { timeoutMs: 60_000 })
    return worker.run(job, context).then(
      (json) => json.length,
      ({ details }: { readonly details: unknown }) => details,
    )
  })
  clearInterval(timer)
  await chain.close()
  return { outcome, peak: Math.max(peak, worker.isUsable ? peakOf(worker.pid) : 0) }
}

const outOfMemory = { code: 'TRACER_FAILED', reason: expect.stringContaining('out of memory') }

test.runIf(existsSync('/proc/self/status')).each<readonly [string, string, unknown]>(
  some(3, [
    [
      'buffers',
      '{ a: [], step() { this.a.push(new Uint8Array(1e6)) }, fault() {}, result() {} }',
      outOfMemory,
    ],
    [
      'objects',
      '{ a: [], step() { for (let i = 0; i < 999; i++) this.a.push({ i }) }, fault() {}, result() {} }',
      outOfMemory,
    ],
    [
      'the largest result',
      `{ result() { return 'x'.repeat(${16 * MIB - 2}) }, fault() {} }`,
      16 * MIB,
    ],
    [
      'text of large results of many steps',
      "{ a: [], step() { this.a.push('0'.repeat(2000) + this.a.length) }, fault() {}, result() { return this.a } }",
      outOfMemory,
    ],
  ]),
)('the worker of a tracer that hoards %s stays below its limit', async (_, source, expected) => {
  const { outcome, peak } = await run(source)
  expect(outcome).toEqual(expected)
  expect(peak).toBeGreaterThan(40 * MIB)
  expect(peak).toBeLessThan(WORKER_LIMIT)
})
