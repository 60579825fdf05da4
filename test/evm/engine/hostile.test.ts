import { beforeEach, describe, expect, test } from 'vitest'
import { createEngineExecutor } from '../../../src/evm/engine/engineExecutor.ts'
import { createReferenceExecutor } from '../../../src/evm/reference/referenceExecutor.ts'
import type { Hardfork } from '../../../src/evm/rules/hardfork.ts'
import type { ExecutionResult, Executor, Message } from '../../../src/evm/run/executor.ts'
import type { FrameEnd, FrameStart, StepObserver } from '../../../src/evm/run/observer.ts'
import { type Address, addressToBytes, bytesToAddress } from '../../../src/primitives/address.ts'
import { bigIntToBytes, concatBytes } from '../../../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { createStateDatabase } from '../../../src/state/stateDatabase.ts'
import type { WorldState } from '../../../src/state/worldState.ts'
import { alice } from '../../support/accounts.ts'
import { A, B, blockOf, OP, op } from '../../support/evm/observerScenarios.ts'
import { code, push } from '../../support/evm/programs.ts'
import { type DecodedStep, StepDecoder } from '../../support/evm/steps.ts'
import { CHAIN_ID } from '../../support/genesis.ts'
import { FULL, some } from '../../support/runs.ts'

/*
 * Hostile code, which uses much memory, depth, accounts, slots, code or logs, and code that fails
 * midway.
 */

const JUMP = 0x56
const JUMPI = 0x57
const JUMPDEST = 0x5b
const MSIZE = 0x59
const [DUP1, DUP2, SWAP1, ADD, LT, EQ, POP] = [0x80, 0x81, 0x90, 0x01, 0x10, 0x14, 0x50]

let engine: Executor
let state: WorldState

beforeEach(() => {
  engine = createEngineExecutor(CHAIN_ID)
  state = createStateDatabase({ bech32Prefix: 'sei', denomination: 'usei' }).newest
  state.setBalance(alice.address, 10n ** 30n)
})

const messageOf = (gasLimit: bigint, rest: Partial<Message> = {}): Message => ({
  ...{ caller: alice.address, to: A, value: 0n, data: new Uint8Array(0), gasLimit, gasPrice: 0n },
  warm: new Map(),
  ...rest,
})

const run = (gasLimit: bigint, rest: Partial<Message> = {}, fork: Hardfork = 'prague') =>
  engine.execute(state, blockOf(fork), messageOf(gasLimit, rest))

/** Runs on both executors, from the same state, and expects the same. */
async function runBoth(gasLimit: bigint, fork: Hardfork = 'prague'): Promise<ExecutionResult> {
  const mark = state.mark
  const outcomes: ExecutionResult[] = []
  for (const executor of [createReferenceExecutor(CHAIN_ID), engine]) {
    outcomes.push(await executor.execute(state, blockOf(fork), messageOf(gasLimit)))
    state.revertTo(mark)
  }
  const [reference, ours] = outcomes
  expect(ours).toEqual(reference)
  if (ours === undefined) throw new Error('nothing ran')
  return ours
}

/** What shows that an executor works: a sum in storage, and what it returned. */
async function expectUsable(executor: Executor = engine): Promise<void> {
  const mark = state.mark
  state.setCode(
    B,
    code(op(OP.SSTORE, 1, 5), push(1), OP.SLOAD, push(0), OP.MSTORE, op(OP.RETURN, 0, 32)),
  )
  const outcome = await executor.execute(state, blockOf('prague'), messageOf(100_000n, { to: B }))
  expect(outcome).toMatchObject({
    kind: 'success',
    output: bigIntToBytes(5n, 32),
    gasUsed: 22_224n,
  })
  expect(state.getStorage(B, bigIntToBytes(1n, 32))).toEqual(bigIntToBytes(5n, 32))
  state.revertTo(mark)
}

/** A loop that does `body` until the gas is gone; a counter lies below what the body uses. */
const forever = (...body: readonly (number | Uint8Array)[]) =>
  code(push(0), JUMPDEST, ...body, push(1), ADD, push(2), JUMP)

/**
 * A loop that does `body` so often; the counter, from 0, is on top when it begins and when it ends.
 */
const repeat = (times: number, ...body: readonly (number | Uint8Array)[]) => {
  const start = code(push(0))
  return code(start, JUMPDEST, ...body, push(1), ADD, push(times), DUP2, LT, push(2), JUMPI)
}

