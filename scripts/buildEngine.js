// Compiles the interpreter of the engine, src/evm/engine/assembly, to dist/engine.wasm.
import { mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const options = [
  '-O3',
  // No garbage collector: the interpreter lays out its memory itself.
  ...['--runtime', 'stub', '--noAssert'],
  ...['--enable', 'simd', '--enable', 'bulk-memory'],
  // 8 MiB at first, 1 GiB at the most.
  ...['--initialMemory', '128', '--maximumMemory', '16384'],
  '--noColors',
]

/** @throws Error with what the compiler says; warnings count as errors */
export async function buildEngine(target = 'dist/engine.wasm') {
  const { default: compiler } = await import('assemblyscript/asc')
  const args = ['src/evm/engine/assembly/index.ts', '--baseDir', root, '-o', target, ...options]
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

/** Compiles it unless it is newer than its sources. */
export async function ensureEngine() {
  const built = statSync(join(root, 'dist/engine.wasm'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const folder = join(root, 'src/evm/engine/assembly')
  const sources = readdirSync(folder, { recursive: true })
  const times = sources.map((name) => statSync(join(folder, name)).mtimeMs)
  if (Math.max(...times) > built) await buildEngine()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await buildEngine()
  } catch (error) {
    process.stderr.write(`Error: the engine was not built.\n${error.message}\n`)
    process.exitCode = 1
  }
}
