import type { Address } from '../../primitives/address.ts'
import type { WorldState } from '../../state/worldState.ts'
import type { ConsoleRecord } from '../precompiles/console/consoleRecorder.ts'
import type { Hardfork } from '../rules/hardfork.ts'
import type { Log } from './log.ts'
import type { Observer } from './observer.ts'

/** What code can learn of the block that it runs in. */
export interface BlockContext {
  readonly hardfork: Hardfork
  readonly number: bigint
  /** Seconds since 1970. */
  readonly timestamp: bigint
  readonly coinbase: Address
  readonly gasLimit: bigint
  readonly baseFeePerGas: bigint
  /** What BLOBBASEFEE gives. There are no blobs: it stands at its minimum, 1 (EIP-4844). */
  readonly blobBaseFee: bigint
  /** 32 bytes; what PREVRANDAO gives. */
  readonly prevRandao: Uint8Array
  /** What DIFFICULTY gave before the merge. */
  readonly difficulty: bigint
  /** Most bytes of a contract's code, and half of those of init code, where the fork limits them; undefined: as the fork says. */
  readonly codeSizeLimit?: number
  /** Hash of one of the 256 blocks before this one, 32 bytes; undefined where there is none. */
  blockHash(number: bigint): Uint8Array | undefined
}

/** A top-level message: a call, or a creation where `to` is absent. Its gas is what is left after intrinsic costs. */
export interface Message {
  readonly caller: Address
  readonly to?: Address
  readonly value: bigint
  readonly data: Uint8Array
  readonly gasLimit: bigint
  /** What GASPRICE gives. */
  readonly gasPrice: bigint
  /** Warm from the start beside caller, target, coinbase and precompiles, which the executor adds itself (EIP-2929). */
  readonly warm: ReadonlyMap<Address, readonly Uint8Array[]>
  /** Ends the execution early: {@link Executor.execute} then rejects with `ExecutionAborted`. Only for simulations. */
  readonly signal?: AbortSignal
  /** Whether {@link ExecutionResult} is to have {@link InternalCalls}. */
  readonly includeInternalCalls?: boolean
  /** Precompiled contracts that answer at another address for this message: from where, to where. */
  readonly movedPrecompiles?: ReadonlyMap<Address, Address>
  /** Precompiled contracts of either kind that do not answer for this message: the account's code runs. */
  readonly replacedPrecompiles?: ReadonlySet<Address>
}

/** A contract that code created. */
export interface CreatedContract {
  readonly address: Address
  readonly creator: Address
}

/** What the frames below a message's own were for. */
export interface InternalCalls {
  /** Accounts that were called, created, or given what a destroyed contract had, whatever became of it; ascending. */
  readonly touched: readonly Address[]
  /** Of those the ones that were created, unless that was taken back; ascending. */
  readonly creations: readonly CreatedContract[]
}

/**
 * What became of a message. Gas is what the message used of its own limit, before refunds. `precompileError` is why the last
 * precompiled contract that works on the state failed, where one did; empty where that gave no reason. `internalCalls` are there where
 * they are asked for and the message opened any frame. `console` is what code said with `console.log`, where it did.
 */
export type ExecutionResult = OutcomeKind & {
  readonly internalCalls?: InternalCalls
  readonly console?: ConsoleRecord
}

type OutcomeKind =
  | {
      readonly kind: 'success'
      readonly output: Uint8Array
      readonly gasUsed: bigint
      /** Refund counter, not yet capped (EIP-3529). */
      readonly gasRefund: bigint
      readonly logs: readonly Log[]
      readonly createdAddress?: Address
      /** Accounts to delete when the transaction ends, by the fork's own rule (EIP-6780). */
      readonly destroyed: readonly Address[]
    }
  /** REVERT: `output` is the reason, the rest of the gas is returned. */
  | {
      readonly kind: 'revert'
      readonly output: Uint8Array
      readonly gasUsed: bigint
      readonly precompileError?: string
    }
  /** An exceptional halt: all gas is gone. `reason` is geth's wording, such as `out of gas`. */
  | {
      readonly kind: 'halt'
      readonly reason: string
      readonly gasUsed: bigint
      readonly precompileError?: string
    }

/** Addresses and slots that a message touched, in order of first touch. */
export type AccessedState = ReadonlyMap<Address, readonly Uint8Array[]>

/**
 * Runs one top-level message. Everything above this seam uses it and nothing else; nobody above can tell which
 * implementation ran.
 *
 * CONTRACT: on success the state holds the message's changes under the caller's undo log; otherwise it is as before.
 * CONTRACT: the caller's nonce is not changed; for a creation the contract's address follows from the nonce
 * `state.getNonce(caller) - 1` (a transaction has already counted itself).
 * CONTRACT: transient storage and warm sets begin empty and are dropped at the end.
 */
export interface Executor {
  readonly name: 'reference' | 'engine'
  execute(
    state: WorldState,
    block: BlockContext,
    message: Message,
    observer?: Observer,
  ): Promise<ExecutionResult>
  /** As {@link execute}, and reports what was touched (for `eth_createAccessList`). */
  executeWithAccess(
    state: WorldState,
    block: BlockContext,
    message: Message,
  ): Promise<{
    readonly outcome: ExecutionResult
    readonly accessed: AccessedState
    /** Contracts that the message created. */
    readonly created: ReadonlySet<Address>
  }>
  /** Addresses of precompiled contracts that work on the state. */
  readonly statefulPrecompiles: ReadonlySet<Address>
  /** Addresses that are a fork's own precompiled contracts: warm from the start. */
  precompiles(hardfork: Hardfork): ReadonlySet<Address>
}
