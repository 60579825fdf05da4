/** Runs jobs one after the other, in order of arrival. */
export interface WriteQueue {
  run<T>(job: () => Promise<T>): Promise<T>
  /** Resolves when all jobs so far are done. */
  idle(): Promise<void>
}

/** Creates a queue that continues after a failing job; only the job's caller gets its error. */
export function createWriteQueue(): WriteQueue {
  let tail: Promise<unknown> = Promise.resolve()
  return {
    run(job) {
      const result = tail.then(job)
      tail = result.catch(() => {})
      return result
    },
    async idle() {
      await tail
    },
  }
}
