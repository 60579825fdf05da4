/** Runs jobs one after the other, in the order they came. */
export interface WriteQueue {
  run<T>(job: () => Promise<T>): Promise<T>
  /** Resolves when all that was asked for so far is done. */
  idle(): Promise<void>
}

/** A queue that a failing job does not stop: only who asked for the job learns of it. */
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
