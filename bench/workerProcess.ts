import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { ContestantName, TaskCall, Tasks } from './storeWorker.ts'

/** A contestant in a process of its own. */
export interface WorkerProcess {
  run<T extends keyof Tasks>(task: T, ...args: Parameters<Tasks[T]>): Promise<ReturnType<Tasks[T]>>
  stop(): void
}

/** Starts a contestant; its heap may have `megabytes`. */
export function startWorker(name: ContestantName, megabytes: number): WorkerProcess {
  const child = fork(new URL('./storeWorker.js', import.meta.url), [name], {
    execArgv: ['--enable-source-maps', '--expose-gc', `--max-old-space-size=${megabytes}`],
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process of ${name} ended with ${code}`)
  })
  // Only of interest to those who wait for an answer.
  ended.catch(() => {})
  return {
    async run(...call: TaskCall) {
      const answered = once(child, 'message')
      child.send(call)
      const [{ answer }] = await Promise.race([answered, ended])
      return answer
    },
    stop() {
      child.kill()
    },
  }
}
