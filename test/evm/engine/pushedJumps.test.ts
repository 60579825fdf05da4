import { expect, test } from 'vitest'
import { createEngineExecutor } from '../../../src/evm/engine/engineExecutor.ts'
import { createReferenceExecutor } from '../../../src/evm/reference/referenceExecutor.ts'
import type { ExecutionResult, Message } from '../../../src/evm/run/executor.ts'
import type { StepObserver } from '../../../src/evm/run/observer.ts'
import { createStateDatabase } from '../../../src/state/stateDatabase.ts'
import { alice } from '../../support/accounts.ts'
import { A, blockOf } from '../../support/evm/observerScenarios.ts'
import { code } from '../../support/evm/programs.ts'
import { StepDecoder } from '../../support/evm/steps.ts'
import { CHAIN_ID } from '../../support/genesis.ts'

/* The engine runs PUSH2 and a jump after it in one go, unless one fails or steps are observed. */

const [JUMP, JUMPI, JUMPDEST, PUSH0, PUSH1, PUSH2] = [0x56, 0x57, 0x5b, 0x5f, 0x60, 0x61]

const engine = createEngineExecutor(CHAIN_ID)
const reference = createReferenceExecutor(CHAIN_ID)
const state = createStateDatabase({ bech32Prefix: 'sei', denomination: 'usei' }).newest

const pushTarget = (offset: number): Uint8Array => code(PUSH2, offset >> 8, offset & 0xff)

/** Runs a program on both executors, without and with an observer of steps. */
async function run(
  program: Uint8Array,
  gasLimit = 100_000n,
): Promise<{ readonly outcome: ExecutionResult; readonly ops: readonly number[] }> {
  state.setCode(A, program)
  const message: Message = {
    ...{ caller: alice.address, to: A, value: 0n, data: new Uint8Array(0), gasLimit, gasPrice: 0n },
    warm: new Map(),
  }
  const ops: number[] = []
  const decoder = new StepDecoder(false)
  const steps: StepObserver = {
    ...{ stackWords: 0, memory: false, returnData: false },
    steps(batch) {
      for (const { op } of decoder.decode(batch)) ops.push(op)
    },
  }
  const mark = state.mark
  const outcome = await reference.execute(state, blockOf('prague'), message)
  state.revertTo(mark)
  for (const observer of [undefined, { steps }]) {
    const ours = await engine.execute(state, blockOf('prague'), message, observer)
    state.revertTo(mark)
    expect(ours, `gas ${gasLimit}`).toEqual(outcome)
  }
  return { outcome, ops }
}

/** Pushes what GAS says at a jump's target, and returns it. */
const returnGas = code(JUMPDEST, 0x5a, PUSH0, 0x52, PUSH1, 32, PUSH0, 0xf3)

test('JUMP and JUMPI, taken or not, with any amount of gas', async () => {
  const programs = [
    code(pushTarget(5), JUMP, 0xfe, returnGas),
    code(PUSH1, 1, pushTarget(7), JUMPI, 0xfe, returnGas),
    code(PUSH0, pushTarget(3), JUMPI, returnGas),
  ]
  for (const program of programs) {
    for (let gas = 0n; gas <= 40n; gas++) await run(program, gas)
    expect((await run(program)).outcome.kind).toBe('success')
  }
})

test('an observer of steps sees both opcodes', async () => {
  const { ops } = await run(code(pushTarget(5), JUMP, 0xfe, JUMPDEST))
  expect(ops).toEqual([PUSH2, JUMP, JUMPDEST, 0x00])
})

test('a target that is none fails, unless JUMPI does not jump', async () => {
  for (const target of [0, 4, 6, 0xffff]) {
    const jump = await run(code(pushTarget(target), JUMP, JUMPDEST))
    expect(jump.outcome.kind).toBe(target === 4 ? 'success' : 'halt')
    const taken = await run(code(PUSH1, 1, pushTarget(target), JUMPI))
    expect(taken.outcome.kind).toBe('halt')
    const passed = await run(code(PUSH0, pushTarget(target), JUMPI))
    expect(passed.outcome.kind).toBe('success')
  }
})

test('JUMPI without a condition', async () => {
  expect((await run(code(pushTarget(4), JUMPI, JUMPDEST))).outcome.kind).toBe('halt')
})

test('the stack has room for the pushed target, or not', async () => {
  for (const words of [1023, 1024]) {
    const full = new Uint8Array(words).fill(PUSH0)
    const { outcome } = await run(code(full, pushTarget(words + 4), JUMP, JUMPDEST))
    expect(outcome.kind).toBe(words === 1023 ? 'success' : 'halt')
  }
})

test('code that ends within or right after PUSH2', async () => {
  for (const program of [code(PUSH2), code(PUSH2, 0), code(PUSH2, 0, 0)]) {
    expect((await run(program)).outcome.kind).toBe('success')
  }
})
