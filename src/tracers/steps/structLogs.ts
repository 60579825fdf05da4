import { OUT_OF_GAS, REENTRANCY_SENTRY } from '../../evm/rules/outOfGas.ts'
import { STACK_OVERFLOW, STACK_UNDERFLOW, stackUnderflow } from '../../evm/rules/stackEffects.ts'
import { STEP, STEP_FLAG, stepFaults } from '../../evm/run/stepRecord.ts'
import type { JsonSink } from '../jsonSink.ts'
import { FrameMemories } from './frameMemories.ts'
import { opcodeNames } from './opcodeNames.ts'
import { StackText, wordText } from './stackText.ts'
import { readGas } from './stepGas.ts'

/** Faults before an opcode runs: only these are reported with it, as in geth. */
const FAULTS_BEFORE: ReadonlySet<string> = new Set([
  OUT_OF_GAS,
  REENTRANCY_SENTRY,
  STACK_UNDERFLOW,
  STACK_OVERFLOW,
  'max initcode size exceeded',
  'memory limit reached',
])

const BEGINNINGS = opcodeNames.map((name) => `,"op":${JSON.stringify(name)},"gas":`)
const ERRORS = stepFaults.map((fault) => (FAULTS_BEFORE.has(fault) ? errorText(fault) : ''))
const UNDERFLOW = stepFaults.indexOf(STACK_UNDERFLOW)

const SSTORE = 0x55

/** Characters of text after which it is passed on. */
const PIECE = 32 * 1024

/** Content of struct logs. */
export interface StructLogOptions {
  readonly stack: boolean
  readonly storage: boolean
  readonly memory: boolean
  readonly returnData: boolean
  /** Maximum characters of text, after which no more logs are added. */
  readonly limit: number
}

/** Writes step records as a list of geth's struct logs. */
export class StructLogWriter {
  readonly #sink: JsonSink
  readonly #options: StructLogOptions
  readonly #stack = new StackText()
  readonly #memories = new FrameMemories()
  /** Slots seen so far by owner, as text by slot. */
  readonly #storage = new Map<string, Map<string, string>>()
  #separator = '['
  #size = 0

  constructor(sink: JsonSink, options: StructLogOptions) {
    this.#sink = sink
    this.#options = options
  }

  /** Whether the limit is reached. */
  get isDone(): boolean {
    return this.#size > this.#options.limit
  }

  /** @param owner account whose storage the frame uses */
  async write(bytes: Uint8Array, owner: string): Promise<void> {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    let text = ''
    for (
      let at = 0;
      at < bytes.length && !this.isDone;
      at += view.getUint32(at + STEP.size, true)
    ) {
      const log = this.#log(bytes, view, at, owner)
      text += this.#separator + log
      this.#separator = ','
      this.#size += log.length
      if (text.length < PIECE) continue
      this.#sink.write(text)
      text = ''
      if (this.#sink.isFull) await this.#sink.drained()
    }
    this.#sink.write(text)
  }

  end(): void {
    this.#sink.write(this.#separator === '[' ? '[]' : ']')
  }

  #log(bytes: Uint8Array, view: DataView, at: number, owner: string): string {
    const op = view.getUint8(at + STEP.op)
    const depth = view.getUint16(at + STEP.depth, true)
    const flags = view.getUint8(at + STEP.flags)
    const { stack, storage, memory, returnData } = this.#options
    let text = `{"pc":${view.getUint32(at + STEP.pc, true)}${BEGINNINGS[op]}${readGas(view, at + STEP.gas)},"gasCost":${readGas(view, at + STEP.cost)},"depth":${depth + 1}${errorOf(view, at)}`
    const words = view.getUint32(at + STEP.stackWords, true)
    let end = at + STEP.stack + words * 32
    if (stack) text += this.#stack.text(view, at + STEP.stack, words)
    if ((flags & STEP_FLAG.storage) !== 0) {
      if (storage) text += this.#storageText(view, end, end + 32, owner)
      end += 64
    } else if (storage && op === SSTORE && words >= 2) {
      // It failed: geth shows the value to be written.
      text += this.#storageText(view, end - 32, end - 64, owner)
    }
    if (memory || returnData) {
      const frame = this.#memories.follow(bytes, view, at, end)
      if (returnData) text += frame.returnDataText
      if (memory) text += frame.memoryText
    }
    const refund = readGas(view, at + STEP.refund)
    return refund === '0' ? `${text}}` : `${text},"refund":${refund}}`
  }

  /** All slots of the owner that were read or written so far. */
  #storageText(view: DataView, slotAt: number, wordAt: number, owner: string): string {
    let slots = this.#storage.get(owner)
    if (slots === undefined) {
      slots = new Map()
      this.#storage.set(owner, slots)
    }
    const slot = wordText(view, slotAt)
    slots.set(slot, `"0x${slot}":"0x${wordText(view, wordAt)}"`)
    return `,"storage":{${[...slots.values()].join()}}`
  }
}

function errorText(error: string): string {
  return `,"error":${JSON.stringify(error)}`
}

/** The field `error` of a record; empty if there is none. */
function errorOf(view: DataView, at: number): string {
  const fault = view.getUint32(at + STEP.fault, true)
  if (fault !== UNDERFLOW) return ERRORS[fault] ?? ''
  const op = view.getUint8(at + STEP.op)
  return errorText(stackUnderflow(op, view.getUint32(at + STEP.stackSize, true)))
}
