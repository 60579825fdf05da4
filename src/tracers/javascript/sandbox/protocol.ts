/*
 * Runs inside the sandbox, and outside.
 */
import type { TracerCapabilities } from './tracerCapabilities.ts'

/** What a session is told at its start. */
export interface SessionFacts {
  readonly wants: TracerCapabilities
  /** Precompiled contracts: addresses in lower case. */
  readonly precompiles: readonly string[]
  /** Characters that a result may have. */
  readonly resultLimit: number
}

/** What `result` is told, as JSON: bytes are hexadecimal, amounts decimal. */
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

/** How a call of the sandbox ended. */
export const STATUS = {
  done: 0,
  /** The tracer threw, or is none: the text says why. */
  failed: 1,
  /** The tracer asked for what was not recorded. */
  needsMore: 2,
  /** The result is longer than it may be. */
  tooLarge: 3,
} as const

/** Functions of a tracer, as bits. */
export const HOOK = { step: 1, enter: 2 } as const

/**
 * Byte offsets of what the host tells of a frame that begins, then of one that ends. Numbers are
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
  /** The kind, one byte a character, then the input. */
  rest: 96,
} as const
export const EXIT = {
  depth: 0,
  errorLength: 4,
  outputLength: 8,
  gasUsed: 16,
  /** The error, one byte a character, then the output. */
  rest: 24,
} as const
