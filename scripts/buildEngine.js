// Compiles src/evm/engine/assembly to WebAssembly: the interpreter of the engine, and the hashing of headers.
import { mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const sources = 'src/evm/engine/assembly'

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
  { name: 'headers.wasm', entry: 'headers.ts', pages: 1, mostPages: 1 },
]

/** @throws Error with what the compiler says; warnings count as errors */
export async function buildEngine(directory = 'dist') {
  for (const module of modules) await buildModule(directory, module)
}

async function buildModule(directory, { name, entry, pages, mostPages }) {
  const { default: compiler } = await import('assemblyscript/asc')
  const target = `${directory}/${name}`
  const memory = ['--initialMemory', `${pages}`, '--maximumMemory', `${mostPages}`]
  const args = [`${sources}/${entry}`, '--baseDir', root, '-o', target, ...options, ...memory]
  const files = new Map()
  const { error, stderr } = await compiler.main(args, {
    writeFile: (name, contents) => void files.set(name, contents),
  })
  const messages = stderr.toString().trim()
  if (error !== null || messages !== '') throw new Error(messages || error.message)
  mkdirSync(dirname(join(root, target)), { recursive: true })
  for (const [name, contents] of files) {
    // Tests that run meanwhile see the old one or the new one.
    const path = join(root, name)
    writeFileSync(`${path}.${process.pid}`, contents)
    renameSync(`${path}.${process.pid}`, path)
  }
}

/** Compiles the modules unless they are newer than their sources. */
export async function ensureEngine() {
  const changed = readdirSync(join(root, sources), { recursive: true }).map((name) =>
    timeOf(`${sources}/${name}`),
  )
  const built = modules.map(({ name }) => timeOf(`dist/${name}`))
  if (Math.max(...changed) > Math.min(...built)) await buildEngine()
}

function timeOf(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await buildEngine()
  } catch (error) {
    process.stderr.write(`Error: the engine was not built.\n${error.message}\n`)
    process.exitCode = 1
  }
}
