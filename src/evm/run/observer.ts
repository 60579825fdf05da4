import type { Address } from '../../primitives/address.ts'
import type { EarlierAccount } from '../../state/inspect/earlierAccounts.ts'
import type { Log } from './log.ts'
import type { StepBatch } from './stepRecord.ts'

/** Kind of a frame. SELFDESTRUCT opens no frame, but is reported as one, as in geth. */
export type FrameKind =
  | 'CALL'
  | 'CALLCODE'
  | 'DELEGATECALL'
  | 'STATICCALL'
  | 'CREATE'
  | 'CREATE2'
  | 'SELFDESTRUCT'

/** Frame kinds by opcode. */
export const frameKinds: ReadonlyMap<number, FrameKind> = new Map([
  [0xf0, 'CREATE'],
  [0xf1, 'CALL'],
  [0xf2, 'CALLCODE'],
  [0xf4, 'DELEGATECALL'],
  [0xf5, 'CREATE2'],
  [0xfa, 'STATICCALL'],
])

/** The start of a frame. */
export interface FrameStart {
  readonly kind: FrameKind
  /** 0 for the message itself. */
  readonly depth: number
  /**
   * The contract whose code opens the frame, also for DELEGATECALL. For the message, its caller.
   */
  readonly from: Address
  /**
   * The called account, which may delegate to other code (EIP-7702). For a creation, the new
   * contract. For SELFDESTRUCT, the beneficiary.
   */
  readonly to: Address
  /** Call data, or init code. */
  readonly input: Uint8Array
  /**
   * Gas of the frame, with the stipend of a value transfer. For the message, without intrinsic gas.
   */
  readonly gas: bigint
  /** Wei. For DELEGATECALL, the value of the calling frame; for SELFDESTRUCT, the balance. */
  readonly value: bigint
}

/** The end of a frame. */
export interface FrameEnd {
  readonly depth: number
  /** Return data or revert data; for a creation, the code. */
  readonly output: Uint8Array
  readonly gasUsed: bigint
  /** Reason of the failure, in geth's wording: `execution reverted`, `out of gas`, … */
  readonly error?: string
}

/**
 * Receives the frames of a message. Each `enter` has an `exit`. This includes calls to precompiled
 * contracts and to accounts without code, and frames that fail before they run (depth, balance,
 * nonce, collision). Such failures use no gas or all gas.
 */
export interface FrameObserver {
  enter(frame: FrameStart): void
  exit(end: FrameEnd): void
  /** A log, when it is emitted. Logs of a frame that fails later are not revoked. */
  log(log: Log): void
  /**
   * The first access of the message to an account (no slot) or to a 32-byte slot. It is reported
   * after the gas check of the opcode and before its effects. Accesses are those of BALANCE,
   * EXTCODE*, SELFDESTRUCT (beneficiary), the CALL family (target, then its EIP-7702 delegate),
   * CREATE* (new address), SLOAD and SSTORE. The caller, target and coinbase of the message are not
   * reported by default.
   */
  access(address: Address, slot?: Uint8Array): void
  /**
   * A stateful precompiled contract changed the balance, nonce, code or storage of an account. The
   * argument is the account at the start of the contract, after the value transfer of the call. It
   * is reported if the contract succeeds, before its frame ends. Later reverts are not reported.
   */
  changed?(account: EarlierAccount): void
}

/**
 * Receives the steps of a message in batches of binary records (see `stepRecord.ts`). Every
 * executed opcode has a record, including failing ones and the implicit STOP after the end of the
 * code.
 */
export interface StepObserver {
  /** Number of stack words in each record, from the top, 0 to 1024. */
  readonly stackWords: number
  /** Include memory changes in the records. */
  readonly memory: boolean
  /** Include return data in the records. */
  readonly returnData: boolean
  /** Deliver each record alone, before its opcode has visible effects. */
  readonly isSingle?: boolean
  /** Records in order of execution. The bytes are overwritten after the call. */
  steps(batch: StepBatch): void
}

/** Storage as seen by a running message. The state receives the changes when the message ends. */
export interface LiveStorage {
  /** Returns the 32-byte word in a 32-byte slot at the time of the current event. */
  getStorage(address: Address, slot: Uint8Array): Uint8Array
}

/**
 * Observes the execution of a message without affecting it. All methods except `pause` are
 * synchronous. An error that they throw aborts the execution, which rejects with it. Pending steps
 * are delivered before a later frame event.
 */
export interface Observer {
  readonly frames?: FrameObserver
  readonly steps?: StepObserver
  /** The message begins. The storage may be read until it ends. */
  begin?(storage: LiveStorage): void
  /**
   * Awaited before the opcode after a batch of steps, and periodically. Execution pauses for it.
   */
  pause?(): Promise<void>
}
