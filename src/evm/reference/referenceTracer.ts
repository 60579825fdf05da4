import { EVMError, type EVMResult, type Message } from '@ethereumjs/evm'
import {
  type Address,
  bytesToAddress,
  contractAddress,
  create2Address,
  wordToAddress,
} from '../../primitives/address.ts'
import { bigIntToBytes, bytesToBigInt, EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { bytesToHash, bytesToHex } from '../../primitives/encoding/hex.ts'
import type { WorldState } from '../../state/worldState.ts'
import { frameFailure, haltReason } from '../run/haltReason.ts'
import type { Log } from '../run/log.ts'
import {
  type FrameKind,
  type FrameObserver,
  type FrameStart,
  frameKinds,
  type Observer,
} from '../run/observer.ts'
import { isDelegation } from '../transaction/delegation.ts'
import { MAX_NONCE } from '../transaction/transaction.ts'
import type { RunState } from './referenceCorrections.ts'
import { createFrame, type Frame, type FrameRequest, ReferenceSteps } from './referenceSteps.ts'
import { WordedError } from './wordedError.ts'

/** Fork rules that a tracer needs. */
export interface TracerRules {
  /** Before Homestead. */
  readonly isFrontier: boolean
  /** EIP-7702. */
  readonly hasDelegations: boolean
  readonly callStipend: bigint
  /** In bytes (EIP-3860); unreachable if there is no limit. */
  readonly maxInitCodeSize: bigint
}

const MAX_CALL_DEPTH = 1024

/**
 * Opcodes reported to frame observers with their number of operands: BALANCE, EXTCODE*, SLOAD,
 * SSTORE, LOG*, CREATE*, the CALL family, SELFDESTRUCT.
 */
export const tracedOperands: ReadonlyMap<number, number> = new Map(
  [
    { count: 1, opcodes: [0x31, 0x3b, 0x3f, 0x54, 0xff] },
    { count: 2, opcodes: [0x55, 0xa0] },
    { count: 3, opcodes: [0xa1, 0xf0] },
    { count: 4, opcodes: [0x3c, 0xa2, 0xf5] },
    { count: 5, opcodes: [0xa3] },
    { count: 6, opcodes: [0xa4, 0xf4, 0xfa] },
    { count: 7, opcodes: [0xf1, 0xf2] },
  ].flatMap(({ count, opcodes }) => opcodes.map((opcode) => [opcode, count] as const)),
)

/** Ends an execution whose observer threw; {@link ReferenceTracer.failure} has the exception. */
class ObserverFailed extends Error {}

/** Reports the execution of one message by the library to an observer. */
export class ReferenceTracer {
  /** Exception of the observer. */
  failure: { readonly error: unknown } | undefined
  readonly #state: WorldState
  readonly #rules: TracerRules
  readonly #observer: FrameObserver | undefined
  readonly #steps: ReferenceSteps | undefined
  readonly #pause: (() => Promise<void>) | undefined
  #isPauseDue = false
  /** The open frames, starting with the message. */
  readonly #frames: Frame[] = []
  readonly #accounts = new Set<Address>()
  readonly #slots = new Set<string>()

  constructor(state: WorldState, rules: TracerRules, observer: Observer) {
    const { frames, steps } = observer
    this.#state = state
    this.#rules = rules
    this.#observer = frames
    this.#pause = observer.pause?.bind(observer)
    const guard = (tell: () => void) => {
      this.#guard(tell)
      this.#isPauseDue = this.#pause !== undefined
    }
    this.#steps = steps === undefined ? undefined : new ReferenceSteps(steps, guard)
  }

  // Messages

  enter(message: Message): void {
    this.#steps?.succeed()
    const parent = this.#frames.at(-1)
    const request = parent === undefined ? this.#topRequest(message) : parent.request
    if (parent !== undefined) parent.request = undefined
    if (parent !== undefined && request !== undefined && message.to === undefined) {
      this.#access(request.to)
    }
    this.#frames.push(createFrame(message))
    if (request === undefined) return
    const { depth } = message
    const from = (parent?.runState?.env.address ?? message.caller).toString() as Address
    this.#tell((observer) => observer.enter({ ...request, depth, from }))
  }

  exit({ execResult }: EVMResult): void {
    const frame = this.#frames.pop()
    if (frame === undefined) throw new Error('bug: a frame ends that did not begin')
    this.#steps?.endFrame(frame)
    const { message } = frame
    const failure = frameFailure(execResult, this.#rules.isFrontier)
    const hasOutput = failure === undefined || failure.isRevert
    this.#tell((observer) =>
      observer.exit({
        depth: message.depth,
        output: hasOutput ? execResult.returnValue.slice() : EMPTY_BYTES,
        gasUsed: execResult.executionGasUsed,
        ...(failure === undefined ? {} : { error: failure.reason }),
      }),
    )
  }

  /** Reports a log without an opcode. */
  hostLogged(log: Log): void {
    this.#tell((observer) => observer.log(log))
  }

  /** Reports a precompile's changes of the state since `mark`. */
  hostChanged(mark: number): void {
    if (this.#observer?.changed === undefined) return
    for (const account of this.#state.changedSince(mark)) {
      this.#tell((observer) => observer.changed?.(account))
    }
  }

  /** Reports a frame that fails before it starts. */
  refuse(frame: FrameStart, error: string): void {
    this.#tell((observer) => {
      observer.enter(frame)
      observer.exit({ depth: frame.depth, output: EMPTY_BYTES, gasUsed: 0n, error })
    })
  }

  /** Called when the message has ended without an exception. */
  end(): void {
    this.#steps?.flush()
  }

  // Opcodes, in order of the calls

  /** Returns what the observer wants to await before a step, if anything. */
  pause(): Promise<void> | undefined {
    if (!this.#isPauseDue) return undefined
    this.#isPauseDue = false
    return this.#pause?.()
  }

  /**
   * Called before an opcode does anything.
   *
   * @param baseFee minimum gas, which is reported if pricing the opcode fails
   */
  beforeGas(runState: RunState, baseFee: bigint): void {
    // The byte itself: the library replaces undefined opcodes by 0xfe.
    const op = runState.code[runState.programCounter] ?? 0
    this.#steps?.begin(this.#frame, runState, op, baseFee)
  }

  /** Called when the price of an opcode is known. */
  afterGas(runState: RunState, cost: bigint, isInvalid: boolean): void {
    const handedOn = frameKinds.has(this.#frame.op) && !isCreate(this.#frame.op)
    this.#steps?.setCost(handedOn ? cost + (runState.messageGasLimit ?? 0n) : cost)
    if (isInvalid) this.#steps?.fail(haltReason(EVMError.errorMessages.INVALID_OPCODE))
    else if (cost > runState.gasLeft)
      this.#steps?.fail(haltReason(EVMError.errorMessages.OUT_OF_GAS))
  }

  /** Called when the gas of an opcode has been charged. */
  beforeLogic(op: number, runState: RunState): void {
    const frame = this.#frame
    frame.op = op
    frame.runState = runState
    const count = tracedOperands.get(op)
    // With fewer operands it fails.
    if (count === undefined || runState.stack.length < count) return
    const operands = runState.stack.peek(count)
    const [first = 0n, second = 0n] = operands
    const self = runState.env.address.toString() as Address
    if (op === 0x54 || op === 0x55) {
      // The library updates the refund while pricing.
      if (op === 0x55) this.#steps?.setRefund(runState.gasRefund)
      this.#touchSlot(self, first, op === 0x54 ? undefined : second)
    } else if (frameKinds.has(op)) {
      this.#prepare(op, runState, operands)
    } else {
      this.#steps?.succeed()
      if (op >= 0xa0 && op <= 0xa4) {
        this.#log(self, readMemory(runState, first, second), operands.slice(2))
        return
      }
      const address = wordToAddress(first)
      this.#access(address)
      if (op === 0xff) this.#selfDestruct(self, address)
    }
  }

  /** Called when an opcode has succeeded. */
  afterLogic(runState: RunState): void {
    this.#steps?.succeed()
    const { request } = this.#frame
    if (request === undefined) return
    this.#frame.request = undefined
    const from = runState.env.address.toString() as Address
    this.refuse({ ...request, depth: this.#frames.length, from }, failureReason(request, runState))
  }

  /** Called when an opcode threw, while pricing or later. */
  failed(error: unknown): void {
    if (!(error instanceof EVMError)) return
    if (error.error === EVMError.errorMessages.STOP) this.#steps?.succeed()
    else this.#steps?.fail(error instanceof WordedError ? error.reason : haltReason(error.error))
  }

  get #frame(): Frame {
    const frame = this.#frames.at(-1)
    if (frame === undefined) throw new Error('bug: an opcode runs outside of all frames')
    return frame
  }

  // Effects of opcodes

  #touchSlot(self: Address, key: bigint, written: bigint | undefined): void {
    const slot = bigIntToBytes(key, 32)
    if (this.#steps !== undefined) {
      this.#steps.succeed([key, written ?? bytesToBigInt(this.#state.getStorage(self, slot))])
    }
    const id = self + bytesToHex(slot)
    if (this.#slots.has(id)) return
    this.#slots.add(id)
    this.#tell((observer) => observer.access(self, slot))
  }

  #access(address: Address): void {
    if (this.#accounts.has(address)) return
    this.#accounts.add(address)
    this.#tell((observer) => observer.access(address))
  }

  #log(address: Address, data: Uint8Array, topics: readonly bigint[]): void {
    const log = { address, topics: topics.map((t) => bytesToHash(bigIntToBytes(t, 32))), data }
    this.#tell((observer) => observer.log(log))
  }

  #selfDestruct(from: Address, to: Address): void {
    const depth = this.#frames.length
    const value = this.#state.getBalance(from)
    const frame = {
      kind: 'SELFDESTRUCT',
      depth,
      from,
      to,
      input: EMPTY_BYTES,
      gas: 0n,
      value,
    } as const
    this.#tell((observer) => {
      observer.enter(frame)
      observer.exit({ depth, output: EMPTY_BYTES, gasUsed: 0n })
    })
  }

  /**
   * Records a requested call or creation, because the library does not report those that fail
   * before they start.
   */
  #prepare(op: number, runState: RunState, operands: readonly bigint[]): void {
    if (this.#observer === undefined) return
    if (isCreate(op)) {
      const [, , size = 0n] = operands
      this.#frame.request = this.#creationRequest(op, runState, operands)
      if (size <= this.#rules.maxInitCodeSize) this.#steps?.succeed()
      return
    }
    const request = this.#callRequest(op, runState, operands)
    this.#frame.request = request
    this.#steps?.succeed()
    this.#access(request.to)
    const code = this.#rules.hasDelegations ? this.#state.getCode(request.to) : EMPTY_BYTES
    if (isDelegation(code)) this.#access(bytesToAddress(code.subarray(3)))
  }

  #callRequest(op: number, runState: RunState, operands: readonly bigint[]): FrameRequest {
    const takesValue = op === 0xf1 || op === 0xf2
    const [, target = 0n, third = 0n, fourth = 0n, fifth = 0n] = operands
    const [offset, length] = takesValue ? [fourth, fifth] : [third, fourth]
    const value = takesValue ? third : op === 0xf4 ? runState.env.callValue : 0n
    const stipend = takesValue && value > 0n ? this.#rules.callStipend : 0n
    return {
      kind: kindOf(op),
      to: wordToAddress(target),
      input: readMemory(runState, offset, length),
      gas: (runState.messageGasLimit ?? 0n) + stipend,
      value,
    }
  }

  #creationRequest(op: number, runState: RunState, operands: readonly bigint[]): FrameRequest {
    const [value = 0n, offset = 0n, length = 0n, salt = 0n] = operands
    const self = runState.env.address.toString() as Address
    const input = readMemory(runState, offset, length)
    const to =
      op === 0xf5
        ? create2Address(self, bigIntToBytes(salt, 32), input)
        : contractAddress(self, this.#state.getNonce(self))
    return { kind: kindOf(op), to, input, gas: runState.messageGasLimit ?? 0n, value }
  }

  #topRequest({ to, caller, data, gasLimit: gas, value }: Message): FrameRequest {
    const input = data.slice()
    if (to !== undefined) {
      return { kind: 'CALL', to: to.toString() as Address, input, gas, value }
    }
    return {
      kind: 'CREATE',
      to: createdBy(this.#state, caller.toString() as Address),
      input,
      gas,
      value,
    }
  }

  // The observer

  #tell(event: (observer: FrameObserver) => void): void {
    const observer = this.#observer
    if (observer === undefined) return
    this.#steps?.flush()
    this.#guard(() => event(observer))
  }

  #guard(call: () => void): void {
    try {
      call()
    } catch (error) {
      this.failure = { error }
      throw new ObserverFailed('the observer threw')
    }
  }
}

/** The contract of a top-level creation, whose sender has incremented its nonce already. */
export function createdBy(state: WorldState, sender: Address): Address {
  return contractAddress(sender, state.getNonce(sender) - 1n)
}

function kindOf(op: number): FrameKind {
  const kind = frameKinds.get(op)
  if (kind === undefined) throw new Error(`bug: a frame begins at opcode ${op}`)
  return kind
}

function isCreate(op: number): boolean {
  return op === 0xf0 || op === 0xf5
}

/** Reason why a call or creation did not start, in order of the checks. */
function failureReason({ kind, value }: FrameRequest, { env }: RunState): string {
  if (env.depth >= MAX_CALL_DEPTH) return 'max call depth exceeded'
  const needsBalance = kind !== 'DELEGATECALL' && env.contract.balance < value
  if (needsBalance) return 'insufficient balance for transfer'
  if (env.contract.nonce >= MAX_NONCE) return 'nonce uint64 overflow'
  throw new Error(`bug: ${kind} began no frame`)
}

/** A copy of memory whose expansion has been charged. */
function readMemory({ memory }: RunState, offset: bigint, length: bigint): Uint8Array {
  return length === 0n ? EMPTY_BYTES : memory.read(Number(offset), Number(length))
}
