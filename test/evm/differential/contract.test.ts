import { describe, expect, test } from 'vitest'
import { createReferenceExecutor } from '../../../src/evm/reference/referenceExecutor.ts'
import type { Executor } from '../../../src/evm/run/executor.ts'
import type { Observer } from '../../../src/evm/run/observer.ts'
import { ExecutionAborted } from '../../../src/evm/run/yielder.ts'
import { type Address, create2Address } from '../../../src/primitives/address.ts'
import { differences } from '../../support/differential/compare.ts'
import { generateScenario } from '../../support/differential/generate.ts'
import { observe } from '../../support/differential/observation.ts'
import { CodeWriter } from '../../support/differential/programs/codeWriter.ts'
import {
  blockOf,
  CHAIN_ID,
  contracts,
  NO_BYTES,
  RICH,
  type Scenario,
  SENDER,
  word,
} from '../../support/differential/scenario.ts'
import { createWorld } from '../../support/differential/world.ts'
import { code, push } from '../../support/evm/programs.ts'
import { createTestEngine } from '../../support/executor.ts'

/* What an executor promises beside the outcome, which both have to keep. */

const MAIN = contracts[0] ?? RICH
const create: Readonly<Record<Executor['name'], () => Executor>> = {
  reference: () => createReferenceExecutor(CHAIN_ID),
  engine: () => createTestEngine(CHAIN_ID),
}

/** Stores 1, logs, then runs in circles until its gas is gone. */
const circles = new CodeWriter()
  .push(1)
  .push(0)
  .op(0x55)
  .push(0)
  .push(0)
  .op(0xa0)
  .op(0x5b)
  .push(10)
  .op(0x56)
  .finish()

function scenarioOf(program: Uint8Array, gasLimit: bigint): Scenario {
  const plain = { nonce: 1n, storage: [], code: NO_BYTES }
  return {
    fork: 'prague',
    isStored: false,
    keptEmpty: [],
    accounts: new Map([
      [SENDER, { ...plain, balance: 10n ** 18n }],
      [MAIN, { ...plain, balance: 5n, code: program }],
    ]),
    messages: [
      {
        caller: SENDER,
        to: MAIN,
        value: 1n,
        data: NO_BYTES,
        gasLimit,
        gasPrice: 0n,
        warm: new Map(),
      },
    ],
  }
}

