import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

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

/** Replaces code of dependencies that costs time when it is loaded. */
const lighterDependencies = {
  name: 'lighter-dependencies',
  setup({ onLoad }) {
    // A table of 65,536 bigints: 5 ms, and as much again for the garbage collector.
    onLoad({ filter: /@ethereumjs.util.dist.esm.bytes\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      const contents = text
        .replace(/^for \(let i = 0; i <= 256 \* 256 - 1; i\+\+\) \{[^}]*\}$/m, '')
        .replaceAll(/\bBIGINT_CACHE\[((?:[^[\]]|\[[^\]]*\])+)\]/g, 'BigInt($1)')
        .replace('const BIGINT_CACHE = [];', '')
      if (contents.includes('BIGINT_CACHE')) throw new Error(`${path}: has changed`)
      return { contents }
    })
    // A curve would be computed for two of its points, and for its order.
    onLoad({ filter: /@ethereumjs.evm.dist.esm.precompiles.bls12_381.noble\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      const contents = text
        .replaceAll(/^const G[12]_ZERO = .*$/gm, '')
        .replaceAll(/\b(G[12])_ZERO\b/g, 'bls12_381.$1.Point.ZERO')
      return { contents: changed(path, text, contents) }
    })
    onLoad({ filter: /@ethereumjs.util.dist.esm.constants\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      const contents = text.replace('secp256k1.Point.CURVE().n', SECP256K1_ORDER)
      return { contents: changed(path, text, contents) }
    })
    // Its output is for developers of @ethereumjs. It looks for other packages and the terminal.
    onLoad({ filter: /node_modules.debug.src.index\.js$/ }, () => ({
      contents: `
        const create = () => Object.assign(() => {}, { enabled: false, extend: create })
        module.exports = Object.assign(create, { default: create })`,
    }))
  },
}

const SECP256K1_ORDER = '0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n'

/** @throws Error if a dependency is not what a replacement of its code expects */
function changed(path, before, after) {
  if (before === after) throw new Error(`${path}: has changed`)
  return after
}

/**
 * Modules of dependencies that most runs do not need, but other modules import. They run when one
 * of their exports is first used, which must not be at the top level of a module.
 */
const lazyModules = [
  '@ethereumjs/statemanager',
  '@noble/curves/bls12-381.js',
  '@noble/curves/bn254.js',
  '@noble/curves/nist.js',
  '@noble/curves/secp256k1.js',
]

/** Replaces {@link lazyModules} by modules whose exports are getters. */
const lazyDependencies = {
  name: 'lazy-dependencies',
  setup({ onResolve, onLoad, resolve }) {
    const names = new RegExp(`^(${lazyModules.join('|').replaceAll('.', '\\.')})$`)
    onResolve({ filter: names }, async ({ path, resolveDir, importer, kind, namespace }) => {
      if (namespace === 'lazy') return undefined
      const found = await resolve(path, { resolveDir, importer, kind, namespace: 'lazy' })
      if (found.errors.length > 0) return found
      return { path: found.path, namespace: 'lazy' }
    })
    onLoad({ filter: /^/, namespace: 'lazy' }, async ({ path }) => {
      const exports = Object.keys(await import(pathToFileURL(path).href))
      const getters = exports.map((name) => `get ${name}() { return load().${name} }`)
      const load = `const load = () => require(${JSON.stringify(path)})`
      return { contents: `${load}\nmodule.exports = { ${getters.join(', ')} }`, resolveDir: '/' }
    })
  },
}

const commonOptions = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  external,
  plugins: [lighterDependencies],
  // The build writes the licenses of bundled packages to THIRD_PARTY_NOTICES.txt.
  legalComments: 'none',
  logLevel: 'warning',
}

/**
 * Options for bundles of ES modules that run in Node.js. They are split at each `await import`.
 *
 * @satisfies {import('esbuild').BuildOptions}
 * @type {import('esbuild').BuildOptions}
 */
export const nodeBundle = {
  ...commonOptions,
  splitting: true,
  format: 'esm',
  banner: { js: COMMON_JS.trim() },
}

/**
 * Options for CommonJS: one file, in which the modules of an `await import` run when they are
 * loaded.
 *
 * @satisfies {import('esbuild').BuildOptions}
 * @type {import('esbuild').BuildOptions}
 */
export const commonJsBundle = {
  ...commonOptions,
  plugins: [...commonOptions.plugins, lazyDependencies],
  format: 'cjs',
  define: { 'import.meta.url': 'rockpoolUrl' },
  outExtension: { '.js': '.cjs' },
}

/** For {@link commonJsBundle} in a module of CommonJS. */
export const URL_BANNER = `const rockpoolUrl = require('node:url').pathToFileURL(__filename).href`
