import { setImmediate } from 'node:timers/promises'
import type { FrameEnd, FrameObserver, FrameStart, Observer } from '../../evm/run/observer.ts'
import { STEP, type StepBatch, stepFaults } from '../../evm/run/stepRecord.ts'
import { isDelegation } from '../../evm/transaction/delegation.ts'
import { type Address, bytesToAddress } from '../../primitives/address.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { StateReader } from '../../state/stateReader.ts'
import type { TraceBudget } from '../traceBudget.ts'
import { FrameMemories, type FrameMemory } from './frameMemories.ts'
import { endings, memoryWrites, pushCount } from './opcodeEffects.ts'
import { opcodeNames } from './opcodeNames.ts'
import { wordText } from './wordText.ts'

/** Effect of an opcode; remaining gas after it. */
type VmEffect = {
  readonly mem: { readonly off: number; readonly data: string } | null
  readonly push: readonly string[]
  readonly store: { readonly key: string; readonly val: string } | null
  readonly used: number
}

/** One opcode. */
type VmOp = {
  /** Gas, including what a call or creation forwards. */
  cost: number
  /** Null: it failed. */
  ex: VmEffect | null
  readonly pc: number
  /** Trace of the frame that it opened. */
  sub: VmCode | null
  readonly op: string
}

type VmCode = { readonly code: string; readonly ops: VmOp[] }

/** An opcode whose effect appears in the next step of its frame. */
interface OpenOp {
  readonly json: VmOp
  readonly opcode: number
  readonly gas: number
  readonly fault: string
  readonly memory: { readonly offset: number; readonly length: number } | undefined
  readonly store: VmEffect['store']
}

/** An open frame. */
interface OpenFrame {
  readonly trace: VmCode
  /** The opcode that opened it; undefined for the message. */
  readonly opener: OpenOp | undefined
  last: OpenOp | undefined
}

/** Words pushed by SWAP16 and DUP16, the maximum; no opcode has more operands. */
const STACK_WORDS = 17
/** Approximate size of an opcode, and of a pushed word, as objects. */
const OP_BYTES = 400
const WORD_BYTES = 100
const REVERTED = stepFaults.indexOf('execution reverted')

/** Failures of calls and creations without a frame. */
const NOT_OPENED: ReadonlySet<string> = new Set([
  'max call depth exceeded',
  'insufficient balance for transfer',
  'nonce uint64 overflow',
])

/**
 * Builds Parity's `vmTrace`, `{code, ops: [{cost, ex: {mem, push, store, used}, pc, sub, op}]}`, as
 * OpenEthereum does: `used` is the remaining gas, `mem` the bytes that the opcode wrote. Opcodes
 * are read in batches while the message runs, so records are not stored.
 */
export class VmTraceRecorder implements FrameObserver {
  readonly #state: StateReader
  readonly #budget: TraceBudget
  readonly #memories = new FrameMemories()
  /** Undefined for SELFDESTRUCT, which is reported like a frame and runs nothing. */
  readonly #open: (OpenFrame | undefined)[] = []
  #root: VmCode | undefined

  constructor(state: StateReader, budget: TraceBudget) {
    this.#state = state
    this.#budget = budget
  }

  get observer(): Observer {
    return {
      frames: this,
      steps: {
        stackWords: STACK_WORDS,
        memory: true,
        returnData: false,
        steps: (batch) => this.#read(batch),
      },
      pause: () => setImmediate(),
    }
  }

  /** Available when the message has ended. */
  get json(): Json {
    return this.#root ?? null
  }

  enter({ kind, to, input, gas }: FrameStart): void {
    if (kind === 'SELFDESTRUCT') {
      this.#open.push(undefined)
      return
    }
    const isCreation = kind === 'CREATE' || kind === 'CREATE2'
    const code = isCreation ? input : this.#codeOf(to)
    this.#budget.take(code.length * 2 + OP_BYTES)
    const trace: VmCode = { code: bytesToHex(code), ops: [] }
    const opener = this.#open.at(-1)?.last
    // The record of a creation has its cost without the forwarded gas.
    if (opener !== undefined && isCreation) opener.json.cost += Number(gas)
    if (opener !== undefined) opener.json.sub = trace
    this.#root ??= trace
    this.#open.push({ trace, opener, last: undefined })
  }

