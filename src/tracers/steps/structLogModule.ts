import { stepFaults } from '../../evm/run/stepRecord.ts'
import { Instance, Module, readModule } from '../../primitives/wasmModule.ts'
import { TraceError } from '../errors.ts'
import { opcodeNames } from './opcodeNames.ts'
import { structLogError } from './structLogError.ts'

/** Content of struct logs. */
export interface StructLogOptions {
  readonly stack: boolean
  readonly storage: boolean
  readonly memory: boolean
  readonly returnData: boolean
  /** Maximum characters of text, after which no more logs are added. */
  readonly limit: number
}

/** Exports of the module; see `assembly/structLogs/structLogs.ts`. */
interface StructLogExports {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly beginnings: { readonly value: number }
  start(
    stack: number,
    storage: number,
    memory: number,
    returnData: number,
    mostCharacters: number,
  ): void
  add(bytes: number, owner: number): number
  isDone(): number
  write(): number
  finish(): void
}

/** Receives text as ASCII, which is overwritten after the call. */
type TextReceiver = (text: Uint8Array) => void

const BEGINNING_BYTES = 64
const MEMORY_LIMIT = 1024 ** 3

/** Instances that are kept for later traces, and the memory above which they are not. */
const MOST_IDLE = 2
const MOST_IDLE_BYTES = 2 * 1024 ** 2

let code: object | undefined
const idle: StructLogModule[] = []

/** Turns step records into the text of geth's struct logs, in WebAssembly: one trace at a time. */
export class StructLogModule {
  readonly #exports: StructLogExports
  #bytes: Buffer
  #receive: TextReceiver = () => {}

  private constructor() {
    code ??= new Module(readModule('structLogs.wasm'))
    const host = {
      emit: (start: number, size: number) =>
        this.#receive(this.#view().subarray(start, start + size)),
      writeError: (op: number, fault: number, stackSize: number, to: number) =>
        this.#view().write(structLogError(stepFaults[fault] ?? '', op, stackSize), to, 'latin1'),
      memoryLimit() {
        throw new TraceError({ code: 'TRACE_TOO_LARGE', limitBytes: MEMORY_LIMIT })
      },
    }
    this.#exports = new Instance(code, { host }).exports as StructLogExports
    this.#bytes = Buffer.from(this.#exports.memory.buffer)
    const beginnings = this.#exports.beginnings.value
    for (const [op, name] of opcodeNames.entries()) {
      const at = beginnings + op * BEGINNING_BYTES
      const length = this.#bytes.write(`,"op":${JSON.stringify(name)},"gas":`, at, 'latin1')
      this.#bytes[at + BEGINNING_BYTES - 1] = length
    }
  }

  /** Starts a trace, on an instance that is not in use. */
  static start(options: StructLogOptions, receive: TextReceiver): StructLogModule {
    const module = idle.pop() ?? new StructLogModule()
    const { stack, storage, memory, returnData, limit } = options
    module.#receive = receive
    module.#exports.start(Number(stack), Number(storage), Number(memory), Number(returnData), limit)
    return module
  }

  /** Whether the limit is reached. */
  get isDone(): boolean {
    return this.#exports.isDone() !== 0
  }

  /** Adds records. @param owner number of the account whose storage the frame uses, from 0 */
  add(records: Uint8Array, owner: number): void {
    const at = this.#exports.add(records.length, owner)
    this.#view().set(records, at)
  }

  /** Writes until some text was received; false if there are no more records. */
  write(): boolean {
    return this.#exports.write() !== 0
  }

  /** Writes the end of the list. The instance then serves other traces. */
  end(): void {
    this.#exports.finish()
    this.#receive = () => {}
    if (idle.length < MOST_IDLE && this.#bytes.length <= MOST_IDLE_BYTES) idle.push(this)
  }

  /** The memory, whose views are stale once it has grown. */
  #view(): Buffer {
    const { buffer } = this.#exports.memory
    if (this.#bytes.buffer !== buffer) this.#bytes = Buffer.from(buffer)
    return this.#bytes
  }
}
