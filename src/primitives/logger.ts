import type { Address } from './address.ts'
import type { Hash } from './encoding/hex.ts'

/** Where the node writes what happens to it. */
export interface Logger {
  info(message: string): void
  /** Something the user should look at; `error` brings its stack. */
  error(message: string, error?: unknown): void
  /** What a contract said with `console.log`; left out: told to `info`. */
  console?(said: ConsoleMessage): void
}

/** What a contract said with `console.log`. */
export interface ConsoleMessage {
  /** May have several lines. */
  readonly message: string
  /** Who said it. */
  readonly address: Address
  /** The transaction in which it was said; absent for `eth_call` and `eth_estimateGas`. */
  readonly transactionHash?: Hash
}

/** Keeps nothing: the default of the library. */
export const silentLogger: Logger = { info() {}, error() {} }

/** Errors on stderr; nothing else, so that what is there needs attention. */
export const stderrLogger: Logger = {
  info() {},
  error(message, error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : error
    process.stderr.write(detail === undefined ? `${message}\n` : `${message}: ${detail}\n`)
  },
}
