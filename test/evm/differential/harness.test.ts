import { describe, expect, test } from 'vitest'
import { createReferenceExecutor } from '../../../src/evm/reference/referenceExecutor.ts'
import type { ExecutionResult, Executor } from '../../../src/evm/run/executor.ts'
import type { Observer } from '../../../src/evm/run/observer.ts'
import { STEP } from '../../../src/evm/run/stepRecord.ts'
import type { WorldState } from '../../../src/state/worldState.ts'
import { allModes, checkPlan, compareOn } from '../../support/differential/check.ts'
import { describeMismatch } from '../../support/differential/describe.ts'
import { generateScenario, kinds } from '../../support/differential/generate.ts'
import { minimise } from '../../support/differential/minimise.ts'
import { CHAIN_ID, contracts, RICH, word } from '../../support/differential/scenario.ts'
import { FULL } from '../../support/runs.ts'

/*
 * Tests the comparison itself: it must soon find the fault in each faulty copy of the reference. It
 * must find no difference between equal executors.
 */

const reference = createReferenceExecutor(CHAIN_ID)
const SEED = 7

/** An executor whose successes are changed a little. */
function withOutcome(
  change: (outcome: ExecutionResult & { kind: 'success' }, state: WorldState) => ExecutionResult,
): Executor {
  const changed = (outcome: ExecutionResult, state: WorldState) =>
    outcome.kind === 'success' ? change(outcome, state) : outcome
  return {
    ...reference,
    async execute(state, block, message, observer) {
      return changed(await reference.execute(state, block, message, observer), state)
    },
    async executeWithAccess(state, block, message) {
      const result = await reference.executeWithAccess(state, block, message)
      return { ...result, outcome: changed(result.outcome, state) }
    },
  }
}

/** An executor that changes the events for observers. */
function withObserver(change: (observer: Observer) => Observer): Executor {
  return {
    ...reference,
    execute: (state, block, message, observer) =>
      reference.execute(state, block, message, observer && change(observer)),
  }
}

function withFrames(change: (frames: NonNullable<Observer['frames']>) => Partial<typeof frames>) {
  return withObserver((observer) => {
    const { frames } = observer
    if (frames === undefined) return observer
    const kept: typeof frames = {
      enter: (frame) => frames.enter(frame),
      exit: (end) => frames.exit(end),
      log: (log) => frames.log(log),
      access: (address, slot) => frames.access(address, slot),
    }
    return { ...observer, frames: { ...kept, ...change(frames) } }
  })
}

/** Changes every record of a field once it has been written. */
function withSteps(change: (view: DataView, at: number) => void): Executor {
  return withObserver((observer) => {
    const { steps } = observer
    if (steps === undefined) return observer
    return {
      ...observer,
      steps: {
        ...steps,
        steps: (batch) => {
          for (let at = batch.start; at < batch.end; ) {
            change(batch.view, at)
            at += batch.view.getUint32(at + STEP.size, true)
          }
          steps.steps(batch)
        },
      },
    }
  })
}