describe('memory', () => {
  test.each([
    ['MSTORE', (at: bigint) => op(OP.MSTORE, at, 1)],
    ['MLOAD', (at: bigint) => code(push(at), 0x51)],
    ['MSTORE8', (at: bigint) => op(OP.MSTORE8, at, 1)],
    ['KECCAK256', (at: bigint) => op(0x20, at, 1)],
    ['KECCAK256 of much', (at: bigint) => op(0x20, 0, at)],
    ['CALLDATACOPY', (at: bigint) => op(0x37, at, 0, 1)],
    ['CALLDATACOPY of much', (at: bigint) => op(0x37, 0, at, at)],
    ['CODECOPY', (at: bigint) => op(0x39, at, 0, 1)],
    ['EXTCODECOPY', (at: bigint) => op(OP.EXTCODECOPY, A, at, 0, 1)],
    ['RETURNDATACOPY', (at: bigint) => op(OP.RETURNDATACOPY, 0, at, 1)],
    ['MCOPY to', (at: bigint) => op(0x5e, at, 0, 1)],
    ['MCOPY from', (at: bigint) => op(0x5e, 0, at, 1)],
    ['LOG0', (at: bigint) => op(OP.LOG0, at, 1)],
    ['LOG0 of much', (at: bigint) => op(OP.LOG0, 0, at)],
    ['CREATE', (at: bigint) => op(OP.CREATE, 0, at, 1)],
    ['CREATE2 of much', (at: bigint) => op(OP.CREATE2, 0, 0, at, 0)],
    ['CALL input', (at: bigint) => op(OP.CALL, 100, B, 0, at, 1, 0, 0)],
    ['CALL output', (at: bigint) => op(OP.CALL, 100, B, 0, 0, 0, 0, at)],
    ['RETURN', (at: bigint) => op(OP.RETURN, at, 1)],
    ['REVERT of much', (at: bigint) => op(OP.REVERT, 0, at)],
  ])('%s out of reach consumes all gas', async (_name, program) => {
    const distances = [2n ** 31n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 40n, 2n ** 63n, 2n ** 64n - 1n]
    for (const at of [...distances, 2n ** 64n, 2n ** 255n, 2n ** 256n - 1n]) {
      state.setCode(A, program(at))
      expect(await run(1_000_000n)).toMatchObject({ kind: 'halt', gasUsed: 1_000_000n })
    }
    await expectUsable()
  })

  test.each([
    ['data', 0x37],
    ['code', 0x39],
  ])('%s far beyond the end reads zeros', async (_name, opcode) => {
    for (const from of [2n ** 32n - 1n, 2n ** 64n, 2n ** 256n - 1n]) {
      state.setCode(
        A,
        code(op(OP.MSTORE, 0, (1n << 256n) - 1n), op(opcode, 0, from, 32), op(OP.RETURN, 0, 32)),
      )
      expect(await run(100_000n)).toMatchObject({ kind: 'success', output: new Uint8Array(32) })
    }
  })

  test('exceeding the limit ends the message, not the node', async () => {
    // Gas without end.
    state.setCode(A, op(OP.MSTORE, 2n ** 36n, 1))
    const gas = 2n ** 61n
    expect(await run(gas)).toEqual({ kind: 'halt', reason: 'memory limit reached', gasUsed: gas })
    await expectUsable()
  })

  test.runIf(FULL)(
    'exceeding the limit in many frames ends them one by one',
    async () => {
      const gas = 2n ** 61n
      state.setCode(
        A,
        code(op(OP.MSTORE, 2n ** 23n, 1), push(0), DUP1, DUP1, DUP1, DUP1, 0x30, 0x5a, OP.CALL),
      )
      const before = state.getBalance(alice.address)
      const told: string[] = []
      const decoder = new StepDecoder(false)
      const recorded: DecodedStep[] = []
      const steps: StepObserver = {
        ...{ stackWords: 0, memory: false, returnData: false },
        steps: (batch) => void recorded.push(...decoder.decode(batch)),
      }
      const frames = {
        enter: ({ depth }: FrameStart) => void told.push(`enter ${depth}`),
        exit: ({ depth, error }: FrameEnd) => void told.push(`exit ${depth} ${error}`),
        ...{ log() {}, access() {} },
      }
      await engine.execute(state, blockOf('prague'), messageOf(gas), { frames, steps })
      const deepest = told.length / 2 - 1
      expect(deepest).toBeGreaterThan(50)
      expect(told.slice(deepest, deepest + 2)).toEqual([
        `enter ${deepest}`,
        `exit ${deepest} memory limit reached`,
      ])
      expect(told.at(-1)).toBe('exit 0 memory limit reached')
      const last = recorded.at(-1)
      expect(last).toMatchObject({ depth: deepest, op: OP.MSTORE, fault: 'memory limit reached' })
      expect(last?.cost).toBeGreaterThan(last?.gas ?? 0n)
      expect(await run(gas, { value: 5n })).toMatchObject({ kind: 'halt', gasUsed: gas })
      expect(state.getBalance(alice.address)).toBe(before)
      await expectUsable()
    },
    300_000,
  )

  test('a frame whose memory grows between others keeps its contents', async () => {
    // Each frame: stores its depth (from the call data) at 0, touches new slots, calls itself, then
    // grows and checks.
    const depth = code(push(0), 0x35)
    const remember = code(depth, push(0), OP.MSTORE)
    const slots = repeat(40, DUP1, push(8), 0x1b, depth, ADD, OP.SLOAD, POP)
    const deeper = code(
      ...[depth, push(1), ADD, push(32), OP.MSTORE],
      ...[push(32), push(64), push(32), push(32), push(0), 0x30, 0x5a, OP.CALL, POP],
    )
    const grow = code(depth, push(1000), 0x02, push(0), SWAP1, OP.MSTORE)
    const check = code(push(0), 0x51, depth, EQ, push(96), OP.MSTORE, op(OP.RETURN, 96, 32))
    // CODECOPY-free: the loop of `slots` begins behind the first part, so its target is moved
    // there.
    const first = code(remember)
    const loop = slots.slice()
    loop[loop.length - 2] = first.length + 2
    state.setCode(A, code(first, loop, POP, deeper, grow, check))
    expect(await runBoth(60_000_000n)).toMatchObject({
      kind: 'success',
      output: bigIntToBytes(1n, 32),
    })
  })

  test('works directly below an overflow of the memory price', async () => {
    // A child with much gas needs 2^32 words; its caller continues.
    state.setCode(B, code(push(2n ** 37n - 40n), 0x51))
    state.setCode(A, op(OP.CALL, 2n ** 50n, B, 0, 0, 0, 0, 0))
    await runBoth(2n ** 51n)
  })

  test('MSIZE counts words', async () => {
    state.setCode(A, code(op(OP.MSTORE8, 4096, 1), MSIZE, push(0), OP.MSTORE, op(OP.RETURN, 0, 32)))
    expect(await runBoth(100_000n)).toMatchObject({ output: bigIntToBytes(4128n, 32) })
  })
})

