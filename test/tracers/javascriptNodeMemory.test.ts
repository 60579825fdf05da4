import { existsSync, readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { bytesToHex } from '../../src/primitives/encoding/hex.ts'
import { code, push } from '../support/evm/programs.ts'
import { addressOf } from '../support/evm/tracing.ts'
import { some } from '../support/runs.ts'
import { builtCommand } from '../support/wire/command.ts'
import { killRunning, request, startNode } from '../support/wire/processes.ts'

afterEach(killRunning)

const A = addressOf(0xaa)
const MIB = 1024 * 1024
/** Limit of a trace in all its processes, the node's included. */
const LIMIT = 256 * MIB
/** Grows its memory to 128 KiB, then jumps for ever. */
const LOOP = code(push(0), push(MIB / 8 - 32), 0x52, 0x5b, push(7), 0x56)

/** Size of a process in memory in bytes; 0 after its end. */
function sizeOf(pid: string | number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

function childrenOf(pid: number): readonly string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
}

const HOARDERS: readonly (readonly [string, string, boolean])[] = [
  [
    'copies of memory and stack',
    '{ a: [], step(log) { this.a.push(log.memory.slice(0, 131072)) }, fault() {}, result() {} }',
    false,
  ],
  [
    'objects',
    '{ a: [], step() { for (let i = 0; i < 999; i++) this.a.push({ i }) }, fault() {}, result() {} }',
    false,
  ],
  [
    'a string that doubles',
    "{ a: 'x', step() { this.a += this.a }, fault() {}, result() { return this.a } }",
    false,
  ],
  ['a result of 16 MiB', `{ result() { return 'x'.repeat(${16 * MIB - 2}) }, fault() {} }`, true],
]

test.runIf(existsSync(`/proc/self/task/${process.pid}/children`)).each(some(2, HOARDERS))(
  'a node and the processes of a tracer that hoards %s grow by at most 256 MiB',
  async (_, tracer, succeeds) => {
    const run = startNode([await builtCommand(), '--port', '0'])
    const port = await run.ready
    const node = run.pid ?? 0
    await request(port, 'hardhat_setCode', [A, bytesToHex(LOOP)])
    const trace = (source: string, gas: string) =>
      request(port, 'debug_traceCall', [{ to: A, gas }, 'latest', { tracer: source }])
    const before = sizeOf(node)
    let peak = 0
    const timer = setInterval(() => {
      const sizes = childrenOf(node).map(sizeOf)
      peak = Math.max(peak, sizeOf(node) - before + sizes.reduce((sum, size) => sum + size, 0))
    }, 5)
    const result = await trace(tracer, '0x1312d00')
    clearInterval(timer)
    expect(typeof result === 'string').toBe(succeeds)
    expect(peak).toBeGreaterThan(60 * MIB)
    expect(peak).toBeLessThan(LIMIT)
    expect(await request(port, 'eth_blockNumber')).toBe('0x0')
  },
  60_000,
)
