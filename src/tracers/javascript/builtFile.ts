import { existsSync } from 'node:fs'

/**
 * The build puts it in dist/tracer/: bundles are in dist/ or one folder below, modules and sources
 * three.
 */
const places = ['.', '..', '../../../dist']

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
