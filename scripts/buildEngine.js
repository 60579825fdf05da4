// Compiles src/evm/engine/assembly to WebAssembly: the interpreter of the engine, and modules that
// hash. They are committed in src/evm/engine/compiled, so that an installation does not need the
// compiler (100 MB). With --check: verifies that they are up to date, without the compiler.
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const sources = 'src/evm/engine/assembly'
const compiled = join(root, 'src/evm/engine/compiled')
/** Hashes of the sources and of the modules compiled from them. */
const RECORD = 'compiled.json'

const options = [
  '-O3',
  // No garbage collector: the modules lay out their memory themselves.
  ...['--runtime', 'stub', '--noAssert'],
  ...['--enable', 'simd', '--enable', 'bulk-memory'],
  '--noColors',
]

/** Memory in pages of 64 KiB. */
const modules = [
  { name: 'engine.wasm', entry: 'index.ts', pages: 128, mostPages: 16_384 },
  { name: 'headers.wasm', entry: 'hashing/headers.ts', pages: 1, mostPages: 1 },
  { name: 'hashing.wasm', entry: 'hashing/hashing.ts', pages: 1, mostPages: 65_536 },
  { name: 'iavl.wasm', entry: 'hashing/iavl.ts', pages: 6, mostPages: 65_536 },
  { name: 'structLogs.wasm', entry: 'structLogs/structLogs.ts', pages: 16, mostPages: 16_384 },
]

/**
 * @throws Error with the diagnostics of the compiler, warnings included, or if it is not installed
 */
async function buildEngine() {
  const compiler = await loadCompiler()
  const built = {}
  for (const module of modules) built[module.name] = await compile(compiler, module)
  mkdirSync(compiled, { recursive: true })
  for (const [name, contents] of Object.entries(built)) put(name, contents)
  put(RECORD, recordText(hashOfSources(), built))
}

async function loadCompiler() {
  const path = new URL('../compilers/node_modules/assemblyscript/dist/asc.js', import.meta.url)
  if (!existsSync(path)) {
    throw new Error('the compiler is not installed: run "npm --prefix compilers ci"')
  }
  return (await import(path)).default
}

async function compile(compiler, { name, entry, pages, mostPages }) {
  const memory = ['--initialMemory', `${pages}`, '--maximumMemory', `${mostPages}`]
  const args = [`${sources}/${entry}`, '--baseDir', root, '-o', name, ...options, ...memory]
  const files = new Map()
  const { error, stderr } = await compiler.main(args, {
    writeFile: (file, contents) => void files.set(file, contents),
  })
  const messages = stderr.toString().trim()
  if (error !== null || messages !== '') throw new Error(messages || error.message)
  return files.get(name)
}

/** Writes a file in one step: a concurrent test sees either the old or the new file. */
function put(name, contents) {
  const path = join(compiled, name)
  writeFileSync(`${path}.${process.pid}`, contents)
  renameSync(`${path}.${process.pid}`, path)
}

/** Copies the modules to the folder of bundles that load them. */
export function copyEngine(outdir) {
  for (const { name } of modules) copyFileSync(join(compiled, name), join(root, outdir, name))
}

/** Compiles the modules unless they are up to date. */
export async function ensureEngine() {
  if (!isUpToDate()) await buildEngine()
}

function isUpToDate() {
  try {
    const contents = modules.map(({ name }) => [name, readFileSync(join(compiled, name))])
    const record = recordText(hashOfSources(), Object.fromEntries(contents))
    return readFileSync(join(compiled, RECORD), 'utf8') === record
  } catch {
    return false
  }
}

function recordText(hash, contents) {
  const hashes = Object.entries(contents).map(([name, bytes]) => [name, sha256(bytes)])
  return `${JSON.stringify({ sources: hash, ...Object.fromEntries(hashes) }, null, 2)}\n`
}

/**
 * Hash of everything that determines the modules: sources, options, and the version of the
 * compiler.
 */
function hashOfSources() {
  const lock = JSON.parse(readFileSync(join(root, 'compilers/package.json'), 'utf8'))
  const parts = [JSON.stringify([lock.dependencies.assemblyscript, options, modules])]
  const names = readdirSync(join(root, sources), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const path of names.sort()) {
    parts.push(path.slice(root.length).replaceAll('\\', '/'), sha256(readFileSync(path)))
  }
  return sha256(parts.join('\n'))
}

function sha256(data) {
  return createHash('sha256').update(data).digest('hex')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    if (!process.argv.includes('--check')) await buildEngine()
    else if (!isUpToDate()) throw new Error('it is stale: run "node scripts/buildEngine.js"')
  } catch (error) {
    process.stderr.write(`Error: the engine was not built.\n${error.message}\n`)
    process.exitCode = 1
  }
}
