import type { BlockContext, ExecutionResult } from '../evm/run/executor.ts'
import type { Observer } from '../evm/run/observer.ts'
import type { Authorization } from '../evm/transaction/transaction.ts'
import type { Address } from '../primitives/address.ts'
import type { Hash } from '../primitives/encoding/hex.ts'
import type { Json } from '../primitives/encoding/json.ts'
import type { StateReader } from '../state/stateReader.ts'
import type { JsonSink } from './jsonSink.ts'
import type { TraceBudget } from './traceBudget.ts'

/** Where the transaction that is traced stands in the chain; for a call only the block. */
export interface TracePlace {
  readonly blockNumber: bigint
  /** Undefined in the pending block. */
  readonly blockHash?: Hash
  readonly transactionHash?: Hash
  readonly transactionIndex?: number
  /** Logs in the block before it; left out: none. */
  readonly firstLogIndex?: number
}

/** What a tracer knows before anything runs, of a transaction or a call alike. */
export interface TraceStart {
  readonly from: Address
  /** Absent: a creation. */
  readonly to?: Address
  /** Wei. */
  readonly value: bigint
  readonly input: Uint8Array
  /** Gas limit, intrinsic costs included. */
  readonly gasLimit: bigint
  /** Wei that a unit of gas costs. */
  readonly gasPrice: bigint
  readonly nonce: bigint
  readonly authorizationList: readonly Authorization[]
  readonly chainId: bigint
  readonly block: BlockContext
  readonly place: TracePlace
  /**
   * The state: before the transaction while the tracer is made, after it, with fees paid, in
   * {@link Trace.finish}. In between storage may lag behind; see `LiveStorage`.
   */
  readonly state: StateReader
  /** Precompiled contracts of the block's fork. */
  readonly precompiles: ReadonlySet<Address>
  /** What the trace may keep in memory. */
  readonly budget: TraceBudget
}

/** What became of the transaction. */
export interface TraceEnd {
  readonly outcome: ExecutionResult
  /** After refunds: what the sender pays for. */
  readonly gasUsed: bigint
}

/** One tracer at work on one transaction. */
export interface Trace {
  readonly observer: Observer
  /**
   * To be called when the transaction has run, while {@link TraceStart.state} shows what it did.
   */
  finish(end: TraceEnd): void
  /** Writes exactly one JSON value. To be called last, once. */
  write(sink: JsonSink): Promise<void> | void
}

/** A kind of trace. Listed once, in `tracers.ts`. */
export interface Tracer {
  /** For the documentation. */
  readonly summary: string
  /**
   * Begins a trace.
   *
   * @param config `tracerConfig` as it came, undefined where none did
   * @param sink where the trace is written; one that is long may begin while the transaction runs
   * @throws TraceError BAD_TRACER_CONFIG
   */
  start(start: TraceStart, config: Json | undefined, sink: JsonSink): Trace
}
