import type { Address } from '../primitives/address.ts'
import { DomainError } from '../primitives/domainError.ts'

/** Why there is no trace. */
export type TraceErrorDetails =
  | { readonly code: 'TRACER_UNKNOWN'; readonly tracer: string; readonly known: readonly string[] }
  | { readonly code: 'BAD_TRACER_CONFIG'; readonly tracer: string; readonly reason: string }
  /** Source that is no tracer object, or does not compile. */
  | { readonly code: 'BAD_TRACER_SOURCE'; readonly reason: string }
  /** The tracer's own code failed: it threw, or used more memory or time than it may. */
  | { readonly code: 'TRACER_FAILED'; readonly reason: string }
  /**
   * A precompiled contract of the user's was called, whose function is not where JavaScript tracers
   * run.
   */
  | { readonly code: 'PRECOMPILE_NOT_TRACEABLE'; readonly address: Address }
  | { readonly code: 'TRACE_TIMEOUT'; readonly timeoutMs: number }
  /** So many JavaScript tracers run, and so many wait, that no more may. */
  | { readonly code: 'TRACERS_BUSY'; readonly running: number; readonly waiting: number }
  | { readonly code: 'TRACE_TOO_LARGE'; readonly limitBytes: number }

export class TraceError extends DomainError<TraceErrorDetails> {
  override readonly name = 'TraceError'
}
