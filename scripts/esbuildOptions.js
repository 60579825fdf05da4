import { readFileSync } from 'node:fs'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/**
 * Dependencies that are bundled although users also install them. Loading their few hundred modules
 * one by one adds 130 ms to the start of the node and 200 ms to the import of the library.
 */
const bundledDependencies = ['@ethereumjs/block', '@ethereumjs/evm', '@ethereumjs/statemanager']

/** Packages that the built code loads from node_modules. */
const external = [
  ...Object.keys(manifest.dependencies).filter((name) => !bundledDependencies.includes(name)),
  ...Object.keys(manifest.optionalDependencies ?? {}),
  ...Object.keys(manifest.peerDependencies ?? {}),
]

/** Bundled CommonJS expects these names, which ES modules lack. */
const COMMON_JS = `
import { createRequire as rockpoolCreateRequire } from 'node:module'
import { dirname as rockpoolDirname } from 'node:path'
import { fileURLToPath as rockpoolFileURLToPath } from 'node:url'
const require = rockpoolCreateRequire(import.meta.url)
const __filename = rockpoolFileURLToPath(import.meta.url)
const __dirname = rockpoolDirname(__filename)`

/**
 * Options for bundles that run in Node.js. They are split at each `await import`.
 *
 * @satisfies {import('esbuild').BuildOptions}
 * @type {import('esbuild').BuildOptions}
 */
export const nodeBundle = {
  splitting: true,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  external,
  banner: { js: COMMON_JS.trim() },
  // The build writes the licenses of bundled packages to THIRD_PARTY_NOTICES.txt.
  legalComments: 'none',
  logLevel: 'warning',
}
