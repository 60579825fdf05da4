import type { Address } from '../../primitives/address.ts'
import type { WorldState } from '../../state/worldState.ts'
import type { BlockContext } from '../run/executor.ts'
import type { Log } from '../run/log.ts'
import type { ConsoleRecorder } from './console/consoleRecorder.ts'

/** Size of what chooses a function, before its arguments. */
export const SELECTOR_SIZE = 4

/**
 * A call of a precompiled contract that works on the state. What it changes is taken back where it,
 * or a frame around it, fails.
 */
export interface StatefulCall {
  /** Whether it was called by DELEGATECALL or CALLCODE: as if its code were the caller's. */
  readonly isDelegated: boolean
  /** Whether nothing may be changed: by STATICCALL, or inside of one. */
  readonly isStatic: boolean
  /** Where the contract stands. */
  readonly address: Address
  /** The account whose code called; of a top-level call its sender. */
  readonly caller: Address
  /** Wei that the contract's account was given with the call; always 0 but for CALL. */
  readonly value: bigint
  /** Copied from the caller's memory when it is first read. */
  readonly input: Uint8Array
  /** Its size in bytes, and its first four bytes or fewer: what costs the same of every input. */
  readonly inputSize: number
  readonly selector: Uint8Array
  readonly gasLimit: bigint
  readonly chainId: bigint
  readonly block: BlockContext
  /** To be read and written, but for code and the storage of other accounts than `address`. */
  readonly state: WorldState
  /** The 32-byte word in a slot of 32 bytes of any account, as the message has it by now. */
  getStorage(address: Address, slot: Uint8Array): Uint8Array
  /** Gives an account code that has none. */
  setCode(address: Address, code: Uint8Array): void
  /** Emits an event. */
  emit(log: Log): void
  /**
   * Keeps something that is said, for the message's outcome; what fails later is not taken back.
   */
  log: ConsoleRecorder['add']
}

/** What came of it. */
export type StatefulResult =
  | { readonly gasUsed: bigint; readonly output: Uint8Array }
  /**
   * It reverted: for this reason, which nobody sees in the output; empty where there is none to
   * tell.
   */
  | { readonly gasUsed: bigint; readonly output: Uint8Array; readonly reason: string }

/**
 * A precompiled contract that works on the state. It keeps nothing of the call, and returns an
 * output of the caller's own.
 */
export type StatefulPrecompile = (call: StatefulCall) => StatefulResult

/**
 * Precompiled contracts that work on the state, by address. They are not warm from the start, and
 * have no code.
 */
export type StatefulPrecompiles = ReadonlyMap<Address, StatefulPrecompile>

export const NO_STATEFUL_PRECOMPILES: StatefulPrecompiles = new Map()
