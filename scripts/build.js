// Builds dist/ with nothing but Node.js and the installed packages:
// - rockpool.cjs: the command, the library and the worker of JavaScript tracers as one bundle
//   (esbuild), because a bundle loads several times faster than hundreds of modules, and V8's code
//   of one script can be cached;
// - cli.cjs, which starts the command;
// - mcl.cjs, abciTypes.cjs, cosmosTypes.cjs and ws.cjs: packages that few nodes need;
// - the library's ES modules, which export what is in the bundle;
// - the declarations of the library (tsc);
// - the licenses of the bundled packages.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildDeclarations } from './buildDeclarations.js'
import { copyEngine } from './buildEngine.js'
import { buildSandbox, threadEntries } from './buildTracers.js'
import { cacheableScript } from './cacheableScript.js'
import { commonJsBundle, nodeBundle, URL_BANNER } from './esbuildOptions.js'
import { thirdPartyNotices } from './thirdPartyNotices.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = fileURLToPath(new URL('../dist', import.meta.url))
/**
 * The folder that is built and then renamed to dist/ in one step, so that programs that run from
 * dist/ meanwhile are not interrupted. Builds that run at the same time have folders of their own.
 */
const next = `${dist}.next-${process.pid}`
const outdir = basename(next)
const require = createRequire(import.meta.url)

/** Entries of the library, for which declarations are written. */
const libraryEntries = ['index', 'vitest', 'fastify']

/** Entries of the bundle. A module runs when its function is called. */
const BUNDLE = `
exports.command = () => require('./src/cli/main.ts')
exports.library = () => require('./src/index.ts')
exports.fastify = () => require('./src/fastify.ts')
exports.tracerWorker = () => require('./src/tracers/javascript/worker.ts')`

/**
 * Packages that few nodes need, 1 MB, in files of their own, which are not read at each start. By
 * the name of the file: imports that it replaces, and what it exports.
 */
const packagesApart = {
  mcl: { filter: /^mcl-wasm\//, contents: `module.exports = require('mcl-wasm/dist/mcl_c.js')` },
  abciTypes: {
    filter: /^cosmjs-types\/(binary|tendermint\/abci\/types)$/,
    contents: `
      export * from 'cosmjs-types/binary'
      export * from 'cosmjs-types/tendermint/abci/types'`,
    // Generated code, the half of it names.
    minify: true,
  },
  ws: { filter: /^ws$/, contents: `export { WebSocketServer } from 'ws'` },
}

/**
 * Other messages of cosmjs-types, for the ports of the Cosmos side, in cosmosTypes.cjs: by the path
 * of their module, because names occur twice.
 */
const COSMOS_TYPES = /^cosmjs-types\//

function cosmosTypes() {
  const files = readdirSync(join(root, 'src/comet'), { recursive: true })
  const imports = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...readFileSync(join(root, 'src/comet', file), 'utf8').matchAll(
        / from '(cosmjs-types[^']*)'/g,
      ),
    ])
    .map(([, path]) => path)
    .filter((path) => !packagesApart.abciTypes.filter.test(path))
  return [...new Set(imports)].map((path) => `exports['${path}'] = require('${path}')`).join('\n')
}

