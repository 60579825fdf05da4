const EVERY_MS = 200
const CLEAR_LINE = '\r\u001b[K'

/** Output stream of the progress. */
export interface ProgressStream {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/**
 * Shows the progress of a long operation in one line of a terminal and removes it at the end. Other
 * streams get nothing.
 *
 * @param describe returns the current text
 */
export async function withProgress<T>(
  describe: () => string,
  run: () => Promise<T>,
  stream: ProgressStream = process.stderr,
): Promise<T> {
  if (stream.isTTY !== true) return run()
  const timer = setInterval(() => stream.write(`${CLEAR_LINE}${describe()}`), EVERY_MS)
  try {
    return await run()
  } finally {
    clearInterval(timer)
    stream.write(CLEAR_LINE)
  }
}

/**
 * Formats a number of bytes and a time: `exporting: 12.3 MB, 4 s`. `started` is a time of
 * `performance.now()`.
 */
export function describeBytes(what: string, bytes: number, started: number): string {
  const seconds = Math.floor((performance.now() - started) / 1000)
  return `${what}: ${(bytes / 1e6).toFixed(1)} MB, ${seconds} s`
}
