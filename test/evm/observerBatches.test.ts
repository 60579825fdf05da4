import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ExecutionResult } from '../../src/evm/run/executor.ts'
import type { StepObserver } from '../../src/evm/run/observer.ts'
import { bytesToBigInt } from '../../src/primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { pauper } from '../support/accounts.ts'
import {
  A,
  B,
  blockOf,
  C,
  create,
  type Event,
  executors,
  GAS,
  messageOf,
  OP,
  op,
  precompile,
  type Scenario,
  world,
} from '../support/evm/observerScenarios.ts'
import { readSteps, rebuild, type Step, slotOf, trace } from '../support/evm/observerTrace.ts'
import { code, program, push } from '../support/evm/programs.ts'
import { runs } from '../support/runs.ts'

const MSTORE8 = 0x53

describe.each(executors)('$name', (executor) => {
  test('return data, once after each change', async () => {
    const call = op(OP.STATICCALL, 1000, precompile(4), 0, 3, 0, 0)
    const none = op(OP.STATICCALL, 1000, precompile(4), 0, 0, 0, 0)
    const scenario: Scenario = { codes: [[A, code(call, OP.POP, OP.POP, none, OP.POP)]] }
    const { steps } = await trace(executor, { ...scenario })
    const told = steps.flatMap(({ returnData }, i) => (returnData === undefined ? [] : [i]))
    const after = steps.findIndex((step) => step.op === OP.POP)
    const last = steps.findLastIndex((step) => step.op === OP.POP)
    expect(told).toEqual([after, last].slice(0, told.length))
    expect(steps[after]?.returnData).toBe('0x000000')
    const { steps: quiet } = await trace(executor, scenario, { returnData: false })
    expect(quiet.some((step) => step.returnData !== undefined)).toBe(false)
  })

  test('memory, reconstructed from changes', async () => {
    const { steps } = await trace(executor, {
      codes: [
        [
          A,
          code(
            op(OP.MSTORE, 0, 0x1234),
            // Growth by zeros alone.
            op(OP.MSTORE, 64, 0),
            op(MSTORE8, 100, 0xff),
            op(OP.CALL, 50_000, B, 0, 0, 32, 10, 5),
            op(0x5e, 1, 30, 3),
            op(MSTORE8, 2, 0),
          ),
        ],
        [B, code(op(OP.MSTORE, 0, (1n << 256n) - 1n), op(OP.RETURN, 0, 32))],
      ],
    })
    const outer = steps.filter(({ depth }) => depth === 0)
    const expected = new Uint8Array(128)
    expected.set([0x12, 0x34], 30)
    expected[100] = 0xff
    expected.set(new Uint8Array(5).fill(0xff), 10)
    expected.set([0x12, 0x34, 0], 1)
    expected[2] = 0
    expect(bytesToHex(rebuild(outer))).toBe(bytesToHex(expected))
    const inner = steps.filter(({ depth }) => depth === 1)
    expect(bytesToHex(rebuild(inner))).toBe(`0x${'ff'.repeat(32)}`)
    const grown = outer.find((step) => step.memorySize === 96)
    expect(grown?.memory?.bytes).toBe(
      executor.name === 'engine' ? `0x${'00'.repeat(32)}` : undefined,
    )
  })

  test('memory beyond a batch', async () => {
    const length = 600_000
    const data = new Uint8Array(length).fill(7)
    const copies = code(op(0x37, 0, 0, length), op(MSTORE8, 300_000, 8), push(1))
    const { steps, batches } = await trace(executor, {
      codes: [[A, copies]],
      message: { data, gasLimit: 10_000_000n },
    })
    data[300_000] = 8
    expect(bytesToHex(rebuild(steps).subarray(0, length))).toBe(bytesToHex(data))
    expect(Math.max(...batches)).toBeGreaterThan(length)
  })

  test('batches many steps', async () => {
    // 7000 rounds of 7 opcodes.
    const loop = hexToBytes('611b585b60019003806003575b00')
    const { steps, batches } = await trace(executor, { codes: [[A, loop]] }, { stackWords: 4 })
    expect(steps.length).toBeGreaterThan(45_000)
    expect(steps.length).toBe(
      steps.reduce((count, step, i) => {
        const next = steps[i + 1]
        return next === undefined || step.gas - step.cost === next.gas ? count + 1 : count
      }, 0),
    )
    expect(batches.length).toBeGreaterThan(10)
    expect(Math.max(...batches)).toBeLessThan(512 * 1024)
  })

  test('delivers steps before their effects', async () => {
    const { all } = await trace(executor, {
      codes: [
        [
          A,
          code(
            op(OP.SLOAD, 1),
            op(OP.LOG0, 0, 0),
            op(OP.CALL, 0, B, 0, 0, 0, 0, 0),
            create(OP.CREATE, code(push(1)), 0n),
            op(OP.CALL, 0, C, 11, 0, 0, 0, 0),
            op(OP.SELFDESTRUCT, C),
          ),
        ],
        [B, code(OP.INVALID)],
      ],
    })
    const told = all.map((e) => (e.event === 'step' ? `${e.depth} ${e.op.toString(16)}` : e.event))
    expect(told.filter((text) => !/ [67]/.test(text))).toEqual([
      'enter',
      ...['0 54', 'access'],
      ...['0 a0', 'log'],
      ...['0 f1', 'access', 'enter', '1 fe', 'exit'],
      ...['0 52', '0 f0', 'access', 'enter', '1 0', 'exit'],
      ...['0 f1', 'access', 'enter', 'exit'],
      ...['0 ff', 'enter', 'exit'],
      'exit',
    ])
  })

  test('an observer of steps only', async () => {
    const scenario: Scenario = {
      codes: [[A, code(create(OP.CREATE, code(push(1)), 0n), op(OP.CALL, 0, B, 11, 0, 0, 0, 0))]],
    }
    const seen: Step[] = []
    const steps: StepObserver = {
      ...{ stackWords: 1024, memory: true, returnData: true },
      steps: (batch) => void seen.push(...readSteps(batch)),
    }
    await executor.execute(world(scenario), blockOf('prague'), messageOf(scenario), { steps })
    const both = await trace(executor, scenario)
    expect(seen).toEqual(both.steps.map(({ event: _, ...step }) => step))
  })

  test('an observer that throws', async () => {
    const scenario: Scenario = { codes: [[A, code(op(OP.SSTORE, 1, 5), op(OP.SLOAD, 1))]] }
    const state = world(scenario)
    const thrown = new Error('enough')
    const steps: StepObserver = {
      ...{ stackWords: 0, memory: false, returnData: false },
      steps: () => {
        throw thrown
      },
    }
    const block = blockOf('prague')
    const execution = executor.execute(state, block, messageOf(scenario), { steps })
    await expect(execution).rejects.toBe(thrown)
    expect(bytesToBigInt(state.getStorage(A, slotOf(1)))).toBe(0n)
    expect(await executor.execute(state, block, messageOf(scenario))).toMatchObject({
      kind: 'success',
    })
  })

  describe.each(['chainstart', 'byzantium', 'istanbul', 'london', 'prague', 'osaka'] as const)(
    '%s',
    (hardfork) => {
      const targets = [A, B, C, pauper.address, precompile(4), precompile(6)]
      const codes = fc.tuple(program(targets), program(targets), program(targets))

      test('observing has no effect, and the records are consistent', async () => {
        await fc.assert(
          fc.asyncProperty(codes, fc.constantFrom(60_000n, GAS), async (bytes, gasLimit) => {
            const scenario: Scenario = {
              hardfork,
              codes: [A, B, C].map(
                (address, i) => [address, bytes[i] ?? new Uint8Array(0)] as const,
              ),
              message: { gasLimit },
            }
            const state = world(scenario)
            const plain = await executor.execute(state, blockOf(hardfork), messageOf(scenario))
            const watched = await trace(executor, scenario)
            expect(watched.outcome).toEqual(plain)
            expect(watched.state.drain()).toEqual(state.drain())
            checkFrames(watched.all, watched.outcome)
          }),
          { numRuns: runs({ quick: 3, full: 12 }) },
        )
      })
    },
  )
})

