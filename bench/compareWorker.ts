// One checkout in a process of its own: `node compareWorker.js DIRECTORY`. A message is a task's
// name and its arguments.
import type { CompareInputs } from './compareInputs.ts'
import { type Figure, Stage } from './compareStage.ts'
import { compareWorkloads } from './compareWorkloads.ts'

export interface CompareResult {
  readonly figures: readonly Figure[]
  /** Reason why the workload ended early. */
  readonly failure?: string
}

/** Tasks of the worker. */
export interface CompareTasks {
  measure(workload: string, inputs: CompareInputs, profiles: string | null): Promise<CompareResult>
}

const directory = process.argv[2] ?? ''

const tasks: CompareTasks = {
  async measure(workload, inputs, profiles) {
    const stage = new Stage(directory, inputs, profiles)
    try {
      await compareWorkloads[workload]?.(stage)
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      return { figures: stage.figures, failure }
    }
    return { figures: stage.figures }
  },
}

type Call = ['measure', ...Parameters<CompareTasks['measure']>]

process.on('message', async ([task, ...args]: Call) => {
  process.send?.({ answer: await tasks[task](...args) })
})
