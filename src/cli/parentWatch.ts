const CHECK_MS = 250

/**
 * npm and npx start a command through a shell, and pass a signal on to that shell alone: the command would live on, with
 * its port. Where they started this very command, `react` is called once the shell is gone.
 */
export function watchParent(react: () => void): void {
  const { npm_lifecycle_event: event, npm_package_name: owner } = process.env
  const startedByNpm = event === 'npx' || (event === 'start' && owner === 'rockpool')
  if (!startedByNpm) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    react()
  }, CHECK_MS)
  timer.unref()
}
