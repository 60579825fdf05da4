import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { root } from './processes.ts'

/** Bundles a module of the sources for a separate process, and returns its URL. */
export async function bundleModule(source: string): Promise<string> {
  // Inside node_modules, so that the bundle finds the packages of the sources.
  const name = source.replace(/\.ts$/, '').replaceAll('/', '-')
  const outfile = join(root, `node_modules/.cache/rockpool-tests/${name}.${process.pid}.mjs`)
  await build({
    absWorkingDir: root,
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    logLevel: 'warning',
  })
  return pathToFileURL(outfile).href
}