describe('depth', () => {
  test('1024 nested calls on the default stack of the host', async () => {
    // Returns one more than the call inside returned.
    const body = code(
      ...[push(32), push(0), push(0), push(0), push(0), 0x30, 0x5a, OP.CALL, POP],
      ...[push(0), 0x51, push(1), ADD, push(0), OP.MSTORE, op(OP.RETURN, 0, 32)],
    )
    state.setCode(A, body)
    expect(await runBoth(10n ** 15n)).toMatchObject({ output: bigIntToBytes(1025n, 32) })
  })

  test('1024 nested creations', async () => {
    // Init code that creates with itself: CODESIZE PUSH1 0 PUSH1 0 CODECOPY CODESIZE PUSH1 0 PUSH1
    // 0 CREATE
    state.setCode(A, code(0x38, push(0), push(0), 0x39, 0x38, push(0), push(0), OP.CREATE))
    await runBoth(10n ** 13n, 'berlin')
  })
})

describe('delegations', () => {
  test('are followed once, however long the chain', async () => {
    const target = (i: number): Address =>
      bytesToAddress(bigIntToBytes(BigInt(0xde1e_0000 + i), 20))
    for (let i = 0; i < 6000; i++) {
      state.setCode(target(i), concatBytes(hexToBytes('ef0100'), addressToBytes(target(i + 1))))
    }
    state.setCode(
      A,
      code(op(OP.CALL, 50_000, target(0), 0, 0, 0, 0, 0), op(OP.EXTCODESIZE, target(1))),
    )
    await runBoth(1_000_000n)
    state.setCode(A, concatBytes(hexToBytes('ef0100'), addressToBytes(target(0))))
    await runBoth(1_000_000n)
  })
})

