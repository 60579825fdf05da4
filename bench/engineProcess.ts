import type { ExecutorName } from './engineExecutors.ts'
import type { EngineTasks } from './engineTasks.ts'
import { startWorker } from './workerProcess.ts'

const HEAP_MB = 4000

/** An executor in a fresh process. */
export interface ExecutorProcess extends EngineTasks {
  stop(): void
}

export function startExecutor(name: ExecutorName): ExecutorProcess {
  const worker = startWorker<EngineTasks>('engineWorker', name, HEAP_MB)
  return {
    run: (...args) => worker.run('run', ...args),
    runWatched: (...args) => worker.run('runWatched', ...args),
    runStepped: (...args) => worker.run('runStepped', ...args),
    transact: (...args) => worker.run('transact', ...args),
    simulate: (...args) => worker.run('simulate', ...args),
    stop: () => worker.stop(),
  }
}
