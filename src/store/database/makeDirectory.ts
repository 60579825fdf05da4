import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Creates a directory and its parents. Node's recursive mkdir hangs if the system reports "no such
 * file" for the path itself, as below `/proc`.
 *
 * @throws errors of the system
 */
export function makeDirectory(path: string): void {
  const missing: string[] = []
  for (let place = resolve(path); !isThere(place); place = dirname(place)) {
    missing.push(place)
    // The root, which may be absent on Windows.
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
