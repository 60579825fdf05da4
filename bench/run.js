// Runs one benchmark: `npm run bench` (peers), `npm run bench -- store --keys 100000`. Benchmarks
// in TypeScript are bundled first, so that they measure the sources as the command runs them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { installHardhat } from './installHardhat.js'

const here = fileURLToPath(new URL('.', import.meta.url))

/**
 * In the checkout's own node_modules, so that bundles load the packages that the sources load, not
 * those of the peers.
 */
const bundles = fileURLToPath(new URL('../node_modules/.cache/rockpool-bench/', import.meta.url))

/** File of each benchmark. `entries` are its TypeScript files, one per kind of process. */
const benchmarks = {
  peers: { file: `${bundles}peers.js`, entries: ['peers.ts', 'constantServer.ts'] },
  store: {
    file: `${bundles}store.js`,
    entries: ['store.ts', 'storeWorker.ts', 'snapshotWorker.ts', 'growDirectory.ts'],
  },
  engine: { file: `${bundles}engine.js`, entries: ['engine.ts', 'engineWorker.ts'] },
  tracing: { file: `${bundles}tracing.js`, entries: ['tracing.ts', 'tracingNode.ts'] },
  logs: { file: `${bundles}logs.js`, entries: ['logs.ts'] },
  suite: {
    file: `${bundles}suite.js`,
    entries: ['suite.ts', 'suiteRunner.ts', 'constantServer.ts'],
  },
  compare: { file: `${bundles}compare.js`, entries: ['compare.ts', 'compareWorker.ts'] },
  fork: { file: `${bundles}fork.js`, entries: ['fork.ts'] },
  precompiles: { file: `${bundles}precompiles.js`, entries: ['precompiles.ts'] },
}

const given = process.argv.slice(2)
const [name = 'peers', ...args] = given[0]?.startsWith('-') ? ['peers', ...given] : given
const benchmark = benchmarks[name]
if (benchmark === undefined) {
  process.stderr.write(
    `Error: no benchmark ${name}; there are ${Object.keys(benchmarks).join(', ')}.\n`,
  )
  process.exit(2)
}

if (name === 'peers' || name === 'suite') installHardhat()

if (benchmark.entries.length > 0) {
  const { build } = await import('esbuild')
  await build({
    absWorkingDir: here,
    entryPoints: benchmark.entries,
    outdir: bundles,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
  })
}

/**
 * `--cpu-prof` and similar flags are for Node.js. Profiles are written to the folder of the bundles
 * by default.
 */
const profiling = args.filter((argument) => argument.startsWith('--cpu-prof'))
const node = ['--enable-source-maps', ...profiling]
if (profiling.length > 0) node.splice(1, 0, `--cpu-prof-dir=${bundles}`)
const others = args.filter((argument) => !profiling.includes(argument))

const child = spawn(process.execPath, [...node, benchmark.file, ...others], {
  cwd: here,
  stdio: 'inherit',
})
const [code] = await once(child, 'exit')
process.exitCode = code ?? 1
