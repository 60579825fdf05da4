import type { Address } from '../../primitives/address.ts'
import type { EarlierAccount } from '../../state/inspect/earlierAccounts.ts'
import type { Log } from './log.ts'
import type { StepBatch } from './stepRecord.ts'

/** What opened a frame. SELFDESTRUCT opens none of its own, but is told like one, as geth does. */
export type FrameKind =
  | 'CALL'
  | 'CALLCODE'
  | 'DELEGATECALL'
  | 'STATICCALL'
  | 'CREATE'
  | 'CREATE2'
  | 'SELFDESTRUCT'

/** What each opcode that opens a frame opens. */
export const frameKinds: ReadonlyMap<number, FrameKind> = new Map([
  [0xf0, 'CREATE'],
  [0xf1, 'CALL'],
  [0xf2, 'CALLCODE'],
  [0xf4, 'DELEGATECALL'],
  [0xf5, 'CREATE2'],
  [0xfa, 'STATICCALL'],
])

/** A frame that begins. */
export interface FrameStart {
  readonly kind: FrameKind
  /** 0 for the message itself. */
  readonly depth: number
  /** The contract whose code asked for it, also for DELEGATECALL; for the message its caller. */
  readonly from: Address
  /**
   * The account that is called: its code runs, or that of whom it delegates to (EIP-7702); for a creation the new contract; for
   * SELFDESTRUCT who gets the balance.
   */
  readonly to: Address
  /** Call data, or init code. */
  readonly input: Uint8Array
  /** Gas that the frame may use, with the stipend for calls that carry value; for the message without intrinsic costs. */
  readonly gas: bigint
  /** Wei; for DELEGATECALL what the calling frame itself was given; for SELFDESTRUCT the balance. */
  readonly value: bigint
}

/** A frame that ended. */
export interface FrameEnd {
  readonly depth: number
  /** What it returned, or why it reverted; of a creation the code. */
  readonly output: Uint8Array
  readonly gasUsed: bigint
  /** Why it failed, in geth's words: `execution reverted`, `out of gas`, `max call depth exceeded`, … */
  readonly error?: string
}

/**
 * Follows a message from frame to frame. Every frame that begins ends: also calls to precompiles and to accounts without
 * code, and those that fail before they run (depth, balance, nonce, collision), which use no gas or all of it.
 */
export interface FrameObserver {
  enter(frame: FrameStart): void
  exit(end: FrameEnd): void
  /** A log as it is emitted; what a failing frame logged is not taken back. */
  log(log: Log): void
  /**
   * The first access of the message to an account (no slot) or to a slot of an account, by an opcode that could pay for it
   * and before it has any effect: BALANCE, EXTCODE*, SELFDESTRUCT (who gets the balance), the CALL family (the target,
   * then what it delegates to by EIP-7702), CREATE* (the new address), SLOAD, SSTORE. Caller, target and coinbase of the message
   * are not told by themselves. The slot is 32 bytes.
   */
  access(address: Address, slot?: Uint8Array): void
  /**
   * A precompiled contract that works on the state (`StatefulPrecompile`) changed an account's balance, nonce, code or storage: this is the
   * account as it was when the contract began, with the wei that the call carried. Told when the contract has run without failing,
   * before its frame ends; what is taken back later is not told again.
   */
  changed?(account: EarlierAccount): void
}

/**
 * Follows a message from opcode to opcode, in batches of binary records (see `stepRecord.ts`). Every opcode that is
 * reached has a record, failing ones too, and so has the STOP that stands behind the end of the code.
 */
export interface StepObserver {
  /** How many words from the top of the stack each record carries, 0 to 1024. */
  readonly stackWords: number
  /** Whether records tell what changed in memory. */
  readonly memory: boolean
  /** Whether records tell what calls returned. */
  readonly returnData: boolean
  /** Whether each record is handed over by itself, before its opcode changes anything that others can see. */
  readonly isSingle?: boolean
  /** Records in order of execution. The bytes are overwritten after the call. */
  steps(batch: StepBatch): void
}

/** Storage as a message sees it while it runs; the state has it only when the message has ended. */
export interface LiveStorage {
  /** The 32-byte word in a slot of 32 bytes, as of the event that is being told. */
  getStorage(address: Address, slot: Uint8Array): Uint8Array
}

/**
 * Watches the execution of a message without changing what it does. All its methods but `pause` are synchronous; what they
 * throw ends the execution, which rejects with it. Steps are handed over before a later event of a frame is told.
 */
export interface Observer {
  readonly frames?: FrameObserver
  readonly steps?: StepObserver
  /** The message begins. The storage may be read until it ends. */
  begin?(storage: LiveStorage): void
  /** Awaited before the opcode after a batch of steps, and now and then: execution stands still until it resolves. */
  pause?(): Promise<void>
}
