import { setImmediate } from 'node:timers/promises'
import { isOutOfGas } from '../../evm/rules/outOfGas.ts'
import type { FrameEnd, FrameObserver, FrameStart, LiveStorage } from '../../evm/run/observer.ts'
import { STEP, STEP_FLAG, type StepBatch } from '../../evm/run/stepRecord.ts'
import { type Address, bytesToAddress } from '../../primitives/address.ts'
import { bytesToHex, type Hex, hexToBytes, toQuantity } from '../../primitives/encoding/hex.ts'
import { type Json, jsonKind } from '../../primitives/encoding/json.ts'
import type { StateReader } from '../../state/stateReader.ts'
import { type CallFrame, CallRecorder } from '../calls/callFrames.ts'
import { logOf, resultOf } from '../calls/callTracer.ts'
import { type JsonSink, ObjectWriter, writeList } from '../jsonSink.ts'
import type { TraceBudget } from '../traceBudget.ts'
import type { Tracer } from '../tracer.ts'
import { badConfig, readSwitches, readTracerConfig } from '../tracerConfig.ts'
import { FrameMemories } from './frameMemories.ts'
import { KeccakPreimages } from './keccakPreimages.ts'
import { storageOwner } from './storageOwners.ts'
import { wordText } from './wordText.ts'

const OP = {
  iszero: 0x15,
  extcodesize: 0x3b,
  sload: 0x54,
  sstore: 0x55,
  gas: 0x5a,
  tload: 0x5c,
  tstore: 0x5d,
  return: 0xf3,
  revert: 0xfd,
} as const
const EXTCODE: ReadonlySet<number> = new Set([0x3b, 0x3c, 0x3f])
const CALLS: ReadonlySet<number> = new Set([0xf1, 0xf2, 0xf4, 0xfa])

/**
 * PUSH0 to SWAP16, POP, ADD, SUB, MUL, DIV, EQ, LT, GT, SLT, SGT, SHL, SHR, AND, OR, NOT, ISZERO.
 */
const IGNORED: readonly number[] = [
  ...Array.from({ length: 0x9f - 0x5f + 1 }, (_, i) => 0x5f + i),
  ...[0x50, 0x01, 0x03, 0x02, 0x04, 0x14, 0x10, 0x11, 0x12, 0x13, 0x1b, 0x1c, 0x16, 0x17],
  ...[0x19, OP.iszero],
]

/** Approximate size of an entry as text. */
const ENTRY_BYTES = 150

const CODE_OUT_OF_GAS = 'contract creation code storage out of gas'

/** What the code of a frame used. */
interface FrameUse {
  readonly reads: Map<string, string>
  readonly writes: Map<string, number>
  readonly transientReads: Map<string, number>
  readonly transientWrites: Map<string, number>
  readonly extCodeAccess: Address[]
  readonly opcodes: Map<number, number>
  readonly contractSizes: Map<Address, { readonly contractSize: number; readonly opcode: number }>
}

/**
 * Call tree with what the validation of an account-abstraction operation must not use (ERC-7562):
 * opcodes, slots and other contracts (geth, eth/tracers/native/erc7562.go).
 */
export const erc7562Tracer: Tracer = {
  summary:
    'Call tree with the opcodes, slots and contracts that ERC-7562 restricts. Settings: withLog, ignoredOpcodes.',
  start({ state, gasLimit, budget, place }, config) {
    const { withLog } = readSwitches('erc7562Tracer', config, 'withLog')
    const recorder = new UseRecorder(state, budget, {
      ignored: readIgnored(config),
      frames: new CallRecorder(budget, { logs: withLog, firstLogIndex: place.firstLogIndex ?? 0 }),
    })
    let gasUsed = 0n
    return {
      observer: {
        begin: (storage) => recorder.begin(storage),
        frames: recorder,
        steps: {
          ...{ stackWords: 2, memory: true, returnData: false },
          steps: (batch) => recorder.read(batch),
        },
        pause: () => setImmediate(),
      },
      finish(end) {
        gasUsed = end.gasUsed
      },
      write: (sink) => recorder.write(sink, { gas: gasLimit, gasUsed }),
    }
  },
}

