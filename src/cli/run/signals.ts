import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** What has to be closed before the process may end. */
export interface Shutdown {
  /** Closed in reverse order, each once the one after it is closed. */
  add(close: () => Promise<void>): void
  /** Ends the process in order. */
  end(): void
}

/**
 * Ends the process in order with the first signal, with exit code 0 (1 when closing fails), and at once with the second.
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
