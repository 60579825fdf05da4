import type { Address } from './address.ts'
import type { Hash } from './encoding/hex.ts'

/** Receives the log messages of a node. */
export interface Logger {
  info(message: string): void
  /** Logs an error that needs attention. The log includes the stack of `error`. */
  error(message: string, error?: unknown): void
  /** Logs a `console.log` of a contract (default: `info`). */
  console?(message: ConsoleMessage): void
}

/** A message that a contract logged with `console.log`. */
export interface ConsoleMessage {
  /** May contain several lines. */
  readonly message: string
  /** The contract. */
  readonly address: Address
  /** The transaction; undefined for `eth_call` and `eth_estimateGas`. */
  readonly transactionHash?: Hash
}

/** Discards all messages. Default of the library. */
export const silentLogger: Logger = { info() {}, error() {} }

/** Writes only errors, to stderr. */
export const stderrLogger: Logger = {
  info() {},
  error(message, error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : error
    process.stderr.write(detail === undefined ? `${message}\n` : `${message}: ${detail}\n`)
  },
}
