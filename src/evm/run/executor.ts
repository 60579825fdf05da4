import type { Address } from '../../primitives/address.ts'
import type { MaybePromise } from '../../primitives/maybePromise.ts'
import type { WorldState } from '../../state/worldState.ts'
import type { ConsoleRecord } from '../precompiles/console/consoleRecorder.ts'
import type { Hardfork } from '../rules/hardfork.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { Log } from './log.ts'
import type { Observer } from './observer.ts'

/** The block in which code executes. */
export interface BlockContext {
  readonly hardfork: Hardfork
  readonly number: bigint
  /** Seconds since 1970. */
  readonly timestamp: bigint
  readonly coinbase: Address
  readonly gasLimit: bigint
  readonly baseFeePerGas: bigint
  /** Result of BLOBBASEFEE. Without blobs, it stays at its minimum, 1 (EIP-4844). */
  readonly blobBaseFee: bigint
  /** Result of PREVRANDAO, 32 bytes. */
  readonly prevRandao: Uint8Array
  /** Result of DIFFICULTY before the merge. */
  readonly difficulty: bigint
  /**
   * Maximum size of a contract's code in bytes, and half the maximum size of init code, if the fork
   * limits them. Undefined: the limits of the fork.
   */
  readonly codeSizeLimit?: number
  /**
   * Whether the base fee and what destroyed contracts leave are burned, as on Ethereum, instead of
   * paid to the coinbase.
   */
  readonly burnsFees?: boolean
  /** Returns the 32-byte hash of one of the 256 preceding blocks. Undefined if there is none. */
  blockHash(number: bigint): Uint8Array | undefined
}

/** Tells a running execution to stop. Polled; an `AbortSignal` is one. */
export interface AbortFlag {
  readonly aborted: boolean
}

/** A top-level message: a call, or a creation if `to` is absent. Its gas excludes intrinsic gas. */
export interface Message {
  readonly caller: Address
  readonly to?: Address | undefined
  readonly value: bigint
  readonly data: Uint8Array
  readonly gasLimit: bigint
  /** Result of GASPRICE. */
  readonly gasPrice: bigint
  /** Result of CHAINID, if it is not the executor's. */
  readonly chainId?: bigint
  /**
   * Accounts and slots that are warm from the start (EIP-2929). The executor adds the caller, the
   * target, the coinbase and the precompiled contracts.
   */
  readonly warm: ReadonlyMap<Address, readonly Uint8Array[]>
  /**
   * Aborts the execution: {@link Executor.execute} then rejects with `ExecutionAborted`. Only for
   * simulations.
   */
  readonly signal?: AbortFlag | undefined
  /** Include {@link InternalCalls} in the {@link ExecutionResult}. */
  readonly includeInternalCalls?: boolean
  /**
   * Precompiled contracts moved to another address for this message: old address to new address.
   */
  readonly movedPrecompiles?: ReadonlyMap<Address, Address> | undefined
  /** Precompiled contracts disabled for this message, of either kind: the account's code runs. */
  readonly replacedPrecompiles?: ReadonlySet<Address> | undefined
}

/** A contract created by CREATE or CREATE2. */
export interface CreatedContract {
  readonly address: Address
  readonly creator: Address
}

/** Accounts accessed by the frames below the frame of a message. */
export interface InternalCalls {
  /**
   * Accounts that were called, created, or beneficiaries of SELFDESTRUCT, including those of
   * reverted frames. Ascending.
   */
  readonly touched: readonly Address[]
  /** The accounts of `touched` that were created, without reverted creations. Ascending. */
  readonly creations: readonly CreatedContract[]
}

/**
 * The result of a message.
 *
 * - `gasUsed` is the gas used of the message's limit, before refunds.
 * - `precompileError` is the reason of the last failure of a stateful precompiled contract, if one
 *   failed. It is empty if the contract gave no reason.
 * - `internalCalls` is present if it was requested and the message opened a frame.
 * - `console` is the `console.log` output, if there is any.
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
  /** REVERT: `output` is the reason; the remaining gas is returned. */
  | {
      readonly kind: 'revert'
      readonly output: Uint8Array
      readonly gasUsed: bigint
      readonly precompileError?: string
    }
  /**
   * An exceptional halt: all gas is consumed. `reason` has geth's wording, such as `out of gas`.
   */
  | {
      readonly kind: 'halt'
      readonly reason: string
      readonly gasUsed: bigint
      readonly precompileError?: string
    }

/** Addresses and slots that a message accessed, in order of first access. */
export type AccessedState = ReadonlyMap<Address, readonly Uint8Array[]>

/** What a receipt shows of the result of a message. An `ExecutionResult` is one. */
export type ReceiptOutcome = (
  | { readonly kind: 'success'; readonly logs: readonly Log[] }
  | {
      readonly kind: 'revert'
      readonly output: Uint8Array
      readonly precompileError?: string
    }
  | {
      readonly kind: 'halt'
      readonly reason: string
      readonly precompileError?: string
    }
) & { readonly internalCalls?: InternalCalls }

/** The part of a `TransactionResult` that a receipt shows. */
export interface ReceiptResult {
  readonly outcome: ReceiptOutcome
  readonly gasUsed: bigint
  /** Wei per gas. */
  readonly effectiveGasPrice: bigint
}

/**
 * Runs the usual transactions of one block with the same results as `runTransaction`, on accounts
 * and slots that it keeps together. Until it ends, nothing else may use the state.
 */
export interface BlockSession {
  /**
   * Runs a transaction. Returns undefined, with nothing changed, if it is invalid or needs more:
   * then the session must end, and `runTransaction` run it.
   */
  run(transaction: Transaction): MaybePromise<ReceiptResult | undefined>
  /** Writes all changes to the state. The session is over. */
  end(): void
}

/**
 * Runs one top-level message. All callers use this interface, and the implementations are
 * interchangeable.
 *
 * CONTRACT: on success the state contains the message's changes under the caller's undo log.
 * Otherwise the state is unchanged.
 * CONTRACT: the caller's nonce is not changed. The address of a creation derives from the nonce
 * `state.getNonce(caller) - 1`, because the transaction has already incremented the nonce.
 * CONTRACT: a short execution may return its result without a promise. A failure is a rejection.
 * CONTRACT: transient storage and warm sets start empty and are discarded at the end.
 */
export interface Executor {
  readonly name: 'reference' | 'engine'
  execute(
    state: WorldState,
    block: BlockContext,
    message: Message,
    observer?: Observer,
  ): MaybePromise<ExecutionResult>
  /** Like {@link execute}, and reports the accessed state (for `eth_createAccessList`). */
  executeWithAccess(
    state: WorldState,
    block: BlockContext,
    message: Message,
  ): MaybePromise<{
    readonly outcome: ExecutionResult
    readonly accessed: AccessedState
    /** Contracts that the message created. */
    readonly created: ReadonlySet<Address>
  }>
  /**
   * Starts a session for the transactions of a block. Undefined if the executor has none, or the
   * block or the state do not allow one.
   */
  startBlock?(
    state: WorldState,
    block: BlockContext,
    includesInternalCalls: boolean,
  ): BlockSession | undefined
  /** Addresses of the stateful precompiled contracts. */
  readonly statefulPrecompiles: ReadonlySet<Address>
  /** Returns the addresses of a fork's own precompiled contracts, which are warm from the start. */
  precompiles(hardfork: Hardfork): ReadonlySet<Address>
}