const faults: Readonly<Record<string, Executor>> = {
  'uses one gas more': withOutcome((outcome) => ({ ...outcome, gasUsed: outcome.gasUsed + 1n })),
  'refunds one gas more': withOutcome((outcome) => ({
    ...outcome,
    gasRefund: outcome.gasRefund + 1n,
  })),
  'drops the last log': withOutcome((outcome) => ({ ...outcome, logs: outcome.logs.slice(0, -1) })),
  'forgets whom it destroyed': withOutcome((outcome) => ({ ...outcome, destroyed: [] })),
  'returns a byte too many': withOutcome((outcome) => ({
    ...outcome,
    output: Uint8Array.from([...outcome.output, 0]),
  })),
  'forgets what it created': withOutcome(({ createdAddress: _, ...outcome }) => outcome),
  'changes a word of storage': withOutcome((outcome, state) => {
    state.setStorage(contracts[3] ?? RICH, word(77), word(1))
    return outcome
  }),
  'moves a wei': withOutcome((outcome, state) => {
    state.addBalance(RICH, 1n)
    return outcome
  }),
  'touches an account': withOutcome((outcome, state) => {
    state.keepEmpty(contracts[3] ?? RICH)
    return outcome
  }),
  'halts instead of reverting': {
    ...reference,
    async execute(state, block, message, observer) {
      const outcome = await reference.execute(state, block, message, observer)
      if (outcome.kind !== 'revert') return outcome
      return { kind: 'halt', reason: 'out of gas', gasUsed: outcome.gasUsed }
    },
  },
  'leaves something behind when it fails': {
    ...reference,
    async execute(state, block, message, observer) {
      const outcome = await reference.execute(state, block, message, observer)
      if (outcome.kind !== 'success') state.setNonce(RICH, 9n)
      return outcome
    },
  },
  'says the wrong reason': {
    ...reference,
    async execute(state, block, message, observer) {
      const outcome = await reference.execute(state, block, message, observer)
      return outcome.kind === 'halt' ? { ...outcome, reason: 'invalid opcode' } : outcome
    },
  },
  'reorders what was accessed': {
    ...reference,
    async executeWithAccess(state, block, message) {
      const result = await reference.executeWithAccess(state, block, message)
      return { ...result, accessed: new Map([...result.accessed].reverse()) }
    },
  },
  throws: {
    ...reference,
    execute: async () => {
      throw new Error('broken')
    },
  },
  'tells a frame less gas': withFrames((frames) => ({
    enter: (frame) => frames.enter({ ...frame, gas: frame.gas - 1n }),
  })),
  'tells no access': withFrames(() => ({ access: () => {} })),
  'tells no log': withFrames(() => ({ log: () => {} })),
  'tells no reason': withFrames((frames) => ({
    exit: ({ error: _, ...end }) => frames.exit(end),
  })),
  'tells the wrong gas of a step': withSteps((view, at) =>
    view.setBigInt64(at + STEP.gas, view.getBigInt64(at + STEP.gas, true) + 1n, true),
  ),
  'tells the wrong refund of a step': withSteps((view, at) =>
    view.setBigInt64(at + STEP.refund, 1n, true),
  ),
  'tells the wrong stack': withSteps((view, at) => {
    if (view.getUint32(at + STEP.stackWords, true) > 0) view.setUint8(at + STEP.stack + 31, 1)
  }),
}

describe.each(Object.entries(faults))('an executor that %s', (_name, engine) => {
  test('is detected', async () => {
    const pair = { reference, engine }
    for (let index = 0; index < 400; index++) {
      const { mismatch } = await checkPlan(pair, { seed: SEED, index })
      if (mismatch === undefined) continue
      const text = describeMismatch(mismatch)
      expect(text).toContain(`seed ${SEED}, program ${index}`)
      expect(text).toContain(`fork ${mismatch.scenario.fork}`)
      return
    }
    expect.fail('no program shows it')
  })
})

test.each(kinds.filter((kind) => FULL || kind !== 'recursion'))(
  'the reference agrees with itself on %s in all ways of running it',
  async (kind) => {
    const pair = { reference, engine: createReferenceExecutor(CHAIN_ID) }
    const count = kind === 'recursion' ? 2 : FULL ? 25 : 5
    for (let index = 0; index < count; index++) {
      const { kind: _, ...scenario } = generateScenario({ seed: SEED, index, kind })
      for (const mode of allModes) expect(await compareOn(pair, scenario, mode)).toEqual([])
    }
  },
)

test('equal plans produce equal scenarios, different plans different ones', () => {
  const plan = { seed: SEED, index: 3 }
  expect(generateScenario(plan)).toEqual(generateScenario(plan))
  expect(generateScenario(plan)).not.toEqual(generateScenario({ ...plan, index: 4 }))
  expect(generateScenario(plan)).not.toEqual(generateScenario({ ...plan, seed: 8 }))
})

test('a difference is minimised', async () => {
  // Wrong whenever contract 1 writes slot 2.
  const engine = withOutcome((outcome, state) => {
    const written = state.getStorage(contracts[0] ?? RICH, word(2)).some((byte) => byte !== 0)
    return written ? { ...outcome, gasUsed: outcome.gasUsed + 1n } : outcome
  })
  const pair = { reference, engine }
  for (let index = 0; ; index++) {
    const { mismatch } = await checkPlan(pair, { seed: SEED, index, kind: 'calls' })
    if (mismatch === undefined) continue
    const { scenario } = await minimise(() => pair, mismatch)
    const bytes = [...scenario.accounts.values()].reduce((sum, { code }) => sum + code.length, 0)
    expect(bytes).toBeLessThan(10)
    expect(scenario.messages).toHaveLength(1)
    return
  }
})
