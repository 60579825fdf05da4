const EVERY_MS = 200
const CLEAR_LINE = '\r\u001b[K'

/** Where progress is shown. */
export interface ProgressStream {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/**
 * Shows how far something long is, in one line that is gone when it is done. A stream that no
 * person looks at is told nothing.
 *
 * @param describe what to show now
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
 * So many bytes in so much time: `exporting: 12.3 MB, 4 s`. `started` is of `performance.now()`.
 */
export function describeBytes(what: string, bytes: number, started: number): string {
  const seconds = Math.floor((performance.now() - started) / 1000)
  return `${what}: ${(bytes / 1e6).toFixed(1)} MB, ${seconds} s`
}
