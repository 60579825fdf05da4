import type { Address } from './address.ts'
import type { Hash } from './encoding/hex.ts'

/** Receives messages of the node. */
export interface Logger {
  info(message: string): void
  /** A problem that needs the user's attention; `error` provides its stack. */
  error(message: string, error?: unknown): void
  /** `console.log` output of a contract; default: passed to `info`. */
  console?(said: ConsoleMessage): void
}

/** `console.log` output of a contract. */
export interface ConsoleMessage {
  /** May have several lines. */
  readonly message: string
  /** The contract. */
  readonly address: Address
  /** Absent for `eth_call` and `eth_estimateGas`. */
  readonly transactionHash?: Hash
}

/** Discards all messages: the default of the library. */
export const silentLogger: Logger = { info() {}, error() {} }

/** Writes errors to stderr and nothing else. */
export const stderrLogger: Logger = {
  info() {},
  error(message, error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : error
    process.stderr.write(detail === undefined ? `${message}\n` : `${message}: ${detail}\n`)
  },
}
