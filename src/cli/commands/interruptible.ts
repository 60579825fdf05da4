import { CommandFailed } from '../failure.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs what leaves something behind when it is cut off. The first signal aborts it and lets it clean up, the second ends
 * the process at once.
 *
 * @throws CommandFailed (exit code 1) where it was aborted
 */
export async function interruptible<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  for (const signal of SIGNALS) process.once(signal, abort)
  try {
    return await run(controller.signal)
  } catch (error) {
    throw controller.signal.aborted ? new CommandFailed('interrupted', 1) : error
  } finally {
    for (const signal of SIGNALS) process.off(signal, abort)
  }
}
