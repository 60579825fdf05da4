import { existsSync } from 'node:fs'

/**
 * The build puts it in dist/tracer/: the bundles lie in dist/ or one folder below, the modules and
 * the sources three.
 */
const places = ['.', '..', '../../../dist']

/** A file that the build makes for workers. @throws Error where it is missing */
export function builtFile(name: string): URL {
  for (const place of places) {
    const url = new URL(`${place}/tracer/${name}`, import.meta.url)
    if (existsSync(url)) return url
  }
  throw new Error(`${name} is missing: run "npm run build"`)
}