/**
 * What holds for all messages: gas adds up from step to step, frames nest, and every end has its
 * reason.
 */
function checkFrames(
  all: readonly (Event | ({ event: 'step' } & Step))[],
  outcome: ExecutionResult,
): void {
  const open: { gas: bigint; last?: Step | undefined }[] = []
  for (const event of all) {
    if (event.event === 'enter') {
      expect(event.depth).toBe(open.length)
      open.push({ gas: event.gas })
    } else if (event.event === 'exit') {
      const frame = open.pop()
      expect(event.depth).toBe(open.length)
      const fault = frame?.last?.fault ?? ''
      // Only the end of the frame names the opcode that is not valid.
      if (fault !== '') expect(event.error?.split(':')[0]).toBe(fault)
      if (fault !== '' && fault !== 'execution reverted') expect(event.gasUsed).toBe(frame?.gas)
      expect(event.gasUsed).toBeLessThanOrEqual(frame?.gas ?? 0n)
      if (open.length === 0) expect(event.gasUsed).toBe(outcome.gasUsed)
    } else if (event.event === 'step') {
      const frame = open.at(-1)
      expect(event.depth).toBe(open.length - 1)
      if (frame === undefined) continue
      const { last } = frame
      if (last === undefined) expect(event.gas).toBe(frame.gas)
      else if (last.op < 0xf0) expect(event.gas).toBe(last.gas - last.cost)
      else expect(event.gas).toBeLessThan(last.gas)
      frame.last = event
    }
  }
  expect(open).toEqual([])
}