describe.each(['reference', 'engine'] as const)('the %s', (name) => {
  const executor = create[name]()

  test('runs concurrent messages, each on its own state', async () => {
    // Those that run for long give way to the others in the middle.
    const scenarios = [
      ...Array.from({ length: 4 }, (_, i) => scenarioOf(circles, 150_000n + BigInt(i))),
      ...Array.from({ length: 40 }, (_, index) => generateScenario({ seed: 5, index })),
    ]
    const watch = { frames: true, steps: { stackWords: 4, memory: true, returnData: true } }
    const runAll = (scenario: Scenario, i: number) =>
      observe(executor, scenario, createWorld(scenario), i % 2 === 0 ? {} : { watch })
    const together = await Promise.all(scenarios.map(runAll))
    for (const [i, scenario] of scenarios.entries()) {
      expect(differences(await runAll(scenario, i), together[i] ?? [])).toEqual([])
    }
  })

  test('aborts on its signal with an unchanged state', async () => {
    const scenario = scenarioOf(circles, 10n ** 12n)
    const state = createWorld(scenario).fresh()
    const { signal, abort } = abortable()
    const [message] = scenario.messages
    if (message === undefined) throw new Error('no message')
    const running = executor.execute(state, blockOf('prague'), { ...message, signal })
    setTimeout(abort, 30)
    await expect(running).rejects.toBeInstanceOf(ExecutionAborted)
    expect(state.drain()).toEqual([])
    expect(state.settle()).toBe(0n)
    // And is none the worse for it.
    const small = scenarioOf(code(push(7), push(1), 0x55), 100_000n)
    const [seen] = await observe(executor, small, createWorld(small), {})
    expect(seen?.outcome).toMatchObject({ kind: 'success', gasUsed: 22_106n })
  })

  test('does not start with an aborted signal', async () => {
    const scenario = scenarioOf(code(push(7), push(1), 0x55), 100_000n)
    const state = createWorld(scenario).fresh()
    const [message] = scenario.messages
    if (message === undefined) throw new Error('no message')
    const running = executor.execute(state, blockOf('prague'), {
      ...message,
      signal: AbortSignal.abort(),
    })
    await expect(running).rejects.toBeInstanceOf(ExecutionAborted)
    expect(state.drain()).toEqual([])
  })

  test('a creation that cannot pay accesses nothing', async () => {
    const scenario = scenarioOf(code(0x00), 100_000n)
    const state = createWorld(scenario).fresh()
    const [message] = scenario.messages
    if (message === undefined) throw new Error('no message')
    const { to: _to, ...creation } = message
    const { outcome, accessed, created } = await executor.executeWithAccess(
      state,
      blockOf('prague'),
      { ...creation, value: 1n << 200n },
    )
    expect(outcome).toEqual({
      ...{ kind: 'halt', reason: 'insufficient balance for transfer', gasUsed: 0n },
    })
    expect([accessed.size, created.size]).toEqual([0, 0])
  })

  test('an accessed contract is in the access list, even if it was warm', async () => {
    const salt = new Uint8Array(32)
    const scenario = scenarioOf(code(push(0), push(0), push(0), push(0), 0xf5), 100_000n)
    const creator = scenario.messages[0]?.to
    if (creator === undefined) throw new Error('no target')
    const created = create2Address(creator, salt, new Uint8Array(0))
    const state = createWorld(scenario).fresh()
    const [message] = scenario.messages
    if (message === undefined) throw new Error('no message')
    const block = { ...blockOf('prague'), coinbase: created }
    const { accessed } = await executor.executeWithAccess(state, block, message)
    expect([...accessed.keys()]).toEqual([created])
  })

  test('moving an absent precompile warms nothing', async () => {
    const far = `0x${'77'.repeat(20)}` as Address
    const scenario = scenarioOf(code(push(BigInt(far)), 0x31), 100_000n)
    const state = createWorld(scenario).fresh()
    const [message] = scenario.messages
    if (message === undefined) throw new Error('no message')
    const nobody = `0x${'88'.repeat(20)}` as Address
    const movedPrecompiles = new Map([[nobody, far]])
    const outcome = await executor.execute(state, blockOf('prague'), {
      ...message,
      movedPrecompiles,
    })
    // PUSH20 and BALANCE of a cold account (EIP-2929).
    expect(outcome).toMatchObject({ kind: 'success', gasUsed: 2603n })
  })

  test.each(['enter', 'exit', 'log', 'access', 'steps'] as const)(
    "rejects with an observer's exception at %s, with an unchanged state",
    async (event) => {
      const calls = new CodeWriter().push(1).push(0).op(0x55).push(0).push(0).op(0xa0).finish()
      const scenario = scenarioOf(calls, 100_000n)
      const state = createWorld(scenario).fresh()
      const [message] = scenario.messages
      if (message === undefined) throw new Error('no message')
      const running = executor.execute(state, blockOf('prague'), message, throwingAt(event))
      await expect(running).rejects.toThrow(`thrown at ${event}`)
      expect(state.drain()).toEqual([])
      expect(state.settle()).toBe(0n)
      const [seen] = await observe(executor, scenario, createWorld(scenario), {})
      expect(seen?.outcome).toMatchObject({ kind: 'success' })
    },
  )

  test('starts every message with cold accounts and empty transient storage', async () => {
    // TLOAD(0) + SLOAD(0) + what the SLOAD cost; then TSTORE(0, 1)
    const program = new CodeWriter()
      .push(0)
      .op(0x5c, 0x5a)
      .push(0)
      .op(0x54, 0x50, 0x5a, 0x90, 0x03)
      .op(0x01)
      .push(1)
      .push(0)
      .op(0x5d)
      .push(0)
      .op(0x52)
      .push(32)
      .push(0)
      .op(0xf3)
      .finish()
    const once = scenarioOf(program, 100_000n)
    const [message] = once.messages
    if (message === undefined) throw new Error('no message')
    const twice: Scenario = { ...once, messages: [message, message] }
    const outputs = (await observe(executor, twice, createWorld(twice), {})).map(({ outcome }) =>
      outcome?.kind === 'success' ? outcome.output : undefined,
    )
    // 2100 for a cold slot (EIP-2929), PUSH1 3, POP 2, GAS 2
    expect(outputs).toEqual([word(2107), word(2107)])
  })
})

function abortable(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

function throwingAt(event: 'enter' | 'exit' | 'log' | 'access' | 'steps'): Observer {
  const hear = (heard: typeof event) => () => {
    if (heard === event) throw new Error(`thrown at ${event}`)
  }
  return {
    frames: {
      enter: hear('enter'),
      exit: hear('exit'),
      log: hear('log'),
      access: hear('access'),
    },
    steps: { stackWords: 1, memory: false, returnData: false, steps: hear('steps') },
  }
}
