import { ExecutionAborted } from '../../evm/run/yielder.ts'
import { TraceError } from '../errors.ts'
import { TracerProcess } from './tracerProcess.ts'

/** How long a worker waits for another trace. */
const IDLE_MS = 60_000

/** Hands out workers: so many at once, the others wait their turn. Keeps one for the next trace. */
export class WorkerPool {
  readonly #limit: number
  readonly #waitingLimit: number
  readonly #waiting: (() => void)[] = []
  #running = 0
  #idle: { readonly worker: TracerProcess; readonly timer: NodeJS.Timeout } | undefined

  /**
   * @param limit workers that run at once
   * @param waitingLimit traces that wait for one
   */
  constructor(limit: number, waitingLimit: number) {
    this.#limit = limit
    this.#waitingLimit = waitingLimit
  }

  /**
   * Runs something with a worker.
   *
   * @param signal ends the wait for one
   * @throws TraceError TRACERS_BUSY; ExecutionAborted; and what `use` throws
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
    // Who leaves passes its place on.
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

  /** A worker of no use gives its place on when it is gone. */
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

  /** Whoever mends a tracer shall not wait for a new worker each time. */
  #replace(): void {
    try {
      if (this.#waiting.length === 0 && this.#idle === undefined) this.#keep(new TracerProcess())
    } catch {
      // The next trace that needs one will say why there is none.
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
