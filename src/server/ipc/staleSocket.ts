import { lstatSync, rmSync } from 'node:fs'
import { connect } from 'node:net'

/** Removes a Unix socket that no process listens on. Leaves other files as they are. */
export async function removeStaleSocket(path: string): Promise<void> {
  if (isSocket(path) && (await isAbandoned(path))) rmSync(path)
}

/** Whether there is a Unix socket at a path. */
export function isSocket(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSocket() === true
}

function isAbandoned(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path)
    probe.once('connect', () => {
      probe.destroy()
      resolve(false)
    })
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'))
  })
}
