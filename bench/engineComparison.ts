import type { Hex } from '../src/primitives/encoding/hex.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import type { ExecutorName } from './engineExecutors.ts'
import { startExecutor } from './engineProcess.ts'
import { meteredGas, type Run } from './engineTasks.ts'
import {
  contractsOf,
  emptyInput,
  METER,
  meteredInput,
  type Workload,
  type WorkloadName,
  workloads,
} from './engineWorkloads.ts'
import { format, formatSeries, median, type Series } from './figures.ts'

/** A contestant that runs workloads in a fresh process. */
interface Contestant {
  readonly name: ExecutorName | 'anvil'
  run(size: number): Promise<Omit<Run, 'gas'> & Partial<Pick<Run, 'gas'>>>
  stop(): void | Promise<void>
}

/** Mgas/s of one contestant. */
interface Rates {
  readonly cold: number
  readonly warm: Series
}

/** Runs until the rate no longer improves: a minimum number of calls and seconds. */
const WARM_UP_CALLS = 2
const WARM_UP_MS = 1000
/** Empty calls, which measure the cost of a request. */
const EMPTY_CALLS = 30

export const WORKLOAD_HEAD = [
  '| workload, Mgas/s | engine, first call | engine: median (min, max) | reference: median (min, max) | Anvil: median (min, max) | engine / reference | engine / Anvil | goal |',
  '|---|---|---|---|---|---|---|---|',
].join('\n')

export interface WorkloadOptions {
  readonly rounds: number
  readonly executors: readonly ExecutorName[]
  readonly withAnvil: boolean
}

/**
 * Runs a workload on all contestants in turns, so that they meet the same load. Returns the table
 * row.
 *
 * @throws Error if results or gas differ
 */
export async function benchWorkload(name: WorkloadName, options: WorkloadOptions): Promise<string> {
  const { rounds } = options
  const workload: Workload = workloads[name]
  const contestants: Contestant[] = options.executors.map((executor) =>
    createWorkerContestant(executor, name),
  )
  try {
    if (options.withAnvil) contestants.push(await createAnvilContestant(workload))
    const cold = new Map<Contestant, number>()
    for (const contestant of contestants) {
      cold.set(contestant, rateOf(await contestant.run(sizeFor(contestant, workload))))
    }
    await compare(name, contestants, workload.smallSize)
    await compare(
      name,
      contestants.filter((contestant) => contestant.name !== 'reference'),
      workload.size,
    )
    for (const contestant of contestants) await warmUp(contestant, workload)
    const warm = new Map(contestants.map((contestant) => [contestant, [] as number[]]))
    for (let round = 0; round < rounds; round++) {
      for (const [contestant, values] of warm) {
        values.push(rateOf(await contestant.run(sizeFor(contestant, workload))))
      }
    }
    const rates = contestants.map((contestant) => {
      const values = warm.get(contestant) ?? []
      return [
        contestant.name,
        { cold: cold.get(contestant) ?? Number.NaN, warm: { unit: '', values } },
      ] as const
    })
    return toLine(workload, new Map(rates))
  } finally {
    for (const contestant of contestants) await contestant.stop()
  }
}

function toLine(workload: Workload, rates: ReadonlyMap<Contestant['name'], Rates>): string {
  const series = (name: Contestant['name']): string => {
    const of = rates.get(name)
    return of === undefined ? '–' : formatSeries(of.warm)
  }
  const engine = rates.get('engine')
  const ratio = (name: Contestant['name']): string => {
    const peer = rates.get(name)
    if (engine === undefined || peer === undefined) return '–'
    return format(median(engine.warm.values) / median(peer.warm.values))
  }
  const cells = [
    workload.title,
    engine === undefined ? '–' : format(engine.cold),
    series('engine'),
    series('reference'),
    series('anvil'),
    ratio('reference'),
    ratio('anvil'),
    workload.goal === undefined ? '–' : `≥ ${workload.goal.toFixed(1)} × Anvil`,
  ]
  return `| ${cells.join(' | ')} |`
}

function sizeFor({ name }: Contestant, { size, smallSize }: Workload): number {
  return name === 'reference' ? smallSize : size
}

function rateOf(run: Pick<Run, 'ms' | 'output'>): number {
  return meteredGas(run) / run.ms / 1000
}

async function warmUp(contestant: Contestant, workload: Workload): Promise<void> {
  const began = performance.now()
  for (let i = 0; i < WARM_UP_CALLS || performance.now() - began < WARM_UP_MS; i++) {
    await contestant.run(sizeFor(contestant, workload))
  }
}

/** The output begins with the used gas, so that Anvil's gas is compared too. */
async function compare(
  workload: string,
  contestants: readonly Contestant[],
  size: number,
): Promise<void> {
  const outputs = new Map<Hex, string[]>()
  const gases = new Map<string, string[]>()
  const add = <K>(to: Map<K, string[]>, key: K, name: string): void => {
    to.set(key, [...(to.get(key) ?? []), name])
  }
  for (const contestant of contestants) {
    const { output, gas } = await contestant.run(size)
    add(outputs, output, contestant.name)
    if (gas !== undefined) add(gases, gas, contestant.name)
  }
  for (const answers of [outputs, gases]) {
    if (answers.size < 2) continue
    const told = [...answers].map(([answer, names]) => `${names.join(' and ')}: ${answer}`)
    throw new Error(`${workload} of size ${size} is not the same for all\n  ${told.join('\n  ')}`)
  }
}

function createWorkerContestant(executor: ExecutorName, name: WorkloadName): Contestant {
  const process = startExecutor(executor)
  return {
    name: executor,
    run: (size) => process.run(name, size),
    stop: () => process.stop(),
  }
}

/** The time of a request minus that of an empty call. */
async function createAnvilContestant(workload: Workload): Promise<Contestant> {
  const anvil: Anvil = await startAnvil(contractsOf(workload))
  const empty: number[] = []
  for (let i = 0; i < EMPTY_CALLS; i++) empty.push((await anvil.call(METER, emptyInput)).ms)
  const latency = median(empty)
  return {
    name: 'anvil',
    async run(size) {
      const { ms, output } = await anvil.call(METER, meteredInput(workload, size))
      return { ms: ms - latency, output }
    },
    stop: () => anvil.stop(),
  }
}
