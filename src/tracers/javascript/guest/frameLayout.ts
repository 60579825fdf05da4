/*
 * Runs inside the guest, and outside.
 */

/** Byte offsets of what the host tells of a frame that begins, then of one that ends. Numbers are little-endian. */
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
