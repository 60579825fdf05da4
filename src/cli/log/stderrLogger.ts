import type { Logger } from '../../primitives/logger.ts'

/** Errors on stderr; nothing else, so that what is there needs attention. */
export const stderrLogger: Logger = {
  info() {},
  error(message, error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : error
    process.stderr.write(detail === undefined ? `${message}\n` : `${message}: ${detail}\n`)
  },
}
