import { test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import type { Genesis } from '../../src/chain/genesis/genesis.ts'
import type { FrameObserver, FrameStart, Observer } from '../../src/evm/run/observer.ts'
import { type Address, addressToBytes, contractAddress } from '../../src/primitives/address.ts'
import { bytesToHex, hexToBytes, toQuantity } from '../../src/primitives/encoding/hex.ts'
import { joinObservers } from '../../src/tracers/observers.ts'
import { opcodeNames } from '../../src/tracers/steps/opcodeNames.ts'
import { VmTraceRecorder } from '../../src/tracers/steps/vmTrace.ts'
import { TraceBudget } from '../../src/tracers/traceBudget.ts'
import { runTrace } from '../../src/tracers/traceTarget.ts'
import { alice } from '../support/accounts.ts'
import { testChain } from '../support/chain.ts'
import { code, program, push } from '../support/evm/programs.ts'
import { type DecodedStep, StepDecoder } from '../support/evm/steps.ts'
import { testGenesis } from '../support/genesis.ts'
import { FULL, runs } from '../support/runs.ts'
import { A, B, C, type Contract, op, precompile } from '../support/tracers/parityScene.ts'

interface Op {
  readonly cost: number
  readonly ex: {
    readonly mem: { readonly off: number; readonly data: string } | null
    readonly push: readonly string[]
    readonly store: { readonly key: string; readonly val: string } | null
    readonly used: number
  } | null
  readonly pc: number
  readonly sub: Code | null
  readonly op: string
}

interface Code {
  readonly code: string
  readonly ops: readonly Op[]
}

/** The steps of each frame, in the order in which the frames began. */
class StepsByFrame implements FrameObserver {
  readonly frames: DecodedStep[][] = []
  readonly #open: DecodedStep[][] = []
  readonly #decoder = new StepDecoder(true)

  get observer(): Observer {
    return {
      frames: this,
      steps: {
        ...{ stackWords: 1024, memory: true, returnData: true },
        steps: (batch) => {
          for (const step of this.#decoder.decode(batch)) this.#open.at(-1)?.push(step)
        },
      },
    }
  }

  enter({ kind }: FrameStart): void {
    const steps: DecodedStep[] = []
    this.#open.push(steps)
    if (kind !== 'SELFDESTRUCT') this.frames.push(steps)
  }

  exit(): void {
    this.#open.pop()
  }

  log(): void {}

  access(): void {}
}

async function trace(
  contracts: readonly Contract[],
  request: { readonly to?: Address; readonly data?: Uint8Array; readonly gas?: bigint },
  {
    config = {},
    budget = new TraceBudget(),
  }: { config?: Genesis['config']; budget?: TraceBudget } = {},
) {
  const chain = testChain(testGenesis({ config }, contracts))
  const view = await chain.state.viewAt({ tag: 'latest' })
  const subject = {
    kind: 'call',
    request: { from: alice.address, gas: 1_000_000n, ...request },
    place: { blockNumber: 0n },
  } as const
  return chain.simulate.explore(view, async (scene) => {
    const steps = new StepsByFrame()
    const { vm } = await runTrace(
      scene,
      subject,
      ({ state, budget: shared }) => {
        const recorder = new VmTraceRecorder(state, shared)
        return {
          vm: recorder,
          observer: joinObservers([recorder.observer, steps.observer]),
          finish() {},
          write() {},
        }
      },
      budget,
    )
    return { root: vm.json as unknown as Code, frames: steps.frames }
  })
}

/** All frames that were opened, in the order in which they began. */
function flat(root: Code): Code[] {
  return [root, ...root.ops.flatMap(({ sub }) => (sub === null ? [] : flat(sub)))]
}

/**
 * Replays a frame: what each opcode is said to have done makes the stack and memory that the next
 * one finds.
 */
function expectReplay(ops: readonly Op[], steps: readonly DecodedStep[]): void {
  expect(ops.map(({ pc }) => pc)).toEqual(steps.map(({ pc }) => pc))
  for (const [i, step] of steps.entries()) {
    const { ex, op: name, sub } = ops[i] as Op
    expect(name).toBe(opcodeNames[step.op])
    const next = steps[i + 1]
    if (next === undefined) continue
    if (ex === null) throw new Error(`${name} failed, and yet something follows`)
    const pushed = ex.push.map(BigInt)
    const kept = next.stack.length - pushed.length
    expect([...step.stack.slice(0, kept), ...pushed]).toEqual(next.stack)
    const memory = new Uint8Array(next.memorySize)
    memory.set(step.memory)
    if (ex.mem !== null) memory.set(hexToBytes(ex.mem.data), ex.mem.off)
    expect(bytesToHex(memory)).toBe(bytesToHex(next.memory))
    expect(BigInt(ex.used)).toBe(next.gas)
    if (sub === null && !OPENS.has(name)) expect(BigInt(ex.used)).toBe(step.gas - step.cost)
    if (CALLS.has(name) && sub !== null && sub.ops.length > 0) {
      // What a frame has left comes back; one that fails has nothing left.
      const left = BigInt(sub.ops.at(-1)?.ex?.used ?? 0)
      expect(BigInt(ex.used)).toBe(step.gas - step.cost + left)
    }
    const written = step.op === 0x55 ? step.storage : undefined
    const store = written && { key: toQuantity(written.slot), val: toQuantity(written.word) }
    expect(ex.store).toEqual(store ?? null)
  }
}

const CALLS = new Set(['CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL'])
const OPENS = new Set([...CALLS, 'CREATE', 'CREATE2'])

describe('effects of opcodes', () => {
  test('a small program: stack, memory, storage and gas', async () => {
    // MSTORE(1, 0x99) DUP1 of 7 SWAP1 SSTORE(7, 7) MLOAD(0)
    const text = '6099600152600780905560005100'
    const { root } = await trace([[A, { code: hexToBytes(text) }]], { to: A })
    const word = `0x${'00'.repeat(31)}99`
    const gas = 979_000
    const none = { mem: null, push: [], store: null }
    const pushed = (...words: string[]) => ({ ...none, push: words })
    const spent = (ex: object, used: number) => ({ ...ex, used: gas - used })
    expect(root).toEqual({
      code: `0x${text}`,
      ops: [
        { pc: 0, op: 'PUSH1', cost: 3, sub: null, ex: spent(pushed('0x99'), 3) },
        { pc: 2, op: 'PUSH1', cost: 3, sub: null, ex: spent(pushed('0x1'), 6) },
        // 3, and 3 for each of two words of memory
        {
          ...{ pc: 4, op: 'MSTORE', cost: 9, sub: null },
          ex: spent({ ...none, mem: { off: 1, data: word } }, 15),
        },
        { pc: 5, op: 'PUSH1', cost: 3, sub: null, ex: spent(pushed('0x7'), 18) },
        { pc: 7, op: 'DUP1', cost: 3, sub: null, ex: spent(pushed('0x7', '0x7'), 21) },
        { pc: 8, op: 'SWAP1', cost: 3, sub: null, ex: spent(pushed('0x7', '0x7'), 24) },
        // 20,000 for a slot that was empty, 2,100 since it is cold
        {
          ...{ pc: 9, op: 'SSTORE', cost: 22_100, sub: null },
          ex: spent({ ...none, store: { key: '0x7', val: '0x7' } }, 22_124),
        },
        { pc: 10, op: 'PUSH1', cost: 3, sub: null, ex: spent(pushed('0x0'), 22_127) },
        {
          ...{ pc: 12, op: 'MLOAD', cost: 3, sub: null },
          ex: spent({ ...pushed('0x0'), mem: { off: 0, data: `0x${'00'.repeat(32)}` } }, 22_130),
        },
        { pc: 13, op: 'STOP', cost: 0, sub: null, ex: spent(none, 22_130) },
      ],
    })
  })

  test('DUPn and SWAPn push all words that they read, deepest first', async () => {
    const pushes = Array.from({ length: 17 }, (_, i) => push(i + 1))
    const { root } = await trace([[A, { code: code(...pushes, 0x9f, 0x8f) }]], { to: A })
    const words = Array.from({ length: 17 }, (_, i) => `0x${(i + 1).toString(16)}`)
    const swapped = ['0x11', ...words.slice(1, 16), '0x1']
    expect(root.ops.find(({ op: name }) => name === 'SWAP16')?.ex?.push).toEqual(swapped)
    const last = root.ops.find(({ op: name }) => name === 'DUP16')?.ex?.push
    expect(last).toEqual([...swapped.slice(1), '0x2'])
  })

  test('a failing opcode has no effect', async () => {
    for (const text of ['fe', '01', '0c', '600356', '5f5f3e60015f5f3e', '5b600056']) {
      const { root, frames } = await trace([[A, { code: hexToBytes(text) }]], {
        to: A,
        gas: 30_000n,
      })
      expect(root.ops.at(-1)?.ex, text).toBeNull()
      expect(root.ops.slice(0, -1).every(({ ex }) => ex !== null)).toBe(true)
      expectReplay(root.ops, frames[0] ?? [])
    }
    const { root } = await trace([[A, { code: hexToBytes('5f5ffd') }]], { to: A })
    expect(root.ops.at(-1)).toMatchObject({ op: 'REVERT', ex: { push: [], used: 978_996 } })
  })
})

describe('frames', () => {
  test('a call: cost, return data, inner code', async () => {
    const contracts: Contract[] = [
      [A, { code: op(0xf1, 5_000, B, 0, 0, 0, 2, 1) }],
      [B, { code: hexToBytes('60ff60005360016000f3') }],
    ]
    const { root } = await trace(contracts, { to: A })
    const call = root.ops.find(({ op: name }) => name === 'CALL')
    // 2,600 for a cold account, 3 for memory, and what is handed on
    expect(call).toMatchObject({
      cost: 7_603,
      sub: { code: '0x60ff60005360016000f3' },
      ex: { push: ['0x1'], mem: { off: 2, data: '0xff' } },
    })
    expect(call?.sub?.ops.at(-1)).toMatchObject({ op: 'RETURN', ex: { used: 5_000 - 3 * 4 - 6 } })
    // Seven pushes of 3 before it; of what was handed on, 18 were used.
    expect(call?.ex?.used).toBe(979_000 - 21 - 2_603 - 18)
  })

  test('a creation: cost with the forwarded gas, init code', async () => {
    // CREATE(0, 31, 1) of a byte that is STOP
    const { root } = await trace([[A, { code: op(0xf0, 0, 31, 1) }]], { to: A })
    const create = root.ops.find(({ op: name }) => name === 'CREATE')
    // 32,000, and 2 for a word of init code, 3 for one of memory; all that is left but a 64th is
    // handed on.
    const left = 979_000 - 9 - 32_005
    expect(create).toMatchObject({
      cost: 32_005 + left - Math.floor(left / 64),
      sub: { code: '0x00', ops: [{ op: 'STOP', pc: 0 }] },
      ex: { used: left, push: [contractAddress(A, 0n)] },
    })
  })

  test('frames without code have no opcodes', async () => {
    const contracts: Contract[] = [
      [
        A,
        {
          code: code(op(0xf1, 5_000, C, 0, 0, 0, 0, 0), op(0xfa, 5_000, precompile(4), 0, 0, 0, 0)),
        },
      ],
    ]
    const { root } = await trace(contracts, { to: A })
    const calls = root.ops.filter(({ op: name }) => OPENS.has(name))
    expect(calls.map(({ sub }) => sub)).toEqual([
      { code: '0x', ops: [] },
      { code: '0x', ops: [] },
    ])
  })

  test('a contract created before runs its code', async () => {
    // CREATE of CALLER's code 0x5b, then a call of what it made
    const init = hexToBytes('605b60005360016000f3')
    const text = code(
      0x69,
      init,
      hexToBytes('600052600a60166000f0'),
      hexToBytes('5f5f5f5f5f945af1'),
    )
    const { root } = await trace([[A, { code: text }]], { to: A })
    const call = root.ops.find(({ op: name }) => name === 'CALL')
    expect(call?.sub).toMatchObject({ code: '0x5b', ops: [{ op: 'JUMPDEST' }, { op: 'STOP' }] })
  })

  test('a delegated account runs other code (EIP-7702)', async () => {
    const contracts: Contract[] = [
      [A, { code: op(0xf1, 5_000, B, 0, 0, 0, 0, 0) }],
      [B, { code: code(hexToBytes('ef0100'), addressToBytes(C)) }],
      [C, { code: hexToBytes('5b') }],
    ]
    const { root } = await trace(contracts, { to: A })
    const call = root.ops.find(({ op: name }) => name === 'CALL')
    expect(call?.sub).toMatchObject({ code: '0x5b', ops: [{ op: 'JUMPDEST' }, { op: 'STOP' }] })
    expect((await trace(contracts, { to: B })).root).toMatchObject({ code: '0x5b' })
  })

  test.runIf(FULL)('the maximum depth is valid JSON', async () => {
    // Calls itself with all the gas but a little, as forks before EIP-150 let one do.
    const config = { homesteadBlock: 0, eip150Block: 1_000_000 }
    const self = hexToBytes('600060006000600060003060643a505a03f1')
    const { root } = await trace([[A, { code: self }]], { to: A, gas: 90_000_000n }, { config })
    let depth = 0
    for (let at: Code | null = root; at !== null; depth++) {
      at = at.ops.find(({ sub }) => sub !== null)?.sub ?? null
    }
    expect(depth).toBe(1025)
    expect(JSON.parse(JSON.stringify(root))).toEqual(root)
  })

  test('rejects a trace that is too large', async () => {
    const contracts: Contract[] = [[A, { code: hexToBytes('5b600056') }]]
    await expect(
      trace(contracts, { to: A }, { budget: new TraceBudget(100_000) }),
    ).rejects.toMatchObject({ code: 'TRACE_TOO_LARGE' })
  })
})

const targets = [A, B, C, precompile(4)]

property.prop([program(targets), program(targets), program(targets)], {
  numRuns: runs({ quick: 8, full: 80 }),
})('replaying random programs gives their stacks, memory and gas', async (...codes) => {
  const contracts = [A, B, C].map(
    (who, i) => [who, { balance: 10n, code: codes[i] ?? code() }] as const,
  )
  const { root, frames } = await trace(contracts, { to: A, gas: 400_000n })
  // Frames that were never opened are no subs.
  const opened = frames.filter((steps) => steps.length > 0)
  const subs = flat(root).filter(({ ops }) => ops.length > 0)
  expect(subs.length).toBe(opened.length)
  for (const [i, steps] of opened.entries()) expectReplay(subs[i]?.ops ?? [], steps)
})
