import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Creates a directory and its missing parents. The recursive `mkdir` of Node never returns where
 * the system reports ENOENT for the path itself, as below `/proc`.
 *
 * @throws the error of the system
 */
export function makeDirectory(path: string): void {
  const missing: string[] = []
  for (let directory = resolve(path); !exists(directory); directory = dirname(directory)) {
    missing.push(directory)
    // Stop at the root, which may be missing on Windows.
    if (dirname(directory) === directory) break
  }
  for (const directory of missing.toReversed()) {
    try {
      mkdirSync(directory)
    } catch (error) {
      // Another process may have created it meanwhile.
      if (!exists(directory)) throw error
    }
  }
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}
