import type { SeiVersion } from '../../evm/precompiles/native/seiVersion.ts'
import type { BlockContext, Executor } from '../../evm/run/executor.ts'
import type { ExecutionContext } from '../../evm/run/simulate.ts'
import type { Address } from '../../primitives/address.ts'
import type { ErrorDetails } from '../../primitives/domainError.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { NativeNames } from '../../state/rows/stateSource.ts'
import type { KeyRange } from '../../store/versionedStore.ts'
import type { TraceTarget } from '../traceTarget.ts'

/** Messages between the node and a worker process. All of them can be cloned. */

/** Limits of a trace in a worker. */
export interface SandboxLimits {
  /** Time of the trace, without waiting for a worker. */
  readonly timeoutMs: number
  /** Memory of the tracer, including recorded data. */
  readonly memoryBytes: number
  /** Size of the result, as JSON in UTF-8. */
  readonly outputBytes: number
}

/** One trace: the cloneable part of the execution, and the tracer. */
export interface TraceJob
  extends Pick<ExecutionContext, 'chainId' | 'gasCap' | 'movedPrecompiles' | 'replacedPrecompiles'>,
    SandboxLimits {
  readonly executor: Executor['name']
  /** Addresses of custom precompiles, whose functions only the node's process has. */
  readonly plugins: readonly Address[]
  /** Release of the real chain whose precompiles the chain has. */
  readonly seiVersion: SeiVersion
  readonly names: NativeNames
  readonly block: Omit<BlockContext, 'blockHash'>
  readonly subject: TraceTarget
  readonly source: string
  /** Argument of `setup`: JSON. */
  readonly config: string
}

/** A worker's read of the node's state; the worker blocks until the response. */
export type StateRequest =
  | { readonly ask: 'row'; readonly kind: string; readonly id: string }
  /** Requests the next rows of a list. The worker chooses the cursor. */
  | { readonly ask: 'slots'; readonly cursor: number; readonly address: Address }
  | {
      readonly ask: 'ids'
      readonly cursor: number
      readonly kind: string
      readonly range: KeyRange
    }
  | { readonly ask: 'denominations'; readonly owner: NativeAddress }
  | { readonly ask: 'blockHash'; readonly number: bigint }

export type StateResponse =
  | { readonly value: unknown }
  /** The node has the error; the trace fails. */
  | { readonly isFailure: true }

/** A part of a list. */
export interface ListPage {
  readonly rows: readonly string[]
  readonly isLast: boolean
}

/** Domain errors by class, to pass them between processes. */
export type ErrorClass = 'TxError' | 'TraceError'

/** Failure of a trace. */
export type TraceFailure =
  | { readonly errorClass: ErrorClass; readonly details: ErrorDetails }
  /** A bug, or a failed read of the state. */
  | { readonly message: string }

export type WorkerMessage =
  /** The job starts: its time counts from here. */
  | { readonly kind: 'started' }
  | { readonly kind: 'question'; readonly question: StateRequest }
  | {
      readonly kind: 'done'
      readonly json: string
      /** Whether the worker can be reused. */
      readonly isClean: boolean
    }
  | { readonly kind: 'failed'; readonly failure: TraceFailure }

/** File descriptor of the worker's pipe for jobs, reads and responses. */
export const PIPE_FD = 3

/** File descriptor of a pipe that is open while the node lives. */
export const LIFELINE_FD = 4
