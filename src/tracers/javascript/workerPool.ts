import { ExecutionAborted } from '../../evm/run/yielder.ts'
import { TraceError } from '../errors.ts'
import { TracerProcess } from './tracerProcess.ts'

/** Time that an idle worker waits for another trace. */
const IDLE_MS = 60_000

/** Pool of workers with a limit; others wait. One idle worker is kept. */
export class WorkerPool {
  readonly #limit: number
  readonly #waitingLimit: number
  readonly #waiting: (() => void)[] = []
  #running = 0
  #idle: { readonly worker: TracerProcess; readonly timer: NodeJS.Timeout } | undefined

  /**
   * @param limit maximum number of workers
   * @param waitingLimit maximum number of waiting traces
   */
  constructor(limit: number, waitingLimit: number) {
    this.#limit = limit
    this.#waitingLimit = waitingLimit
  }

  /**
   * Runs a function with a worker.
   *
   * @param signal ends the wait
   * @throws TraceError TRACERS_BUSY; ExecutionAborted; errors of `use`
   */
  async with<T>(
    signal: AbortSignal | undefined,
    use: (worker: TracerProcess) => Promise<T>,
  ): Promise<T> {
    await this.#enter(signal)
    let worker: TracerProcess | undefined
    try {
      worker = this.#takeIdle() ?? new TracerProcess()
      return await use(worker)
    } finally {
      this.#giveBack(worker)
    }
  }

  async #enter(signal: AbortSignal | undefined): Promise<void> {
    if (this.#running < this.#limit) {
      this.#running++
      return
    }
    const { length } = this.#waiting
    if (length >= this.#waitingLimit) {
      throw new TraceError({ code: 'TRACERS_BUSY', running: this.#running, waiting: length })
    }
    // A cancelled trace passes its slot on.
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push(resolve)
      const giveUp = () => {
        const place = this.#waiting.indexOf(resolve)
        if (place === -1) return
        this.#waiting.splice(place, 1)
        reject(new ExecutionAborted('execution aborted'))
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      if (signal?.aborted) giveUp()
    })
  }

  #leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#running--
    else next()
  }

  #takeIdle(): TracerProcess | undefined {
    const idle = this.#idle
    this.#idle = undefined
    clearTimeout(idle?.timer)
    return idle?.worker.isUsable ? idle.worker : undefined
  }

  /** A broken worker frees its slot when it has exited. */
  #giveBack(worker: TracerProcess | undefined): void {
    if (worker?.isUsable && this.#idle === undefined) {
      this.#keep(worker)
      this.#leave()
    } else if (worker !== undefined) {
      void worker.stop().finally(() => this.#replace())
    } else {
      this.#leave()
    }
  }

  /** Starts a new worker in advance, so that the next attempt of a failing tracer does not wait. */
  #replace(): void {
    try {
      if (this.#waiting.length === 0 && this.#idle === undefined) this.#keep(new TracerProcess())
    } catch {
      // The next trace reports why no worker starts.
    }
    this.#leave()
  }

  #keep(worker: TracerProcess): void {
    const timer = setTimeout(() => {
      this.#idle = undefined
      void worker.stop()
    }, IDLE_MS)
    this.#idle = { worker, timer: timer.unref() }
  }
}
