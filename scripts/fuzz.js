// Compares the two executors on random programs for a number of minutes: `npm run fuzz -- --minutes
// 10`. Exit codes: 0 no difference, 1 a difference (the program is then among the cases), 2 invalid
// arguments.
import { fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { ensureEngine } from './buildEngine.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const suite = `${root}test/support/differential/`
/**
 * Inside the checkout's own node_modules, so that the bundle loads the packages that the sources
 * load.
 */
const bundle = `${root}node_modules/.cache/rockpool-fuzz/`

/**
 * Kinds of programs, as in test/support/differential/generate.ts. The worker's bundle has the
 * forks.
 */
const KINDS = ['straight', 'jumps', 'calls', 'recursion']
/** Ways to run them, as in the same file. */
const WAYS = ['plain', 'access', 'undo', 'watch']
const HARDFORKS = `${root}src/evm/rules/hardfork.ts`

const USAGE = `Usage: npm run fuzz -- --minutes N [--seed S] [--fork F] [--kind ${KINDS.join('|')}]
  [--way ${WAYS.join('|')}] [--workers N] [--keep-going]`

function refuse(reason) {
  process.stderr.write(`Error: ${reason}\n${USAGE}\n`)
  process.exit(2)
}

async function readArguments() {
  const string = { type: 'string' }
  const options = {
    minutes: string,
    seed: string,
    fork: string,
    kind: string,
    way: string,
    workers: string,
  }
  let values
  try {
    ;({ values } = parseArgs({ options: { ...options, 'keep-going': { type: 'boolean' } } }))
  } catch (error) {
    return refuse(error.message)
  }
  const { seed = String(randomInt(2 ** 31)), fork: forkName, kind } = values
  const { minutes = refuse('--minutes is missing'), workers = `${availableParallelism()}` } = values
  if (!/^\d+(\.\d+)?$/.test(minutes) || Number(minutes) === 0) {
    refuse(`--minutes ${minutes}: must be a number above 0`)
  }
  if (!/^\d+$/.test(seed) || Number(seed) > 2 ** 32 - 1) {
    refuse(`--seed ${seed}: must be a whole number from 0 to 4294967295`)
  }
  if (!/^[1-9]\d?$/.test(workers)) refuse(`--workers ${workers}: must be a number from 1 to 99`)
  if (kind !== undefined && !KINDS.includes(kind)) {
    refuse(`--kind ${kind}: must be one of ${KINDS.join(', ')}`)
  }
  if (values.way !== undefined && !WAYS.includes(values.way)) {
    refuse(`--way ${values.way}: must be one of ${WAYS.join(', ')}`)
  }
  if (forkName !== undefined && !(await isFork(forkName))) {
    refuse(`--fork ${forkName}: there is no such fork`)
  }
  return {
    minutes: Number(minutes),
    seed: Number(seed),
    fork: forkName,
    kind,
    way: values.way,
    keepGoing: values['keep-going'] === true,
    workers: Number(workers),
  }
}

async function bundleOf(entry, outfile) {
  await ensureEngine()
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
  })
  return outfile
}

async function isFork(name) {
  const { findHardfork } = await import(await bundleOf(HARDFORKS, `${bundle}hardfork.js`))
  return findHardfork(name) !== undefined
}

const { minutes, workers, ...task } = await readArguments()
const entry = await bundleOf(`${suite}fuzzWorker.ts`, `${bundle}fuzzWorker.js`)
const start = Date.now()
const totals = Array.from({ length: workers }, () => 0)
const mismatches = []
/** With --keep-going: differences, their number, and one program for each. */
const kinds = new Map()
let shown = start

function rate() {
  const programs = totals.reduce((sum, each) => sum + each, 0)
  const seconds = (Date.now() - start) / 1000
  return `${programs} programs in ${seconds.toFixed(0)} s, ${(programs / seconds).toFixed(0)} a second`
}

process.stdout.write(`Seed ${task.seed}, ${workers} workers, ${minutes} minutes.\n`)
const children = totals.map((_, worker) => {
  const child = fork(entry, { execArgv: ['--enable-source-maps'] })
  child.send({
    ...task,
    worker,
    workers,
    milliseconds: minutes * 60_000,
    cases: `${root}test/evm/differential/cases`,
  })
  child.on('message', ({ programs, mismatch, difference }) => {
    totals[worker] = programs
    if (mismatch !== undefined) mismatches.push(mismatch)
    if (difference !== undefined) {
      const seen = kinds.get(difference.what)
      kinds.set(difference.what, { times: (seen?.times ?? 0) + 1, example: difference.example })
    }
    if (Date.now() - shown > 30_000) {
      shown = Date.now()
      process.stdout.write(`${rate()}\n`)
    }
  })
  return child
})
const codes = await Promise.all(
  children.map(
    (child) =>
      new Promise((resolve) => {
        child.on('close', (code) => {
          // Stops at the first difference.
          if (code !== 0 && !task.keepGoing) for (const other of children) other.kill()
          resolve(code)
        })
      }),
  ),
)
for (const [what, { times, example }] of [...kinds].sort((a, b) => b[1].times - a[1].times)) {
  process.stdout.write(`\n${times} times, such as ${example}:\n  ${what}\n`)
}
for (const mismatch of mismatches) process.stdout.write(`\n${mismatch}`)
process.stdout.write(`${rate()}: ${codes.includes(1) ? 'they differ' : 'no difference'}.\n`)
process.exitCode = codes.some((code) => code !== 0 && code !== null) ? 1 : 0
