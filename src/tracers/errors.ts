import type { Address } from '../primitives/address.ts'
import { DomainError } from '../primitives/domainError.ts'

/** Reasons why a trace fails. */
export type TraceErrorDetails =
  | { readonly code: 'TRACER_UNKNOWN'; readonly tracer: string; readonly known: readonly string[] }
  | { readonly code: 'BAD_TRACER_CONFIG'; readonly tracer: string; readonly reason: string }
  /** The source is not a tracer object, or does not compile. */
  | { readonly code: 'BAD_TRACER_SOURCE'; readonly reason: string }
  /** The tracer's code failed: an exception, or a limit of memory or time. */
  | { readonly code: 'TRACER_FAILED'; readonly reason: string }
  /** A custom precompile was called, whose function is not in the worker process. */
  | { readonly code: 'PRECOMPILE_NOT_TRACEABLE'; readonly address: Address }
  | { readonly code: 'TRACE_TIMEOUT'; readonly timeoutMs: number }
  /** Too many JavaScript tracers run and wait. */
  | { readonly code: 'TRACERS_BUSY'; readonly running: number; readonly waiting: number }
  | { readonly code: 'TRACE_TOO_LARGE'; readonly limitBytes: number }

export class TraceError extends DomainError<TraceErrorDetails> {
  override readonly name = 'TraceError'
}