describe('large numbers', () => {
  test('slots: tables grow, all are written, all are reverted', async () => {
    state.setCode(A, code(repeat(5000, DUP1, DUP1, OP.SSTORE)))
    const mark = state.mark
    expect((await run(200_000_000n)).kind).toBe('success')
    for (const i of [1n, 2n, 2500n, 4999n]) {
      expect(state.getStorage(A, bigIntToBytes(i, 32))).toEqual(bigIntToBytes(i, 32))
    }
    state.revertTo(mark)
    state.setCode(A, code(repeat(5000, DUP1, DUP1, OP.SSTORE), op(OP.REVERT, 0, 0)))
    expect((await run(200_000_000n)).kind).toBe('revert')
    expect(state.hasStorage(A)).toBe(false)
    await expectUsable()
  })

  test('repeated accesses of a slot through failing frames', async () => {
    // Writes 1 to 3 in turn to a slot and fails when its call data is odd; the caller does so 200
    // times.
    const inner = code(
      push(0),
      0x35,
      DUP1,
      push(0),
      OP.SSTORE,
      push(1),
      0x16,
      push(13),
      JUMPI,
      0x00,
    )
    state.setCode(B, code(inner, OP.INVALID))
    const call = [
      push(0),
      push(0),
      push(32),
      push(0),
      push(0),
      push(BigInt(B)),
      push(20_000),
      OP.CALL,
      POP,
    ]
    state.setCode(A, code(repeat(200, DUP1, push(0), OP.MSTORE, ...call)))
    await runBoth(20_000_000n)
  })

  test('logs, including those of failed frames', async () => {
    state.setCode(B, code(op(OP.LOG2, 0, 32, 1, 2), op(OP.REVERT, 0, 0)))
    const call = [
      push(0),
      push(0),
      push(0),
      push(0),
      push(0),
      push(BigInt(B)),
      push(20_000),
      OP.CALL,
      POP,
    ]
    state.setCode(A, code(repeat(300, DUP1, push(0), OP.MSTORE, op(OP.LOG2, 0, 32, 7, 8), ...call)))
    const outcome = await runBoth(20_000_000n)
    expect(outcome.kind === 'success' && outcome.logs.length).toBe(300)
  })

  test('code beyond the capacity of the cache', async () => {
    // 250 contracts of 24 kB: more than the 4 MiB of the cache. Each returns its number.
    const target = (i: number): Address =>
      bytesToAddress(bigIntToBytes(BigInt(0xc0de_0000 + i), 20))
    for (let i = 0; i < 250; i++) {
      const answer = code(op(OP.MSTORE, 0, i + 1), op(OP.RETURN, 0, 32))
      state.setCode(target(i), concatBytes(answer, new Uint8Array(24_000).fill(JUMPDEST)))
    }
    const call = [
      push(32),
      push(0),
      push(0),
      push(0),
      push(0),
      0x85,
      push(0xc0de_0000),
      ADD,
      0x5a,
      OP.CALL,
      POP,
    ]
    const sum = [push(0), 0x51, push(32), 0x51, ADD, push(32), OP.MSTORE]
    state.setCode(A, code(repeat(250, ...call, ...sum), op(OP.RETURN, 32, 32)))
    for (let round = 0; round < 3; round++) {
      const outcome = await run(100_000_000n)
      expect(outcome).toMatchObject({
        kind: 'success',
        output: bigIntToBytes((250n * 251n) / 2n, 32),
      })
    }
    await expectUsable()
  })

  test('accounts', async () => {
    state.setCode(A, code(repeat(3000, DUP1, push(1n << 100n), ADD, OP.BALANCE, POP)))
    await runBoth(50_000_000n)
  })
})

describe('endless code', () => {
  test.each([
    ['a loop', forever()],
    ['calls of itself', code(repeat(3, push(0), DUP1, DUP1, DUP1, DUP1, 0x30, 0x5a, OP.CALL, POP))],
    ['creations', code(forever(push(0), DUP1, DUP1, OP.CREATE, POP))],
  ])('%s is stopped by a signal, and others are served meanwhile', async (_name, program) => {
    state.setCode(A, program)
    const controller = new AbortController()
    let served = 0
    const other = createStateDatabase({ bech32Prefix: 'sei', denomination: 'usei' }).newest
    const timer = setInterval(async () => {
      await engine.execute(other, blockOf('prague'), messageOf(100_000n))
      if (++served === 3) controller.abort()
    }, 1)
    const before = state.mark
    await expect(run(2n ** 60n, { signal: controller.signal })).rejects.toThrow('execution aborted')
    clearInterval(timer)
    expect(served).toBeGreaterThanOrEqual(3)
    expect(state.mark).toBe(before)
    await expectUsable()
  })
})

