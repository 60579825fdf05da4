import type { Address } from '../../primitives/address.ts'
import type { WorldState } from '../../state/worldState.ts'
import type { BlockContext } from '../run/executor.ts'
import type { Log } from '../run/log.ts'
import type { ConsoleRecorder } from './console/consoleRecorder.ts'

/** Size of a function selector. */
export const SELECTOR_SIZE = 4

/** A call of a stateful precompile. Its changes are reverted if it, or a frame around it, fails. */
export interface StatefulCall {
  /** Whether a transaction calls it, not a contract. */
  readonly isTopLevel: boolean
  /** Whether it was called by DELEGATECALL or CALLCODE. */
  readonly isDelegated: boolean
  /** Whether changes are forbidden: in STATICCALL, directly or indirectly. */
  readonly isStatic: boolean
  /** Address of the precompile. */
  readonly address: Address
  /** The calling contract; for a top-level call the sender. */
  readonly caller: Address
  /** Wei that the precompile received with the call; 0 except for CALL. */
  readonly value: bigint
  /** Copied from the caller's memory on first use. */
  readonly input: Uint8Array
  /** Size in bytes, and the first four bytes or fewer, which are available at a constant cost. */
  readonly inputSize: number
  readonly selector: Uint8Array
  readonly gasLimit: bigint
  readonly chainId: bigint
  readonly block: BlockContext
  /** Readable and writable, except code, and storage of accounts other than `address`. */
  readonly state: WorldState
  /** Returns the 32-byte value of a 32-byte slot of any account as the message sees it. */
  getStorage(address: Address, slot: Uint8Array): Uint8Array
  /** Sets the code of an account that has none. */
  setCode(address: Address, code: Uint8Array): void
  /** Emits a log. */
  emit(log: Log): void
  /** Adds `console.log` output to the message's result, which a revert does not remove. */
  log: ConsoleRecorder['add']
}

/** Result of the call. */
export type StatefulResult =
  | { readonly gasUsed: bigint; readonly output: Uint8Array }
  /** Reverted for this reason, which is not part of the output; empty if there is none. */
  | { readonly gasUsed: bigint; readonly output: Uint8Array; readonly reason: string }
  /** Halted for this reason in geth's wording, which consumes all gas. */
  | { readonly fault: string }

/** A stateful precompile. It keeps nothing of the call; the caller owns its output. */
export type StatefulPrecompile = (call: StatefulCall) => StatefulResult

/** Stateful precompiles by address. They are not warm at the start and have no code. */
export type StatefulPrecompiles = ReadonlyMap<Address, StatefulPrecompile>

export const NO_STATEFUL_PRECOMPILES: StatefulPrecompiles = new Map()