  exit({ error }: FrameEnd): void {
    const frame = this.#open.pop()
    if (frame === undefined) return
    const { last, opener } = frame
    if (last !== undefined && endings.has(last.opcode) && last.fault === '') {
      last.json.ex = { mem: null, push: [], store: null, used: last.gas - last.json.cost }
    }
    if (opener !== undefined && error !== undefined && NOT_OPENED.has(error)) opener.json.sub = null
  }

  log(): void {}

  access(): void {}

  /** Code that a call of the account runs (EIP-7702). */
  #codeOf(address: Address): Uint8Array {
    const code = this.#state.getCode(address)
    return isDelegation(code) ? this.#state.getCode(bytesToAddress(code.subarray(3))) : code
  }

  #read({ bytes, view, start, end }: StepBatch): void {
    const frame = this.#open.at(-1)
    if (frame === undefined) throw new Error('bug: a step outside of all frames')
    for (let at = start; at < end; at += view.getUint32(at + STEP.size, true)) {
      const memory = this.#memories.followStep(bytes, view, at)
      if (frame.last !== undefined) this.#complete(frame.last, view, at, memory)
      frame.last = this.#begin(view, at)
      frame.trace.ops.push(frame.last.json)
    }
  }

  #begin(view: DataView, at: number): OpenOp {
    this.#budget.take(OP_BYTES)
    const opcode = view.getUint8(at + STEP.op)
    const fault = view.getUint32(at + STEP.fault, true)
    const json: VmOp = {
      cost: Number(view.getBigInt64(at + STEP.cost, true)),
      ex: null,
      pc: view.getUint32(at + STEP.pc, true),
      sub: null,
      op: opcodeNames[opcode] ?? '',
    }
    return {
      json,
      opcode,
      gas: Number(view.getBigInt64(at + STEP.gas, true)),
      // REVERT succeeds.
      fault: fault === REVERTED ? '' : (stepFaults[fault] ?? ''),
      memory: fault === 0 ? writtenMemory(view, at, opcode) : undefined,
      store: opcode === SSTORE && fault === 0 ? writtenSlot(view, at) : null,
    }
  }

  /** @param at the next step of the frame */
  #complete({ json, opcode, memory, store }: OpenOp, view: DataView, at: number, now: FrameMemory) {
    const pushed = pushCount(opcode)
    this.#budget.take(pushed * WORD_BYTES + (memory?.length ?? 0) * 2)
    const push: string[] = []
    for (let i = pushed - 1; i >= 0; i--) push.push(quantityAt(view, wordAt(view, at, i)))
    json.ex = {
      mem: memory === undefined ? null : readMemory(now, memory),
      push,
      store,
      used: Number(view.getBigInt64(at + STEP.gas, true)),
    }
  }
}

const SSTORE = 0x55

/** Position of a word at a depth below the top of the stack. */
function wordAt(view: DataView, at: number, position: number): number {
  return at + STEP.stack + (view.getUint32(at + STEP.stackWords, true) - 1 - position) * 32
}

function quantityAt(view: DataView, at: number): string {
  return `0x${wordText(view, at).replace(/^0+(?=.)/, '')}`
}

/** Reads a word as a 32-bit number, as every memory offset of a successful opcode is. */
function smallAt(view: DataView, at: number): number {
  return view.getUint32(at, true)
}

function writtenMemory(view: DataView, at: number, opcode: number): OpenOp['memory'] {
  const write = memoryWrites.get(opcode)
  if (write === undefined) return undefined
  const length =
    'bytes' in write.length ? write.length.bytes : smallAt(view, wordAt(view, at, write.length.at))
  // An operation of length 0 may have any offset.
  return length === 0
    ? undefined
    : { offset: smallAt(view, wordAt(view, at, write.offset)), length }
}

function writtenSlot(view: DataView, at: number): VmEffect['store'] {
  return { key: quantityAt(view, wordAt(view, at, 0)), val: quantityAt(view, wordAt(view, at, 1)) }
}

function readMemory({ memory }: FrameMemory, at: { offset: number; length: number }) {
  return { off: at.offset, data: bytesToHex(memory.subarray(at.offset, at.offset + at.length)) }
}
