// Compares executors with Anvil: `npm run bench -- engine`. Prints tables in Markdown. With
// --seconds, runs one workload repeatedly in this process for profiling: `npm run bench -- engine
// --only keccak --seconds 5 --cpu-prof`.
import { parseArgs } from 'node:util'
import { benchWorkload, WORKLOAD_HEAD } from './engineComparison.ts'
import { createExecutor, type ExecutorName } from './engineExecutors.ts'
import { benchPart, PART_HEAD, type PartName, parts } from './engineParts.ts'
import { createEngineTasks, type EngineTasks, meteredGas } from './engineTasks.ts'
import { type WorkloadName, workloads } from './engineWorkloads.ts'
import { format } from './figures.ts'

const USAGE = `npm run bench -- engine [--only NAME,…] [--rounds 5] [--executor engine|reference] [--no-anvil]
npm run bench -- engine --only NAME --seconds 5 [--executor engine|reference] [--cpu-prof]
Names: ${[...Object.keys(workloads), ...Object.keys(parts)].join(', ')}`

function readOptions() {
  const { values } = parseArgs({
    allowNegative: true,
    options: {
      only: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      executor: { type: 'string' },
      anvil: { type: 'boolean', default: true },
      seconds: { type: 'string', default: '0' },
    },
  })
  const only = values.only?.split(',')
  const rounds = Number(values.rounds)
  const seconds = Number(values.seconds)
  for (const name of only ?? []) {
    if (!(name in workloads) && !(name in parts)) throw new RangeError(`nothing is named ${name}`)
  }
  if (!(rounds >= 1) || !(seconds >= 0)) throw new RangeError('--rounds and --seconds want numbers')
  const executor = readExecutor(values.executor)
  if (seconds > 0 && only?.length !== 1) throw new RangeError('--seconds wants one name in --only')
  return { only, rounds, seconds, executor, withAnvil: values.anvil }
}

function readExecutor(name: string | undefined): ExecutorName | undefined {
  if (name === undefined || name === 'engine' || name === 'reference') return name
  throw new RangeError(`no executor ${name}`)
}

let options: ReturnType<typeof readOptions>
try {
  options = readOptions()
} catch (error) {
  process.stderr.write(`Error: ${error instanceof Error ? error.message : error}\n${USAGE}\n`)
  process.exit(2)
}
const { only, rounds, seconds, withAnvil } = options

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

if (seconds > 0) await runForSeconds(only?.[0] ?? '', options.executor)
else await compareAll()

/** Runs all selected workloads on all contestants. */
async function compareAll(): Promise<void> {
  const executors: readonly ExecutorName[] =
    options.executor === undefined ? ['engine', 'reference'] : [options.executor]
  const isAsked = (name: string): boolean => only === undefined || only.includes(name)
  const names = (Object.keys(workloads) as WorkloadName[]).filter(isAsked)
  const partNames = (Object.keys(parts) as PartName[]).filter(isAsked)
  if (names.length > 0) print(WORKLOAD_HEAD)
  for (const name of names) {
    await attempt(() => benchWorkload(name, { rounds, executors, withAnvil }))
  }
  if (partNames.length > 0) print(`\n${PART_HEAD}`)
  for (const name of partNames) await attempt(() => benchPart(name, rounds, executors))
}

/**
 * Prints the row. A failure is reported, the other workloads still run, and the benchmark fails.
 */
async function attempt(measure: () => Promise<string>): Promise<void> {
  try {
    print(await measure())
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`Error: ${error instanceof Error ? error.message : error}\n`)
  }
}

/** Runs one workload repeatedly in this process. */
async function runForSeconds(name: string, executor: ExecutorName = 'engine'): Promise<void> {
  const tasks = createEngineTasks(createExecutor(executor))
  const once = createOnce(name, executor, tasks)
  const began = performance.now()
  while (performance.now() - began < seconds * 1000) print(`${executor}: ${await once()}`)
}

/** Runs a workload or a part once and returns its rate. */
function createOnce(
  name: string,
  executor: ExecutorName,
  tasks: EngineTasks,
): () => Promise<string> {
  if (name in workloads) {
    const workload = name as WorkloadName
    const { size, smallSize } = workloads[workload]
    return async () => {
      const run = await tasks.run(workload, executor === 'engine' ? size : smallSize)
      return `${format(meteredGas(run) / run.ms / 1000)} Mgas/s`
    }
  }
  const { measure, unit } = parts[name as PartName]
  return async () => `${format(await measure(tasks, executor))} ${unit}`
}
