import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import type { FrameStart } from '../../src/evm/run/observer.ts'
import { stepFaults } from '../../src/evm/run/stepRecord.ts'
import { type StepEnd, type StepStart, StepWriter } from '../../src/evm/run/stepWriter.ts'
import { bytesToAddress } from '../../src/primitives/address.ts'
import { bytesToHex } from '../../src/primitives/encoding/hex.ts'
import { TraceError } from '../../src/tracers/errors.ts'
import { type JsonText, PacedSink, toText } from '../../src/tracers/jsonSink.ts'
import { StructLogModule, type StructLogOptions } from '../../src/tracers/steps/structLogModule.ts'
import { StructLogs } from '../../src/tracers/steps/structLogs.ts'
import { runs } from '../support/runs.ts'
import { word } from '../support/tracers/structLogRows.ts'

/*
 * The text of struct logs beside objects that are made of the same steps and written by
 * `JSON.stringify`. Steps are random: they need not be those of a program.
 */

interface Step extends StepStart, StepEnd {
  /** Number of the account that owns the storage of the frame. */
  readonly owner: number
}

const SSTORE = 0x55

const NAMES: readonly (readonly [op: number, name: string])[] = [
  [0x00, 'STOP'],
  [0x01, 'ADD'],
  [0x20, 'KECCAK256'],
  [0x0c, 'opcode 0xc not defined'],
  [0xef, 'opcode 0xef not defined'],
  [0x54, 'SLOAD'],
  [SSTORE, 'SSTORE'],
  [0x7f, 'PUSH32'],
  [0xa4, 'LOG4'],
  [0xf4, 'DELEGATECALL'],
]
const names = new Map(NAMES)
/** Faults that geth reports with the opcode, and two that it does not. */
const TOLD = ['out of gas', 'stack overflow', 'max initcode size exceeded']
const UNTOLD = ['invalid opcode', 'execution reverted']

const bits = (most: number) =>
  fc.nat(most).chain((count) => fc.bigInt({ min: 0n, max: 2n ** BigInt(count) - 1n }))
const words = fc.oneof(
  { weight: 5, arbitrary: fc.array(bits(256), { maxLength: 6 }) },
  {
    weight: 1,
    arbitrary: fc.constant(Array.from({ length: 1024 }, (_, i) => 3n ** BigInt(i % 161))),
  },
)
const bytes = fc.oneof(
  { weight: 5, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 70 }) },
  { weight: 1, arbitrary: fc.nat(255).map((byte) => new Uint8Array(100_000).fill(byte)) },
)
const storage = fc.oneof(
  fc.tuple(fc.bigInt({ min: 0n, max: 5n }), bits(256)),
  fc.tuple(bits(256), bits(256)),
)

/** Steps whose memory grows, and is only changed where it exists. */
const steps: fc.Arbitrary<readonly Step[]> = fc
  .array(
    fc.record({
      pc: bits(32).map(Number),
      op: fc.constantFrom(...NAMES.map(([op]) => op)),
      depth: fc.oneof(fc.nat(3), fc.constantFrom(1023, 1024)),
      gas: bits(62),
      cost: bits(62),
      refund: bits(40),
      words,
      fault: fc.constantFrom(0, 0, 0, ...[...TOLD, ...UNTOLD].map((it) => stepFaults.indexOf(it))),
      storage: fc.option(storage, { nil: undefined }),
      owner: fc.nat(2),
      grown: fc.nat(3),
      change: fc.option(fc.tuple(fc.nat(1000), bytes), { nil: undefined }),
      returnData: fc.option(fc.oneof(bytes, fc.constant(new Uint8Array())), { nil: undefined }),
    }),
    { maxLength: 20 },
  )
  .map((given) => {
    const sizes: number[] = []
    return given.map(({ grown, change, ...step }) => {
      sizes.length = Math.min(sizes.length, step.depth + 1)
      const [offset, changed] = change ?? []
      const memory = changed && { offset: offset ?? 0, bytes: changed }
      const needed = memory === undefined ? 0 : memory.offset + memory.bytes.length
      const size = Math.max(sizes[step.depth] ?? 0, Math.ceil(needed / 32) * 32) + grown * 32
      sizes[step.depth] = size
      return { ...step, memorySize: size, stackSize: step.words.length, memory }
    })
  })

const options: fc.Arbitrary<StructLogOptions> = fc.record({
  stack: fc.boolean(),
  storage: fc.boolean(),
  memory: fc.boolean(),
  returnData: fc.boolean(),
  limit: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.nat(10_000)),
})

const PLACE = 20
const owners = [1, 2, 3].map((byte) => bytesToAddress(new Uint8Array(PLACE).fill(byte)))

