import type { ExecutorName } from './engineExecutors.ts'
import { startExecutor } from './engineProcess.ts'
import type { EngineTasks } from './engineTasks.ts'
import { type WorkloadName, workloads } from './engineWorkloads.ts'
import { format, formatSeries, median } from './figures.ts'

export const PART_HEAD = [
  '| what | engine: median (min, max) | reference: median (min, max) | engine / reference | goal |',
  '|---|---|---|---|---|',
].join('\n')

type Measure = (tasks: EngineTasks, executor: ExecutorName) => Promise<number>

interface Part {
  readonly title: string
  readonly unit: string
  /** One value per round. */
  readonly measure: Measure
  readonly goal?: string
  /** Percentages have no ratio. */
  readonly hasRatio?: boolean
}

/** Records a million steps; the reference records a quarter of them. */
const STEPPED: Readonly<Record<ExecutorName, number>> = { engine: 40_000, reference: 10_000 }

const COUNTS: Readonly<Record<ExecutorName, number>> = { engine: 2000, reference: 400 }

const HOOK_PAIRS = 4

async function measureSteps(tasks: EngineTasks, executor: ExecutorName): Promise<number> {
  const { ms, steps } = await tasks.runStepped('memory', STEPPED[executor])
  if (steps === 0) return Number.NaN
  return (ms * 1e6) / steps
}

/** Percentage that hooks add: the fastest of several runs with and without, alternating. */
function hooksOn(name: WorkloadName): Measure {
  return async (tasks, executor) => {
    const { size, smallSize } = workloads[name]
    const run = executor === 'engine' ? Math.round(size / 4) : smallSize
    let without = Number.POSITIVE_INFINITY
    let watched = Number.POSITIVE_INFINITY
    for (let pair = 0; pair < HOOK_PAIRS; pair++) {
      without = Math.min(without, (await tasks.run(name, run)).ms)
      const { ms, events } = await tasks.runWatched(name, run)
      if (events === 0) return Number.NaN
      watched = Math.min(watched, ms)
    }
    return (watched / without - 1) * 100
  }
}

export const parts = {
  transaction: {
    title: 'ERC-20 transfer, decoded, through the runner',
    unit: 'µs',
    measure: (tasks, executor) => tasks.transact(COUNTS[executor]),
    goal: '< 25 µs',
  },
  'balance-of': {
    title: '`eth_call` of balanceOf, in process',
    unit: 'µs',
    measure: (tasks, executor) => tasks.simulate(COUNTS[executor]),
  },
  'struct-logs': {
    title: 'records of a million steps with stack and memory',
    unit: 'ns a step',
    measure: measureSteps,
    goal: '≤ a third of the reference',
  },
  'hooks-call': {
    title: 'what frame hooks add to the CALL loop',
    unit: '%',
    measure: hooksOn('call'),
    hasRatio: false,
  },
  'hooks-swaps': {
    title: 'what frame hooks add to swaps',
    unit: '%',
    measure: hooksOn('swaps'),
    hasRatio: false,
  },
} as const satisfies Record<string, Part>

export type PartName = keyof typeof parts

/** Measures a part on each executor in turns. Returns the table row. */
export async function benchPart(
  name: PartName,
  rounds: number,
  executors: readonly ExecutorName[],
): Promise<string> {
  const { title, unit, measure, goal, hasRatio = true }: Part = parts[name]
  const runners = executors.map((executor) => ({
    executor,
    process: startExecutor(executor),
    values: [] as number[],
  }))
  try {
    // The first two rounds are warm-up.
    for (let round = -2; round < rounds; round++) {
      for (const { executor, process, values } of runners) {
        const value = await measure(process, executor)
        if (round >= 0) values.push(value)
      }
    }
  } finally {
    for (const { process } of runners) process.stop()
  }
  const of = (executor: ExecutorName): readonly number[] =>
    runners.find((runner) => runner.executor === executor)?.values ?? []
  const series = (values: readonly number[]): string =>
    // NaN: the observer received nothing.
    values.length === 0 || values.some(Number.isNaN) ? '–' : formatSeries({ unit, values })
  const ratio = median(of('engine')) / median(of('reference'))
  const cells = [
    title,
    series(of('engine')),
    series(of('reference')),
    Number.isNaN(ratio) || !hasRatio ? '–' : format(ratio),
    goal ?? '–',
  ]
  return `| ${cells.join(' | ')} |`
}
