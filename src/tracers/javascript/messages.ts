import type { BlockContext, Executor } from '../../evm/run/executor.ts'
import type { ExecutionContext } from '../../evm/run/simulate.ts'
import type { Address } from '../../primitives/address.ts'
import type { ErrorDetails } from '../../primitives/domainError.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { NativeNames } from '../../state/rows/stateSource.ts'
import type { KeyRange } from '../../store/versionedStore.ts'
import type { TraceTarget } from '../traceTarget.ts'

/**
 * What the node and a worker, which is a process of its own, say to each other. All of it can be
 * cloned.
 */

/** How much of a worker a trace may use. */
export interface SandboxLimits {
  /** Time of the trace, without waiting for a worker. */
  readonly timeoutMs: number
  /** Memory of the tracer, with what is recorded for it. */
  readonly memoryBytes: number
  /** Length of the result, as JSON in UTF-8. */
  readonly outputBytes: number
}

/** One trace: the scene without what cannot be cloned, and the tracer. */
export interface TraceJob
  extends Pick<ExecutionContext, 'chainId' | 'gasCap' | 'movedPrecompiles' | 'replacedPrecompiles'>,
    SandboxLimits {
  readonly executor: Executor['name']
  /** Where precompiled contracts stand whose functions only the node's process has. */
  readonly plugins: readonly Address[]
  readonly names: NativeNames
  readonly block: Omit<BlockContext, 'blockHash'>
  readonly subject: TraceTarget
  readonly source: string
  /** What `setup` is given: JSON. */
  readonly config: string
}

/**
 * What a worker asks of the node, which has the state; it stands still until the answer is there.
 */
export type StateRequest =
  | { readonly ask: 'row'; readonly kind: string; readonly id: string }
  /** The next rows of a list. The cursor is the worker's own name for it. */
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
  /** The node has the error; the trace is over. */
  | { readonly isFailure: true }

/** A part of a list. */
export interface ListPage {
  readonly rows: readonly string[]
  readonly isLast: boolean
}

/** Refusals that cross from a worker, by their class. */
export type ErrorClass = 'TxError' | 'TraceError'

/** Why there is no trace. */
export type TraceFailure =
  | { readonly errorClass: ErrorClass; readonly details: ErrorDetails }
  /** A bug, or what a state could not tell. */
  | { readonly message: string }

export type WorkerMessage =
  /** The job begins: its time counts from here on. */
  | { readonly kind: 'started' }
  | { readonly kind: 'question'; readonly question: StateRequest }
  | {
      readonly kind: 'done'
      readonly json: string
      /** Whether the worker is as good as new. */
      readonly isClean: boolean
    }
  | { readonly kind: 'failed'; readonly failure: TraceFailure }

/** Where a worker finds its end of the pipe that jobs, questions and their answers take. */
export const PIPE_FD = 3

/** Where it finds its end of another one, which is open for as long as its node lives. */
export const LIFELINE_FD = 4
