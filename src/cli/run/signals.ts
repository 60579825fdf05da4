import { constants } from 'node:os'
import { CommandError } from '../failure.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** How often it is looked whether the parent is still there. */
const CHECK_MS = 250

/** What has to be closed before the process may end. */
export interface Shutdown {
  /** Closed in reverse order, each once the one after it is closed. */
  add(close: () => Promise<void>): void
  /** Ends the process in order. */
  end(): void
}

/**
 * Ends the process in order with the first signal, with exit code 0 (1 when closing fails), and at
 * once with the second.
 *
 * @param onError hears why closing failed; the rest is closed all the same.
 */
export function closeOnSignal(onError: (error: unknown) => void): Shutdown {
  const closers: (() => Promise<void>)[] = []
  let closing = false

  async function closeAll(): Promise<number> {
    let code = 0
    for (const close of closers.toReversed()) {
      try {
        await close()
      } catch (error) {
        onError(error)
        code = 1
      }
    }
    return code
  }

  function end(): void {
    closing = true
    void closeAll().then((code) => process.exit(code))
  }

  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (closing) process.exit(128 + constants.signals[signal])
      end()
    })
  }
  const shutdown: Shutdown = {
    add: (close) => void closers.push(close),
    end() {
      if (!closing) end()
    },
  }
  return shutdown
}

/**
 * Runs what leaves something behind when it is cut off. The first signal aborts it and lets it
 * clean up, the second ends the process at once.
 *
 * @throws CommandError (exit code 1) where it was aborted
 */
export async function interruptible<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  for (const signal of SIGNALS) process.once(signal, abort)
  try {
    return await run(controller.signal)
  } catch (error) {
    throw controller.signal.aborted ? new CommandError('interrupted', 1) : error
  } finally {
    for (const signal of SIGNALS) process.off(signal, abort)
  }
}

/**
 * Whether npm or npx started this very command: they do so through a shell, and pass a signal on to
 * that shell alone, so that the command would live on, with its port.
 */
export function isStartedByNpm(): boolean {
  const { npm_lifecycle_event: event, npm_package_name: owner } = process.env
  return event === 'npx' || (event === 'start' && owner === 'rockpool')
}

/** Calls `react` once the process is gone that started this one. */
export function watchParent(react: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    react()
  }, CHECK_MS)
  timer.unref()
}
