/*
 * Runs inside and outside the sandbox.
 */
import type { TracerCapabilities } from './tracerCapabilities.ts'

/** Arguments of a session. */
export interface SessionFacts {
  readonly wants: TracerCapabilities
  /** Precompiles: addresses in lower case. */
  readonly precompiles: readonly string[]
  /** Maximum length of a result in characters. */
  readonly resultLimit: number
}

/** `ctx` of `result`, as JSON: bytes are hexadecimal, amounts decimal. */
export interface EndFacts {
  readonly type: 'CALL' | 'CREATE'
  readonly from: string
  readonly to: string
  readonly input: string
  readonly gas: number
  readonly gasUsed: number
  readonly intrinsicGas: number
  readonly gasPrice: string
  readonly value: string
  readonly output: string
  readonly error?: string
  readonly block: number
  readonly coinbase: string
  readonly blockHash?: string
  readonly txIndex?: number
  readonly txHash?: string
}

/** Result of a call into the sandbox. */
export const STATUS = {
  done: 0,
  /** The tracer threw, or is invalid: the text has the reason. */
  failed: 1,
  /** The tracer used data that was not recorded. */
  needsMore: 2,
  /** The result is too long. */
  tooLarge: 3,
} as const

/** Functions of a tracer, as bits. */
export const HOOK = { step: 1, enter: 2 } as const

/**
 * Byte offsets in the description of a started frame, then of an ended one. Numbers are
 * little-endian.
 */
export const ENTER = {
  depth: 0,
  kindLength: 4,
  inputLength: 8,
  gas: 16,
  from: 24,
  to: 44,
  value: 64,
  /** The kind, one byte per character, then the input. */
  rest: 96,
} as const
export const EXIT = {
  depth: 0,
  errorLength: 4,
  outputLength: 8,
  gasUsed: 16,
  /** The error, one byte per character, then the output. */
  rest: 24,
} as const