describe('exceptions during a message', () => {
  const watched = code(
    op(OP.SSTORE, 1, 5),
    op(OP.LOG0, 0, 0),
    op(OP.CALL, 50_000, B, 3, 0, 0, 0, 0),
  )
  const calm = { enter() {}, exit() {}, log() {}, access() {} }
  const fail = (): never => {
    throw new Error('the observer failed')
  }

  test.each([
    ['enter', { frames: { ...calm, enter: fail } }],
    ['exit', { frames: { ...calm, exit: fail } }],
    ['log', { frames: { ...calm, log: fail } }],
    ['access', { frames: { ...calm, access: fail } }],
    ['steps', { steps: { stackWords: 0, memory: false, returnData: false, steps: fail } }],
  ])('of an observer in %s revert the message, and the next one runs', async (_name, observer) => {
    state.setCode(A, watched)
    state.setBalance(A, 100n)
    state.setCode(B, op(OP.MSTORE, 0, 1))
    const mark = state.mark
    await expect(
      engine.execute(state, blockOf('prague'), messageOf(200_000n), observer),
    ).rejects.toThrow('the observer failed')
    expect(state.mark).toBe(mark)
    expect(state.getBalance(A)).toBe(100n)
    expect(state.hasStorage(A)).toBe(false)
    await expectUsable()
  })

  test('of an unreadable state', async () => {
    state.setCode(A, op(OP.SSTORE, 1, 5))
    const broken = Object.create(state, {
      storage: {
        value() {
          throw new Error('the disk is gone')
        },
      },
      get: { value: state.get.bind(state) },
      mark: { get: () => state.mark },
      revertTo: { value: (mark: number) => state.revertTo(mark) },
      getBalance: { value: (address: Address) => state.getBalance(address) },
      getCode: { value: (address: Address) => state.getCode(address) },
      getCodeHash: { value: (address: Address) => state.getCodeHash(address) },
      setBalance: { value: (address: Address, wei: bigint) => state.setBalance(address, wei) },
    }) as WorldState
    await expect(engine.execute(broken, blockOf('prague'), messageOf(200_000n))).rejects.toThrow(
      'the disk is gone',
    )
    await expectUsable()
  })

  test('of unreadable parameters', async () => {
    state.setCode(A, op(OP.SSTORE, 1, 5))
    const broken = Object.create(state, {
      get: {
        value() {
          throw new Error('the disk is gone')
        },
      },
      getCodeHash: { value: (address: Address) => state.getCodeHash(address) },
    }) as WorldState
    const running = engine.execute(broken, blockOf('prague'), messageOf(200_000n))
    await expect(running).rejects.toThrow('the disk is gone')
    await expectUsable()
  })
})

test('interleaved messages do not interfere', async () => {
  // Long enough for several pauses each: they run in turns on machines of their own.
  const count = code(repeat(60_000, DUP1, POP), push(0), OP.MSTORE)
  const runs = Array.from({ length: 8 }, async (_, i) => {
    const own = createStateDatabase({ bech32Prefix: 'sei', denomination: 'usei' }).newest
    own.setCode(A, code(count, op(OP.RETURN, 0, 32)))
    own.setBalance(alice.address, BigInt(i))
    const outcome = await engine.execute(own, blockOf('prague'), messageOf(50_000_000n))
    return outcome.kind === 'success' ? outcome.output : undefined
  })
  for (const output of await Promise.all(runs)) expect(output).toEqual(bigIntToBytes(60_000n, 32))
})

test('code of every byte value and every length to 70 terminates', async () => {
  for (let byte = 0; byte < 256; byte++) {
    for (const length of some(1, [70, 1, 2, 33])) {
      state.setCode(A, new Uint8Array(length).fill(byte))
      await runBoth(100_000n)
    }
  }
}, 120_000)

test('ADDRESS returns the running account', async () => {
  state.setCode(A, code(0x30, push(0), OP.MSTORE, op(OP.RETURN, 12, 20)))
  expect(await run(100_000n)).toMatchObject({ output: addressToBytes(A) })
})
