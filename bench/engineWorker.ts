// One executor in a process of its own: `node engineWorker.js NAME`. A message is a task's name and
// its arguments.
import { loadFastKeccak } from '../src/primitives/crypto/keccak.ts'
import { createExecutor, type ExecutorName } from './engineExecutors.ts'
import { createEngineTasks, type EngineTasks } from './engineTasks.ts'

await loadFastKeccak()
const tasks = createEngineTasks(createExecutor(process.argv[2] as ExecutorName))

process.on('message', async ([task, ...args]: [task: keyof EngineTasks, ...args: unknown[]]) => {
  const run = tasks[task] as (...values: unknown[]) => Promise<unknown>
  process.send?.({ answer: await run(...args) })
})
