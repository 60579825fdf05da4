import { constants } from 'node:os'
import { CommandError } from '../failure.ts'
import { watchShell } from './shellParent.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** Interval of checks whether the parent still runs. */
const CHECK_MS = 250

/** Resources to close before the process exits. */
export interface Shutdown {
  /** Closed in reverse order, one after the other. */
  add(close: () => Promise<void>): void
  /** Closes all and exits. */
  end(): void
}

/**
 * Exits after closing on the first signal, with exit code 0 (1 if closing fails), and immediately
 * on the second.
 *
 * @param onError receives errors of closing; the rest is closed nevertheless
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
 * Runs an operation that must clean up when interrupted. The first signal aborts it, the second
 * exits immediately.
 *
 * @throws CommandError (exit code 1) if it was aborted
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
 * Returns whether npm or npx started this process through a shell. They pass signals only to the
 * shell, and the process would survive them.
 */
export function isStartedByNpm(): boolean {
  const { npm_lifecycle_event: event, npm_package_name: owner } = process.env
  return event === 'npx' || (event === 'start' && owner === 'rockpool')
}

/**
 * Calls `react` when the parent process has exited. The parent of a shell that npm started counts
 * too: killed without a signal to catch, npm leaves the shell waiting for the node.
 */
export function watchParent(react: () => void): void {
  const parent = process.ppid
  const isNpmAlive = process.env.npm_lifecycle_event === undefined ? always : watchShell(parent)
  const timer = setInterval(() => {
    if (process.ppid === parent && isNpmAlive()) return
    clearInterval(timer)
    react()
  }, CHECK_MS)
  timer.unref()
}

function always(): boolean {
  return true
}
