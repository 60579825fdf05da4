import type { Address } from '../../primitives/address.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import type { WorldState } from '../../state/worldState.ts'
import type { Log } from '../run/log.ts'
import {
  type FrameObserver,
  type FrameStart,
  frameKinds,
  type Observer,
  type StepObserver,
} from '../run/observer.ts'
import type { EngineAccounts } from './engineAccounts.ts'
import { FAULT } from './faultReasons.ts'
import type { Interpreter, Layout, Pointer } from './interpreter.ts'
import type { LinearMemory } from './linearMemory.ts'

const DELEGATECALL = 0xf4

/** A creation that fails before its frame. */
export interface FailedCreate {
  readonly creator: Address
  readonly address: Address
  readonly init: Uint8Array
  readonly gas: bigint
  readonly value: bigint
  /** Depth of the frame that was not opened. */
  readonly depth: number
}

/** Converts the interpreter's records to events of an observer. */
export class EngineTracer {
  readonly frames: FrameObserver | undefined
  readonly steps: StepObserver | undefined
  readonly #pauses: boolean
  /** Gas of the open frames. */
  readonly #open: bigint[] = []
  readonly #interpreter: Interpreter
  readonly #layout: Layout
  readonly #memory: LinearMemory
  readonly #accounts: EngineAccounts
  readonly #reasonOf: (fault: number) => string

  constructor(
    observer: Observer,
    interpreter: Interpreter,
    layout: Layout,
    memory: LinearMemory,
    accounts: EngineAccounts,
    reasonOf: (fault: number) => string,
  ) {
    this.#accounts = accounts
    this.frames = observer.frames
    this.steps = observer.steps
    this.#pauses = observer.pause !== undefined
    this.#interpreter = interpreter
    this.#layout = layout
    this.#memory = memory
    this.#reasonOf = reasonOf
  }

  /** The message starts; {@link exited} reports its end, or {@link left} if it never ran. */
  began(start: FrameStart): void {
    this.#enter(start)
  }

  #enter(frame: FrameStart): void {
    this.#open.push(frame.gas)
    this.frames?.enter(frame)
  }

  /** The message ends and consumes all gas, as do all open frames. */
  abandon(error: string): void {
    while (this.#open.length > 0) {
      this.left(this.#open.length - 1, EMPTY_BYTES, this.#open.at(-1) ?? 0n, error)
    }
  }

  /** A frame without code ended. */
  left(depth: number, output: Uint8Array, gasUsed: bigint, error?: string): void {
    this.#open.pop()
    this.frames?.exit(
      error === undefined ? { depth, output, gasUsed } : { depth, output, gasUsed, error },
    )
  }

  entered(
    frame: Pointer,
    op: number,
    to: Pointer,
    input: Pointer,
    size: number,
    gas: bigint,
    value: Pointer,
  ): void {
    const { frameAccount, frameDepth, frameValue } = this.#layout
    const memory = this.#memory
    const kind = frameKinds.get(op)
    if (kind === undefined) throw new Error(`bug: opcode ${op} opens no frame`)
    const valueAt = op === DELEGATECALL ? frame + frameValue : value
    this.#enter({
      kind,
      depth: memory.get(frame + frameDepth) + 1,
      from: this.#accounts.addressOf(memory.get(frame + frameAccount)),
      to: this.#accounts.addressOf(to),
      input: memory.bytes(input, size),
      gas,
      value: valueAt === 0 ? 0n : memory.readWord(valueAt),
    })
  }

  exited(depth: number, output: Pointer, size: number, used: bigint, fault: number): void {
    const bytes = this.#memory.bytes(output, size)
    this.left(depth, bytes, used, fault === FAULT.none ? undefined : this.#reasonOf(fault))
  }

  creationFailed(creation: FailedCreate, salt: Pointer, fault: number): void {
    const { creator: from, address: to, init: input, gas, value, depth } = creation
    const kind = salt === 0 ? 'CREATE' : 'CREATE2'
    this.#enter({ kind, depth, from, to, input, gas, value })
    this.left(depth, EMPTY_BYTES, 0n, this.#reasonOf(fault))
  }

  selfDestructed(frame: Pointer, from: Address, to: Address, balance: bigint): void {
    if (this.frames === undefined) return
    const depth = this.#memory.get(frame + this.#layout.frameDepth) + 1
    const input = EMPTY_BYTES
    this.#enter({ kind: 'SELFDESTRUCT', depth, from, to, input, gas: 0n, value: balance })
    this.left(depth, EMPTY_BYTES, 0n)
  }

  accessed(account: Pointer, slot: Pointer): void {
    if (this.frames === undefined) return
    const address = this.#accounts.addressOf(account)
    if (slot === 0) this.frames.access(address)
    else {
      const { slotKey } = this.#layout
      this.frames.access(address, this.#memory.readBytes32(slot + slotKey))
    }
  }

  /** Reports the changes of a precompile since `mark`. */
  hostedChanged(state: WorldState, mark: number): void {
    const { frames } = this
    if (frames?.changed === undefined) return
    for (const account of state.changedSince(mark)) frames.changed(account)
  }

  logged(log: Log): void {
    this.frames?.log(log)
  }

  stepped(start: Pointer, end: Pointer, hasFault: boolean): void {
    const { u8: bytes, view } = this.#memory
    this.steps?.steps({ bytes, view, start, end, hasFault })
    if (this.#pauses) this.#interpreter.setHeld(1)
  }
}
