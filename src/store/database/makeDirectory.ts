import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a directory and those above it, where they are not there. Node's own way never returns
 * where the system says "no such file" about the place itself, as below `/proc`.
 *
 * @throws what the system says
 */
export function makeDirectory(path: string): void {
  const missing: string[] = []
  for (let place = resolve(path); !isThere(place); place = dirname(place)) {
    missing.push(place)
    // The root, which on Windows may be missing too.
    if (dirname(place) === place) break
  }
  for (const place of missing.toReversed()) {
    try {
      mkdirSync(place)
    } catch (error) {
      // Somebody else may have made it meanwhile.
      if (!isThere(place)) throw error
    }
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}
