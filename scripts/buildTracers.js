// Builds the environment of JavaScript tracers for code that runs from the sources: worker.js (a
// process with its own EVM), endWithNode.js (a thread of the worker), sandbox.js (the globals of a
// tracer) and quickjs.wasm (the JavaScript engine that runs it). It has a folder of its own,
// because a build replaces dist/ while tests run.
import { copyFileSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyEngine } from './buildEngine.js'
import { nodeBundle } from './esbuildOptions.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const require = createRequire(import.meta.url)

/** Folder for code that runs from the sources. */
const outdir = 'dist.tracers'

/** Threads of the worker, by path in the folder of a build. */
export const threadEntries = { 'tracer/endWithNode': 'src/tracers/javascript/endWithNode.ts' }
const workerEntries = { 'tracer/worker': 'src/tracers/javascript/worker.ts', ...threadEntries }

const QUICKJS = '@jitl/quickjs-wasmfile-release-sync'

const sandbox = {
  entryPoints: { sandbox: 'src/tracers/javascript/sandbox/session.ts' },
  bundle: true,
  minify: true,
  platform: 'neutral',
  // Main fields of big-integer. A neutral platform has none by default.
  mainFields: ['main'],
  format: 'iife',
  globalName: 'sandbox',
  target: 'es2023',
  logLevel: 'warning',
}

/** Builds the worker alone. In a build of dist/ it is part of the bundle. */
async function buildTracers() {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    ...nodeBundle,
    absWorkingDir: root,
    entryPoints: workerEntries,
    outdir,
    chunkNames: 'tracer/[hash]',
    write: false,
  })
  // A worker that starts during the build finds all its files: chunks are named after their content
  // and written first.
  outputFiles.sort((a, b) => Number(isEntry(a.path)) - Number(isEntry(b.path)))
  for (const { path, contents } of outputFiles) {
    put(path, (temporary) => writeFileSync(temporary, contents))
  }
  copyEngine(outdir)
  await buildSandbox(outdir)
}

/**
 * Builds the sandbox. Returns the metafile of its bundle and the folders of packages whose files it
 * copies.
 */
export async function buildSandbox(folder) {
  const { build } = await import('esbuild')
  const { metafile, outputFiles } = await build({
    ...sandbox,
    absWorkingDir: root,
    outdir: `${folder}/tracer`,
    metafile: true,
    write: false,
  })
  for (const { path, contents } of outputFiles) {
    put(path, (temporary) => writeFileSync(temporary, contents))
  }
  const wasm = require.resolve(`${QUICKJS}/wasm`)
  put(join(root, folder, 'tracer/quickjs.wasm'), (temporary) => copyFileSync(wasm, temporary))
  return { metafile, packages: [`node_modules/${QUICKJS}`] }
}

/** Builds unless the output is newer than all sources. */
export async function ensureTracers() {
  const built =
    statSync(join(root, outdir, 'tracer/quickjs.wasm'), { throwIfNoEntry: false })?.mtimeMs ?? 0
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
