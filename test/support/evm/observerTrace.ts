import { expect } from 'vitest'
import type { Executor } from '../../../src/evm/run/executor.ts'
import type { StepObserver } from '../../../src/evm/run/observer.ts'
import { STEP, STEP_FLAG, type StepBatch, stepFaults } from '../../../src/evm/run/stepRecord.ts'
import { bytesToBigInt, concatBytes } from '../../../src/primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import {
  blockOf,
  type Event,
  listen,
  messageOf,
  type Scenario,
  world,
} from './observerScenarios.ts'

/** A decoded record. */
export interface Step {
  readonly pc: number
  readonly op: number
  readonly depth: number
  readonly gas: bigint
  readonly cost: bigint
  readonly refund: bigint
  readonly stackSize: number
  readonly stack: readonly bigint[]
  readonly memorySize: number
  readonly fault: string
  readonly storage?: readonly bigint[]
  readonly memory?: { readonly offset: number; readonly bytes: string }
  readonly returnData?: string
}

export function readSteps({ bytes, view, start, end }: StepBatch): Step[] {
  const steps: Step[] = []
  for (let at = start; at < end; at += view.getUint32(at + STEP.size, true)) {
    let next = at + STEP.stack
    const take = (length: number) => {
      const part = bytes.slice(next, next + length)
      next += (length + 7) & ~7
      return part
    }
    const word = () => bytesToBigInt(take(32).reverse())
    const number = (offset: number) => view.getUint32(at + offset, true)
    const flags = view.getUint8(at + STEP.flags)
    const stack = Array.from({ length: number(STEP.stackWords) }, word)
    const storage = (flags & STEP_FLAG.storage) !== 0 ? [word(), word()] : undefined
    const changed = take(number(STEP.memoryLength))
    const memory = { offset: number(STEP.memoryOffset), bytes: bytesToHex(changed) }
    const returnData = bytesToHex(take(number(STEP.returnDataLength)))
    steps.push({
      pc: number(STEP.pc),
      op: view.getUint8(at + STEP.op),
      depth: view.getUint16(at + STEP.depth, true),
      gas: view.getBigInt64(at + STEP.gas, true),
      cost: view.getBigInt64(at + STEP.cost, true),
      refund: view.getBigInt64(at + STEP.refund, true),
      stackSize: number(STEP.stackSize),
      stack,
      memorySize: number(STEP.memorySize),
      fault: stepFaults[number(STEP.fault)] ?? 'unknown',
      ...(storage === undefined ? {} : { storage }),
      ...((flags & STEP_FLAG.memory) === 0 ? {} : { memory }),
      ...((flags & STEP_FLAG.returnData) === 0 ? {} : { returnData }),
    })
    expect(number(STEP.size)).toBe(next - at)
    expect(changed.length > 0).toBe((flags & STEP_FLAG.memory) !== 0)
  }
  return steps
}

export type Wanted = Partial<Omit<StepObserver, 'steps'>>

/** Runs with steps and frames. A step is an event like the others. */
export async function trace(executor: Executor, scenario: Scenario, wanted: Wanted = {}) {
  const all: (Event | ({ readonly event: 'step' } & Step))[] = []
  const batches: number[] = []
  const observer: StepObserver = {
    ...{ stackWords: 1024, memory: true, returnData: true },
    ...wanted,
    steps: (batch) => {
      batches.push(batch.end - batch.start)
      all.push(...readSteps(batch).map((step) => ({ event: 'step', ...step }) as const))
    },
  }
  const hooks = listen()
  const frames = {
    enter: (...args: Parameters<typeof hooks.enter>) => note(() => hooks.enter(...args)),
    exit: (...args: Parameters<typeof hooks.exit>) => note(() => hooks.exit(...args)),
    log: (...args: Parameters<typeof hooks.log>) => note(() => hooks.log(...args)),
    access: (...args: Parameters<typeof hooks.access>) => note(() => hooks.access(...args)),
  }
  function note(hook: () => void): void {
    hook()
    all.push(...hooks.events.splice(0))
  }
  const state = world(scenario)
  const block = blockOf(scenario.hardfork ?? 'prague')
  const outcome = await executor.execute(state, block, messageOf(scenario), {
    frames,
    steps: observer,
  })
  const steps = all.filter((e): e is { readonly event: 'step' } & Step => e.event === 'step')
  return { all, steps, batches, outcome, state }
}

/** A storage slot, or a word. */
export const slotOf = (n: number) => concatBytes(new Uint8Array(31), Uint8Array.of(n))

/** Memory of a frame after its last record. */
export function rebuild(steps: readonly Step[]): Uint8Array {
  const memory = new Uint8Array(1 << 20)
  for (const step of steps) {
    if (step.memory !== undefined) memory.set(hexToBytes(step.memory.bytes), step.memory.offset)
  }
  return memory.subarray(0, steps.at(-1)?.memorySize)
}
