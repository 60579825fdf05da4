/*
 * A worker process of `npm run fuzz`: checks every n-th program until its time is over or the two
 * executors differ.
 */
import { join } from 'node:path'
import { findHardfork } from '../../../src/evm/rules/hardfork.ts'
import { writeCase } from './caseFile.ts'
import { checkPlan, type Mismatch } from './check.ts'
import { explain } from './explain.ts'
import { kinds, ways } from './generate.ts'
import { createPair } from './pair.ts'

/** Message from `scripts/fuzz.js`. */
interface Task {
  readonly seed: number
  readonly worker: number
  readonly workers: number
  readonly milliseconds: number
  readonly fork?: string
  readonly kind?: string
  readonly way?: string
  /** Whether to continue after a difference and only report it. */
  readonly keepGoing: boolean
  /** Directory for the programs that differ. */
  readonly cases: string
}

async function work(task: Task): Promise<void> {
  let pair = createPair()
  let before: number[] = []
  const fork = findHardfork(task.fork ?? '')
  const kind = kinds.find((name) => name === task.kind)
  const way = ways.find((name) => name === task.way)
  const end = Date.now() + task.milliseconds
  let programs = 0
  for (let index = task.worker; Date.now() < end; index += task.workers) {
    const plan = {
      seed: task.seed,
      index,
      ...(fork !== undefined && { fork }),
      ...(kind !== undefined && { kind }),
      ...(way !== undefined && { way }),
    }
    const { runs, mismatch } = await checkPlan(pair, plan)
    programs += runs
    if (index % 100 === task.worker % 100) process.send?.({ programs })
    before.push(index)
    if (mismatch === undefined) continue
    if (task.keepGoing) {
      process.send?.({ programs, difference: summary(mismatch) })
      process.exitCode = 1
      // The failure may have left state in the executors.
      pair = createPair()
      before = []
      continue
    }
    process.send?.({ programs, mismatch: await report(mismatch, before.slice(0, -1), task.cases) })
    process.exitCode = 1
    return
  }
  process.send?.({ programs })
}

/** The first difference without numbers, so that equal ones can be counted. */
function summary({ plan, kind, scenario, differences }: Mismatch): {
  readonly what: string
  readonly example: string
} {
  const [first = ''] = differences
  const what = first.replaceAll(/0x[0-9a-f]+|\b[0-9a-f]{16,}\b|\d+/g, '#').slice(0, 400)
  return { what, example: `program ${plan.index}, ${kind} on ${scenario.fork}` }
}

/** Minimises, saves and reports a mismatch. */
async function report(
  mismatch: Mismatch,
  before: readonly number[],
  cases: string,
): Promise<string> {
  const { seed, index } = mismatch.plan
  const { text, least } = await explain(createPair, mismatch, before)
  if (least === undefined) return `${text}\n`
  const [first = ''] = least.differences
  const name = `seed-${seed}-${index}.json`
  writeCase(join(cases, name), `Differed in ${first.split('\n')[0]}.`, least.scenario)
  return `${text}\nSaved as ${name} among the cases.\n`
}

process.once('message', (task) => {
  work(task as Task).then(
    () => process.disconnect(),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
      process.exit(1)
    },
  )
})
