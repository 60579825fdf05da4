import { existsSync } from 'node:fs'

/**
 * Bundles are in dist/ or one folder below. Sources are three folders deep, and have their files in
 * a folder that a build does not replace.
 */
const places = ['.', '..', '../../../dist.tracers']

/**
 * Returns the path of a built file for workers.
 * @throws Error if it is missing
 */
export function builtFile(name: string): URL {
  for (const place of places) {
    const url = new URL(`${place}/tracer/${name}`, import.meta.url)
    if (existsSync(url)) return url
  }
  throw new Error(`${name} is missing: run "npm run build"`)
}
