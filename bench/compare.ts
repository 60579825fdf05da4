// Compares this checkout with another one, both built: `npm run bench -- compare --with DIRECTORY`.
// Prints a table in Markdown.
import { access, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createInputs } from './compareInputs.ts'
import type { CompareTasks } from './compareWorker.ts'
import { compareWorkloads, notJudged } from './compareWorkloads.ts'
import { format, formatSeries, median } from './figures.ts'
import { startWorker } from './workerProcess.ts'

const USAGE = `npm run bench -- compare --with DIRECTORY [--rounds 5] [--only NAME,…] [--profile DIRECTORY]
Names: ${Object.keys(compareWorkloads).join(', ')}`
const HEAP_MB = 4000
/** Higher ratios are bold. */
const TOLERATED = 1.05

function readOptions() {
  const { values } = parseArgs({
    options: {
      with: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      only: { type: 'string', default: '' },
      profile: { type: 'string' },
    },
  })
  const { with: other, profile } = values
  if (other === undefined) throw new RangeError('--with wants the directory of another checkout')
  const rounds = Number(values.rounds)
  if (!Number.isSafeInteger(rounds) || rounds < 1) throw new RangeError('--rounds wants a number')
  const only = values.only.split(',').filter((name) => name !== '')
  const unknown = only.find((name) => compareWorkloads[name] === undefined)
  if (unknown !== undefined) throw new RangeError(`no workload ${unknown}`)
  const names = Object.keys(compareWorkloads)
  return {
    // Paths are relative to the package, not to this folder.
    directories: [resolve('..'), resolve('..', other)] as const,
    rounds,
    names: only.length === 0 ? names : names.filter((name) => only.includes(name)),
    profile: profile === undefined ? null : resolve('..', profile),
  }
}

let options: ReturnType<typeof readOptions>
try {
  options = readOptions()
  for (const directory of options.directories) await access(join(directory, 'dist/index.js'))
} catch (error) {
  process.stderr.write(`Error: ${error instanceof Error ? error.message : error}\n${USAGE}\n`)
  process.exit(2)
}

interface Row {
  readonly unit: string
  readonly isJudged: boolean
  /** Values of this checkout and of the other one, one per round. */
  readonly values: readonly [number[], number[]]
  readonly cpu: readonly [number[], number[]]
}

const { directories, rounds, names, profile } = options
const rows = new Map<string, Row>()
const failures = new Set<string>()
const inputs = await createInputs()
if (profile !== null) await mkdir(profile, { recursive: true })

async function measure(workload: string, side: 0 | 1): Promise<void> {
  const worker = startWorker<CompareTasks>('compareWorker', directories[side], HEAP_MB)
  const { figures, failure } = await worker.run('measure', workload, inputs, profile)
  worker.stop()
  for (const { what, unit, value, cpu } of figures) {
    const isJudged = !notJudged.has(workload)
    const row = rows.get(what) ?? { unit, isJudged, values: [[], []], cpu: [[], []] }
    rows.set(what, row)
    row.values[side].push(value)
    if (cpu !== undefined) row.cpu[side].push(cpu)
  }
  if (failure !== undefined) failures.add(`${workload} in ${directories[side]}: ${failure}`)
}

for (let round = 0; round < rounds; round++) {
  for (const [i, name] of names.entries()) {
    process.stderr.write(`round ${round + 1} of ${rounds}: ${name}\n`)
    // The order alternates, so that neither checkout always runs after a pause.
    const first = (round + i) % 2 === 0 ? 0 : 1
    await measure(name, first)
    await measure(name, first === 0 ? 1 : 0)
  }
}

function cells(unit: string, [ours, others]: Row['values'], isJudged: boolean): string[] {
  const series = (values: readonly number[]) =>
    values.length === 0 ? '–' : formatSeries({ unit, values })
  const ratio = median(ours) / median(others)
  const shown = Number.isNaN(ratio) ? '–' : format(ratio)
  const isMarked = isJudged && ratio > TOLERATED
  return [series(ours), series(others), isMarked ? `**${shown}**` : shown]
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)
print(`This checkout beside ${directories[1]}; medians of ${rounds} rounds (min, max).`)
print('')
print('| what | CPU time | the other | ratio | time or memory | the other | ratio |')
print('|---|---|---|---|---|---|---|')
for (const [what, { unit, isJudged, values, cpu }] of rows) {
  const label = isJudged ? what : `${what} (not judged)`
  const line = [label, ...cells(unit, cpu, isJudged), ...cells(unit, values, isJudged)]
  print(`| ${line.join(' | ')} |`)
}
if (failures.size > 0) print('')
for (const failure of failures) print(`- ${failure}`)
