import type { BlockContext, ExecutionResult } from '../evm/run/executor.ts'
import type { Observer } from '../evm/run/observer.ts'
import type { Authorization } from '../evm/transaction/transaction.ts'
import type { Address } from '../primitives/address.ts'
import type { Hash } from '../primitives/encoding/hex.ts'
import type { Json } from '../primitives/encoding/json.ts'
import type { StateReader } from '../state/stateReader.ts'
import type { JsonSink } from './jsonSink.ts'
import type { TraceBudget } from './traceBudget.ts'

/** Location of the traced transaction; for a call only the block. */
export interface TracePlace {
  readonly blockNumber: bigint
  /** Undefined in the pending block. */
  readonly blockHash?: Hash
  readonly transactionHash?: Hash
  readonly transactionIndex?: number
  /** Number of earlier logs in the block; default: none. */
  readonly firstLogIndex?: number
}

/** Input of a tracer before execution, for a transaction or a call. */
export interface TraceStart {
  readonly from: Address
  /** Absent for a creation. */
  readonly to?: Address
  /** Wei. */
  readonly value: bigint
  readonly input: Uint8Array
  /** Gas limit including intrinsic gas. */
  readonly gasLimit: bigint
  /** Gas price in wei. */
  readonly gasPrice: bigint
  readonly nonce: bigint
  readonly authorizationList: readonly Authorization[]
  readonly chainId: bigint
  readonly block: BlockContext
  readonly place: TracePlace
  /**
   * State: before the transaction when the tracer is created, after it including fees in {@link
   * Trace.finish}. In between, storage may be outdated; see `LiveStorage`.
   */
  readonly state: StateReader
  /** Precompiles of the block's fork. */
  readonly precompiles: ReadonlySet<Address>
  /** Memory budget of the trace. */
  readonly budget: TraceBudget
}

/** Result of the transaction. */
export interface TraceEnd {
  readonly outcome: ExecutionResult
  /** After refunds: the gas that the sender pays. */
  readonly gasUsed: bigint
}

/** A trace of one transaction. */
export interface Trace {
  readonly observer: Observer
  /** Called when the transaction has run, while {@link TraceStart.state} has its changes. */
  finish(end: TraceEnd): void
  /** Writes exactly one JSON value. Called last, once. */
  write(sink: JsonSink): Promise<void> | void
}

/** A kind of tracer, listed in `tracers.ts`. */
export interface Tracer {
  /** For the documentation. */
  readonly summary: string
  /**
   * Starts a trace.
   *
   * @param config raw `tracerConfig`, undefined if absent
   * @param sink output; a long trace may start writing while the transaction runs
   * @throws TraceError BAD_TRACER_CONFIG
   */
  start(start: TraceStart, config: Json | undefined, sink: JsonSink): Trace
}
