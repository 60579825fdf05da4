const CHECK_MS = 250

/**
 * Whether npm or npx started this very command: they do so through a shell, and pass a signal on to that shell alone, so
 * that the command would live on, with its port.
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
