import { expect } from 'vitest'
import type { Json } from '../../../src/primitives/encoding/json.ts'
import type { TraceLimits } from '../../../src/tracers/javascript/javaScriptTracer.ts'
import { alice } from '../accounts.ts'
import { code, push } from './programs.ts'
import { addressOf, chainWith, traceCall } from './tracing.ts'

/** Code of seven opcodes. */
export const A = addressOf(0xaa)
/** Code with a long loop. */
export const B = addressOf(0xbb)
export const from = alice.address
export const STEPS = 7

export const chain = chainWith([
  [A, code(push(1), push(2), 0x01, 0x50, push(5), push(6), 0x00)],
  // 20,000 rounds of a loop.
  [B, code(push(20_000), 0x5b, push(1), 0x90, 0x03, 0x80, push(3), 0x57, 0x00)],
])

/** Traces a call of {@link A}, by default with enough time. */
export const trace = (source: string, limits: Partial<TraceLimits> = {}): Promise<Json> =>
  traceCall(chain, { from, to: A }, { source, limits })

/** Counts the opcodes. */
export const good = '{ n: 0, step() { this.n++ }, fault() {}, result() { return this.n } }'

/** After any failure, the next trace is served. */
export async function expectServed(): Promise<void> {
  expect(await trace(good)).toBe(STEPS)
}