/** @throws TraceError BAD_TRACER_CONFIG */
function readIgnored(config: Json | undefined): ReadonlySet<number> {
  const { ignoredOpcodes } = readTracerConfig('erc7562Tracer', config)
  if (ignoredOpcodes === undefined || ignoredOpcodes === null) return new Set(IGNORED)
  const given = Array.isArray(ignoredOpcodes) ? ignoredOpcodes : [ignoredOpcodes]
  return new Set(
    given.map((opcode) => {
      if (typeof opcode === 'string' && /^0x[0-9a-f]{1,2}$/i.test(opcode)) return Number(opcode)
      const found = typeof opcode === 'string' ? JSON.stringify(opcode) : jsonKind(opcode)
      throw badConfig('erc7562Tracer', `ignoredOpcodes: want opcodes in hex, got ${found}`)
    }),
  )
}

interface UseOptions {
  /** Opcodes that are not counted. */
  readonly ignored: ReadonlySet<number>
  readonly frames: CallRecorder
}

/** Records frames and what their code uses. */
class UseRecorder implements FrameObserver {
  readonly #state: StateReader
  readonly #budget: TraceBudget
  readonly #options: UseOptions
  readonly #uses = new Map<CallFrame, FrameUse>()
  readonly #memories = new FrameMemories()
  readonly #preimages: KeccakPreimages
  #storage: LiveStorage | undefined
  /** The step before, in any frame; undefined before the first and before RETURN and REVERT. */
  #last: { readonly opcode: number; readonly address: Address | undefined } | undefined

  constructor(state: StateReader, budget: TraceBudget, options: UseOptions) {
    this.#state = state
    this.#budget = budget
    this.#options = options
    this.#preimages = new KeccakPreimages(budget)
  }

  begin(storage: LiveStorage): void {
    this.#storage = storage
  }