async function buildBundles() {
  const { build } = await import('esbuild')
  const options = { absWorkingDir: root, outdir, metafile: true }
  const results = await Promise.all([
    build({
      ...commonJsBundle,
      ...options,
      stdin: { contents: BUNDLE, resolveDir: root, sourcefile: 'rockpool.js' },
      entryNames: 'rockpool',
      plugins: [...commonJsBundle.plugins, packagesAreApart],
    }),
    build({
      ...commonJsBundle,
      ...options,
      entryPoints: { cli: 'src/cli/launch/launch.ts' },
      banner: { js: URL_BANNER },
    }),
    ...Object.entries(packagesApart).map(([name, { contents, minify = false }]) =>
      build({
        ...commonJsBundle,
        ...options,
        stdin: { contents, resolveDir: root, sourcefile: `${name}.js` },
        entryNames: name,
        minify,
      }),
    ),
    build({
      ...commonJsBundle,
      ...options,
      stdin: { contents: cosmosTypes(), resolveDir: root, sourcefile: 'cosmosTypes.js' },
      entryNames: 'cosmosTypes',
      minify: true,
    }),
    build({ ...nodeBundle, ...options, entryPoints: threadEntries }),
    build({
      ...nodeBundle,
      ...options,
      entryPoints: { vitest: 'src/vitest.ts' },
      plugins: [libraryIsExternal],
    }),
  ])
  const metafiles = results.map(({ metafile }) => metafile)
  const bundle = join(next, 'rockpool.cjs')
  writeFileSync(bundle, cacheableScript(readFileSync(bundle, 'utf8')))
  // Tests read which packages a bundle contains. The file is not part of the npm package.
  const outputs = Object.assign({}, ...metafiles.map((metafile) => metafile.outputs))
  writeFileSync(join(next, 'metafile.json'), JSON.stringify({ outputs }).replaceAll(outdir, 'dist'))
  const sandbox = await buildSandbox(outdir)
  copyEngine(outdir)
  writeModules()
  const notices = thirdPartyNotices(root, [...metafiles, sandbox.metafile], sandbox.packages)
  writeFileSync(join(next, 'THIRD_PARTY_NOTICES.txt'), notices)
}

const packagesAreApart = {
  name: 'packages-are-apart',
  setup({ onResolve, onLoad }) {
    for (const [name, { filter }] of Object.entries(packagesApart)) {
      onResolve({ filter }, () => ({ path: `./${name}.cjs`, external: true }))
    }
    onResolve({ filter: COSMOS_TYPES }, ({ path }) => ({ path, namespace: 'cosmos-types' }))
    onLoad({ filter: /^/, namespace: 'cosmos-types' }, ({ path }) => ({
      contents: `module.exports = require('./cosmosTypes.cjs')['${path}']`,
    }))
    onResolve({ filter: /^\.\/cosmosTypes\.cjs$/ }, ({ path }) => ({ path, external: true }))
  },
}

/** For bundles that import the library: the chain's classes must exist once. */
const libraryIsExternal = {
  name: 'library-is-external',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/index\.ts$/ }, () => ({ path: './index.js', external: true }))
  },
}

/** Writes the ES modules that export what is in the bundle. */
function writeModules() {
  const bundle = require(join(next, 'rockpool.cjs'))
  const load = (path) =>
    `import { createRequire } from 'node:module'\n\n` +
    `const bundle = createRequire(import.meta.url)('${path}')\n`
  for (const [file, entry] of [
    ['index', 'library'],
    ['fastify', 'fastify'],
  ]) {
    const names = Object.keys(bundle[entry]()).sort().join(', ')
    const text = `${load('./rockpool.cjs')}export const { ${names} } = bundle.${entry}()\n`
    writeFileSync(join(next, `${file}.js`), text)
  }
  const worker = `${load('../rockpool.cjs')}bundle.tracerWorker()\n`
  writeFileSync(join(next, 'tracer/worker.js'), worker)
}

/** Replaces dist/. Tries again if another build replaces it at the same moment. */
function takePlace() {
  const old = `${dist}.old-${process.pid}`
  for (let tries = 1; ; tries++) {
    try {
      if (existsSync(dist)) renameSync(dist, old)
      renameSync(next, dist)
      break
    } catch (error) {
      if (tries === 5) throw error
    } finally {
      rmSync(old, { recursive: true, force: true })
    }
  }
}

function hasCompiler() {
  try {
    require.resolve('typescript/package.json')
    require.resolve('esbuild')
    return true
  } catch {
    return false
  }
}

// `npm ci --omit=dev` runs this script without the compilers; an existing build then stays.
if (hasCompiler() || !existsSync(new URL('../dist/cli.cjs', import.meta.url))) {
  try {
    rmSync(next, { recursive: true, force: true })
    await Promise.all([buildBundles(), buildDeclarations(outdir, libraryEntries)])
    takePlace()
  } catch (error) {
    rmSync(next, { recursive: true, force: true })
    process.stderr.write(`Error: the build failed.\n${error.message}\n`)
    process.exitCode = 1
  }
}
