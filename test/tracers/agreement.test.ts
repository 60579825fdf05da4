import { describe, expect, test } from 'vitest'
import type { Executor } from '../../src/evm/run/executor.ts'
import type { Json } from '../../src/primitives/encoding/json.ts'
import { JsonBuffer } from '../../src/tracers/jsonBuffer.ts'
import { TraceBudget } from '../../src/tracers/traceBudget.ts'
import { tracers } from '../../src/tracers/tracers.ts'
import { runTrace, type TraceTarget } from '../../src/tracers/traceTarget.ts'
import { generateScenario, kinds } from '../support/differential/generate.ts'
import { createPair } from '../support/differential/pair.ts'
import { blockOf, CHAIN_ID, type Scenario } from '../support/differential/scenario.ts'
import { createWorld, type World } from '../support/differential/world.ts'
import { FULL } from '../support/runs.ts'
import { gasUsedByLogs, type Logs, type TracedCall } from '../support/tracers/gasColumn.ts'

/*
 * Tracers on random programs: both executors must produce identical text. The gas of struct logs
 * must add up to the gas of callTracer, frame by frame.
 */

/** Programs of each kind. With fewer, those of jumps make no calls. */
const PROGRAMS = FULL ? 100 : 45
const pair = createPair()

/** All that is asked of each program. */
const settings: readonly (readonly [name: string, config?: Json])[] = [
  ['callTracer', { withLog: true }],
  ['opcodeTracer', { enableMemory: true, enableReturnData: true }],
  ['prestateTracer', {}],
  ['prestateTracer', { diffMode: true }],
  ['flatCallTracer', { convertParityErrors: true }],
  ['4byteTracer'],
  ['opcountTracer'],
  ['keccak256PreimageTracer'],
  ['erc7562Tracer', { withLog: true }],
]

async function trace(
  executor: Executor,
  scenario: Scenario,
  world: World,
  [name, config]: (typeof settings)[number],
): Promise<string> {
  const [message] = scenario.messages
  const tracer = tracers.get(name)
  if (message === undefined || tracer === undefined) throw new Error('nothing to trace')
  const { caller: from, to, value, data, movedPrecompiles } = message
  // Some messages have gas beyond all reason: logs of all that would be long.
  const gas = (message.gasLimit < 2_000_000n ? message.gasLimit : 2_000_000n) + 200_000n
  const request = { from, value, data, gas, ...(to !== undefined && { to }) }
  const subject: TraceTarget = { kind: 'call', request, place: { blockNumber: 1000n } }
  const scene = {
    executor,
    state: world.fresh(),
    block: blockOf(scenario.fork),
    chainId: CHAIN_ID,
    gasCap: gas,
    ...(movedPrecompiles !== undefined && { movedPrecompiles }),
  }
  const sink = new JsonBuffer(new TraceBudget())
  const run = await runTrace(scene, subject, (start) => tracer.start(start, config, sink))
  await run.write(sink)
  return sink.text
}

describe('random programs', () => {
  test.each(kinds.filter((kind) => kind !== 'recursion'))(
    '%s',
    async (kind) => {
      let frames = 0
      for (let index = 0; index < PROGRAMS; index++) {
        const scenario = generateScenario({
          seed: 3,
          index,
          kind,
          fork: 'prague',
          way: 'plain',
        })
        const world = createWorld(scenario)
        const said: string[] = []
        for (const setting of settings) {
          const [name, config] = setting
          const ours = withoutReasons(await trace(pair.engine, scenario, world, setting))
          const theirs = withoutReasons(await trace(pair.reference, scenario, world, setting))
          const what = `${name} ${JSON.stringify(config)} of program ${index}`
          expect(firstDifference(ours, theirs), what).toBeUndefined()
          said.push(ours)
        }
        const [call = '', logs = ''] = said
        frames += checkGas(JSON.parse(call), JSON.parse(logs), `program ${index}`)
      }
      expect(frames).toBeGreaterThan(0)
    },
    120_000,
  )
})

/** Every frame that ran code used what the logs say. Returns how many there were. */
function checkGas(call: TracedCall, logs: Logs, what: string): number {
  const used = gasUsedByLogs(call, logs)
  for (const { frame, gasUsed } of used) {
    expect(gasUsed, `${what}: ${frame.type} with ${Number(frame.gas)} gas`).toBe(
      Number(frame.gasUsed),
    )
  }
  return used.length
}

/** An opcode may fail for two reasons; either may be reported. */
function withoutReasons(text: string): string {
  return text
    .replaceAll(/,"error":"(?!execution reverted|Reverted)[^"]*"/g, '')
    .replaceAll(/,"outOfGas":(true|false)/g, '')
}

/** Where two texts part; they may be long. */
function firstDifference(a: string, b: string): string | undefined {
  if (a === b) return undefined
  let at = 0
  while (a[at] === b[at]) at++
  const around = (text: string): string => text.slice(Math.max(0, at - 300), at + 100)
  return `engine: ${around(a)}\nreference: ${around(b)}`
}
