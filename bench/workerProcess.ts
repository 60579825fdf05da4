import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Tasks of a worker. */
type TaskTable<Tasks> = { readonly [T in keyof Tasks]: (...args: never[]) => unknown }

/** A contestant in a process of its own. */
export interface WorkerProcess<Tasks extends TaskTable<Tasks>> {
  run<T extends keyof Tasks>(
    task: T,
    ...args: Parameters<Tasks[T]>
  ): Promise<Awaited<ReturnType<Tasks[T]>>>
  stop(): void
}

/** Starts the worker `name` of a bundle with a heap limit in megabytes. */
export function startWorker<Tasks extends TaskTable<Tasks>>(
  bundle: string,
  name: string,
  megabytes: number,
): WorkerProcess<Tasks> {
  const child = fork(new URL(`./${bundle}.js`, import.meta.url), [name], {
    execArgv: ['--enable-source-maps', '--expose-gc', `--max-old-space-size=${megabytes}`],
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process of ${name} ended with ${code}`)
  })
  // Only relevant to calls that wait for a response.
  ended.catch(() => {})
  return {
    async run(task, ...args) {
      const answered = once(child, 'message')
      child.send([task, ...args] as (string | number)[])
      const [{ answer }] = await Promise.race([answered, ended])
      return answer
    },
    stop() {
      child.kill()
    },
  }
}