  enter(start: FrameStart): void {
    const { frames } = this.#options
    frames.enter(start)
    this.#uses.set(frames.current, {
      reads: new Map(),
      writes: new Map(),
      transientReads: new Map(),
      transientWrites: new Map(),
      extCodeAccess: [],
      opcodes: new Map(),
      contractSizes: new Map(),
    })
  }

  exit(end: FrameEnd): void {
    this.#options.frames.exit(end)
  }

  log(log: Parameters<FrameObserver['log']>[0]): void {
    this.#options.frames.log(log)
  }

  access(): void {}

  read({ bytes, view, start, end }: StepBatch): void {
    const use = this.#useOf(this.#options.frames.current)
    for (let at = start; at < end; at += view.getUint32(at + STEP.size, true)) {
      const memory = this.#memories.followStep(bytes, view, at)
      this.#step(use, view, at)
      this.#preimages.read(view, at, memory)
    }
  }

  #useOf(frame: CallFrame): FrameUse {
    const use = this.#uses.get(frame)
    if (use === undefined) throw new Error('bug: a frame without a record of its use')
    return use
  }

  #step(use: FrameUse, view: DataView, at: number): void {
    const opcode = view.getUint8(at + STEP.op)
    if (opcode === OP.return || opcode === OP.revert) this.#last = undefined
    const last = this.#last
    if (last?.address !== undefined && EXTCODE.has(last.opcode)) {
      const asksIfCode = last.opcode === OP.extcodesize && opcode === OP.iszero
      if (!asksIfCode) this.#add(() => use.extCodeAccess.push(last.address as Address))
    }
    this.#noteContract(use, opcode, view, at)
    if (last?.opcode === OP.gas && !CALLS.has(opcode)) count(use.opcodes, OP.gas)
    if (opcode !== OP.gas && !this.#options.ignored.has(opcode)) count(use.opcodes, opcode)
    this.#noteStorage(use, opcode, view, at)
    this.#last = { opcode, address: EXTCODE.has(opcode) ? addressAt(view, at, 0) : undefined }
  }

  #noteContract(use: FrameUse, opcode: number, view: DataView, at: number): void {
    const isCall = CALLS.has(opcode)
    if (!isCall && !EXTCODE.has(opcode)) return
    const address = addressAt(view, at, isCall ? 1 : 0)
    if (address === undefined || use.contractSizes.has(address)) return
    const contractSize = this.#state.getCode(address).length
    this.#add(() => use.contractSizes.set(address, { contractSize, opcode }))
  }

  #noteStorage(use: FrameUse, opcode: number, view: DataView, at: number): void {
    const slot = topWord(view, at, 0)
    if (slot === undefined) return
    const key: Hex = `0x${wordText(view, slot)}`
    if (opcode === OP.sload) {
      if (use.reads.has(key) || use.writes.has(key)) return
      this.#add(() => use.reads.set(key, this.#wordAt(key, view, at)))
    } else if (opcode === OP.sstore) this.#add(() => count(use.writes, key))
    else if (opcode === OP.tload) this.#add(() => count(use.transientReads, key))
    else if (opcode === OP.tstore) this.#add(() => count(use.transientWrites, key))
  }

  /** The word that SLOAD reads. The record of one that ran out of gas lacks it. */
  #wordAt(slot: Hex, view: DataView, at: number): string {
    const words = view.getUint32(at + STEP.stackWords, true)
    const hasWord = (view.getUint8(at + STEP.flags) & STEP_FLAG.storage) !== 0
    if (hasWord) return `0x${wordText(view, at + STEP.stack + words * 32 + 32)}`
    const owner = storageOwner(this.#options.frames.current)
    return bytesToHex((this.#storage ?? this.#state).getStorage(owner, hexToBytes(slot)))
  }

  #add(change: () => unknown): void {
    this.#budget.take(ENTRY_BYTES)
    change()
  }

  write(sink: JsonSink, whole: Pick<CallFrame, 'gas' | 'gasUsed'>): Promise<void> {
    return this.#writeFrame(sink, this.#options.frames.root, false, whole)
  }

  /** Failed frames and their inner frames have no logs. */
  async #writeFrame(
    sink: JsonSink,
    frame: CallFrame,
    isUndone: boolean,
    { gas, gasUsed }: Pick<CallFrame, 'gas' | 'gasUsed'>,
  ): Promise<void> {
    const { kind, error, logs, calls } = frame
    const isRoot = frame === this.#options.frames.root
    const isFailed = isUndone || error !== undefined
    const isCreation = kind === 'CREATE' || kind === 'CREATE2'
    const lacksGas = error !== undefined && (isOutOfGas(error) || error === CODE_OUT_OF_GAS)
    const object = new ObjectWriter(sink)
    object.add({
      from: frame.from,
      gas: toQuantity(gas),
      gasUsed: toQuantity(gasUsed),
      ...(!(isCreation && error !== undefined) && { to: frame.to }),
      input: bytesToHex(frame.input),
      ...resultOf(frame),
      ...(logs.length > 0 && !isFailed && { logs: logs.map(logOf) }),
      ...(kind !== 'STATICCALL' && { value: toQuantity(frame.value) }),
      ...useFields(this.#useOf(frame)),
      outOfGas: !isRoot && lacksGas,
    })
    const { sorted } = this.#preimages
    if (isRoot && sorted.length > 0) object.add({ keccak: sorted.map(bytesToHex) })
    if (calls.length > 0) {
      object.begin('calls')
      await writeList(sink, calls, (call) => this.#writeFrame(sink, call, isFailed, call))
    }
    object.add({ type: kind })
    object.end()
  }
}

function useFields(use: FrameUse): Record<string, Json> {
  const reads = [...use.reads].map(([slot, word]) => [slot, [word]] as const)
  const opcodes = [...use.opcodes].map(([op, times]) => [toQuantity(op), times] as const)
  return {
    accessedSlots: {
      reads: sorted(reads),
      writes: sorted(use.writes),
      transientReads: sorted(use.transientReads),
      transientWrites: sorted(use.transientWrites),
    },
    extCodeAccessInfo: use.extCodeAccess,
    usedOpcodes: sorted(opcodes),
    contractSize: sorted(use.contractSizes),
  }
}

/** Sorted by name, as Go writes maps. */
function sorted<T extends Json>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** Offset of a stack word, 0 for the top; undefined if the stack is too short. */
function topWord(view: DataView, at: number, position: number): number | undefined {
  const words = view.getUint32(at + STEP.stackWords, true)
  return position < words ? at + STEP.stack + (words - 1 - position) * 32 : undefined
}

function addressAt(view: DataView, at: number, position: number): Address | undefined {
  const word = topWord(view, at, position)
  if (word === undefined) return undefined
  return bytesToAddress(hexToBytes(`0x${wordText(view, word).slice(24)}`))
}
