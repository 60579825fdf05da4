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
  for (let place = resolve(path); !isThere(place); place = dirname(place)) {
    missing.push(place)
    // Stop at the root, which may be missing on Windows.
    if (dirname(place) === place) break
  }
  for (const place of missing.toReversed()) {
    try {
      mkdirSync(place)
    } catch (error) {
      // Another process may have created it meanwhile.
      if (!isThere(place)) throw error
    }
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}
