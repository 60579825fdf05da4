// One executor in a process of its own: `node engineWorker.js NAME`. A message is a task's name and
// its arguments.
import { createExecutor, type ExecutorName } from './engineExecutors.ts'
import { createEngineTasks, type EngineTasks } from './engineTasks.ts'

const tasks = createEngineTasks(createExecutor(process.argv[2] as ExecutorName))

process.on('message', async ([task, ...args]: [task: keyof EngineTasks, ...args: unknown[]]) => {
  const run = tasks[task] as (...values: unknown[]) => Promise<unknown>
  process.send?.({ answer: await run(...args) })
})