/** The logs as objects, whose numbers JSON.parse would round. */
function expected(given: readonly Step[], shown: StructLogOptions): string {
  const logs: string[] = []
  const storages = owners.map(() => new Map<string, string>())
  const frames: { memory: Uint8Array; returnData: Uint8Array }[] = []
  let size = 0
  for (const step of given) {
    if (size > shown.limit) break
    const { op, fault, memory, returnData, owner } = step
    frames.length = Math.min(frames.length, step.depth + 1)
    const frame = frames[step.depth] ?? { memory: new Uint8Array(), returnData: new Uint8Array() }
    frames[step.depth] = frame
    const larger = new Uint8Array(Math.max(step.memorySize, frame.memory.length))
    larger.set(frame.memory)
    frame.memory = larger
    if (memory !== undefined) larger.set(memory.bytes, memory.offset)
    if (returnData !== undefined) frame.returnData = returnData
    const slots = storages[owner] ?? new Map()
    // Of an SSTORE that failed, the stack has the slot.
    const [top, second] = op === SSTORE ? step.words : []
    const [slot, value] = step.storage ?? [top, second]
    const hasStorage = slot !== undefined && value !== undefined
    if (hasStorage) slots.set(word(slot), word(value))
    const error = stepFaults[fault] ?? ''
    const numbers = `"gas":${step.gas},"gasCost":${step.cost},"depth":${step.depth + 1}`
    const rest = JSON.stringify({
      ...(TOLD.includes(error) && { error }),
      ...(shown.stack && {
        stack: [...step.words].reverse().map((each) => `0x${each.toString(16)}`),
      }),
      ...(shown.storage && hasStorage && { storage: Object.fromEntries(slots) }),
      ...(shown.returnData &&
        frame.returnData.length > 0 && { returnData: bytesToHex(frame.returnData) }),
      ...(shown.memory && larger.length > 0 && { memory: inWords(larger) }),
    }).slice(1, -1)
    const refund = step.refund === 0n ? '' : `,"refund":${step.refund}`
    const fields = [numbers, ...(rest === '' ? [] : [rest])].join(',')
    const log = `{"pc":${step.pc},"op":${JSON.stringify(names.get(op))},${fields}${refund}}`
    size += log.length
    logs.push(log)
  }
  return `[${logs.join(',')}]`
}

function inWords(memory: Uint8Array): string[] {
  return Array.from({ length: memory.length / 32 }, (_, i) =>
    bytesToHex(memory.subarray(i * 32, i * 32 + 32)),
  )
}

/** Reads bytes only at the end, as sinks may. */
class KeepingSink extends PacedSink {
  readonly parts: JsonText[] = []

  override write(text: JsonText): void {
    super.write(text)
    this.parts.push(text)
  }
}

/** Writes steps, a batch for each owner in turn; yields after each batch. */
async function* write(
  given: readonly Step[],
  shown: StructLogOptions,
): AsyncGenerator<void, string> {
  const sink = new KeepingSink()
  const logs = new StructLogs(sink, shown)
  const writer = new StepWriter(({ bytes, start, end }) => logs.add(bytes.subarray(start, end)))
  for (const step of given) {
    logs.owners.enter({ kind: 'CALL', to: owners[step.owner] } as FrameStart)
    writer.begin({ ...step, words: step.words.slice(0, shown.stack ? 1024 : 2) })
    writer.finish({
      fault: step.fault,
      storage: step.storage,
      ...(shown.memory && { memory: step.memory }),
      ...(shown.returnData && { returnData: step.returnData }),
    })
    writer.flush()
    logs.owners.exit()
    if (step.pc % 2 === 0) await logs.writeAll()
    yield
  }
  await logs.end()
  return sink.parts.map(toText).join('')
}

const RUNS = { numRuns: runs({ quick: 60, full: 2_000 }) }

test.prop([steps, options], RUNS)(
  'the text of struct logs is that of their JSON',
  async (...given) => {
    expect(await last(write(...given))).toBe(expected(...given))
  },
)

test.prop([steps, steps, options], RUNS)('two traces at a time', async (one, other, shown) => {
  const [a, b] = [write(one, shown), write(other, shown)]
  const texts: string[] = []
  for (let isDone = false; !isDone; ) {
    const ends = [await a.next(), await b.next()]
    for (const [i, { value, done }] of ends.entries()) if (done && value) texts[i] = value
    isDone = ends.every(({ done }) => done)
  }
  expect(texts).toEqual([expected(one, shown), expected(other, shown)])
})

test('a trace that needs more memory than there is fails', () => {
  const shown = { stack: true, storage: true, memory: true, returnData: true, limit: 1 }
  const module = StructLogModule.start(shown, () => {})
  const huge = { length: 2 ** 30 } as Uint8Array
  expect(() => module.add(huge, 0)).toThrow(TraceError)
})

async function last(text: AsyncGenerator<void, string>): Promise<string> {
  for (;;) {
    const { value, done } = await text.next()
    if (done) return value
  }
}
