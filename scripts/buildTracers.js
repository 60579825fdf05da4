// Makes what JavaScript tracers run in, in dist/tracer/: worker.js (a process, with an EVM of its own), endWithNode.js (a thread of
// it), sandbox.js (what a tracer finds around it) and quickjs.wasm (the JavaScript engine that it runs on).
import { copyFileSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeBundle } from './esbuildOptions.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const require = createRequire(import.meta.url)

const worker = {
  ...nodeBundle,
  entryPoints: {
    worker: 'src/tracers/javascript/worker.ts',
    endWithNode: 'src/tracers/javascript/endWithNode.ts',
  },
  chunkNames: '[hash]',
}

const sandbox = {
  entryPoints: { sandbox: 'src/tracers/javascript/sandbox/session.ts' },
  bundle: true,
  minify: true,
  platform: 'neutral',
  // What big-integer has; without it a neutral platform knows none.
  mainFields: ['main'],
  format: 'iife',
  globalName: 'sandbox',
  target: 'es2023',
  logLevel: 'warning',
}

/** @param outdir where, from the package's folder */
export async function buildTracers(outdir = 'dist/tracer') {
  const { build } = await import('esbuild')
  const common = { absWorkingDir: root, outdir, write: false }
  const built = await Promise.all([
    build({ ...common, ...worker }),
    build({ ...common, ...sandbox }),
  ])
  const files = built.flatMap(({ outputFiles }) => outputFiles)
  // Whoever starts a worker meanwhile finds all that it needs: chunks first, which are named by what is in them.
  files.sort((a, b) => Number(isEntry(a.path)) - Number(isEntry(b.path)))
  for (const { path, contents } of files) {
    put(path, (temporary) => writeFileSync(temporary, contents))
  }
  const wasm = require.resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
  put(join(root, outdir, 'quickjs.wasm'), (temporary) => copyFileSync(wasm, temporary))
}

/** Builds it unless it is newer than all sources. */
export async function ensureTracers() {
  const built =
    statSync(join(root, 'dist/tracer/quickjs.wasm'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const folders = ['src', 'scripts']
  const sources = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  const newest = Math.max(...sources.map((path) => statSync(path).mtimeMs))
  if (newest > built) await buildTracers()
}

function isEntry(path) {
  return basename(path) === 'worker.js'
}

/** Writes a file in one step. */
function put(path, write) {
  const temporary = `${path}.${process.pid}`
  mkdirSync(dirname(path), { recursive: true })
  write(temporary)
  renameSync(temporary, path)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await buildTracers()
  } catch (error) {
    process.stderr.write(`Error: the tracers' worker was not built.\n${error.message}\n`)
    process.exitCode = 1
  }
}
