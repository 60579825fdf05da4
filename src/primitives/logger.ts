/** Where the node writes what happens to it. */
export interface Logger {
  info(message: string): void
  /** Something the user should look at; `error` brings its stack. */
  error(message: string, error?: unknown): void
}

/** Keeps nothing: the default of the library. */
export const silentLogger: Logger = { info() {}, error() {} }
