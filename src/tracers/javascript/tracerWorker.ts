import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { ExecutionAborted } from '../../evm/breather.ts'
import { type TxRefusal, TxRefused } from '../../evm/errors.ts'
import type { Scene } from '../../evm/simulate.ts'
import { type TraceRefusal, TraceRefused } from '../errors.ts'
import { builtFile } from './builtFile.ts'
import type { Failure, TraceJob, WorkerMessage, WorkerSetup } from './messages.ts'
import { StateServer } from './stateServer.ts'

/** What the worker stops by itself needs no killing: this much later it is killed. */
const GRACE_MS = 100

/** setTimeout takes no longer time. */
const LONGEST_MS = 2 ** 31 - 1

/** A worker that did not begin a job by then never will. */
const START_TIMEOUT_MS = 30_000

/**
 * Memory of a worker's own JavaScript, for the state and the trace as text; the tracer's comes on top. The stack is large
 * enough for the tracer's to end first.
 */
const RESOURCES = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64, stackSizeMb: 16 }

/** What waits for the end of a job. */
interface Running {
  readonly server: StateServer
  resolve(json: string): void
  reject(error: unknown): void
  began(): void
}

/** A thread that runs one trace at a time. After one that failed it is of no use any more. */
export class TracerWorker {
  readonly #worker: Worker
  readonly #answers: MessagePort
  readonly #bell: Int32Array
  #running: Running | undefined
  /** Whether it can take another job. */
  isUsable = true

  /** @throws Error where the worker was not built */
  constructor() {
    const channel = new MessageChannel()
    const bell = new SharedArrayBuffer(4)
    const setup: WorkerSetup = { answers: channel.port2, bell }
    this.#answers = channel.port1
    this.#bell = new Int32Array(bell)
    this.#worker = new Worker(builtFile('worker.js'), {
      workerData: setup,
      transferList: [channel.port2],
      resourceLimits: RESOURCES,
      execArgv: [],
      env: {},
      // Nothing is said there, and nobody listens.
      stdout: true,
      stderr: true,
      name: 'tracer',
    })
    this.#worker.on('message', (message: WorkerMessage) => this.#hear(message))
    this.#worker.on('error', (error) => this.#fail(deathOf(error)))
    this.#worker.on('exit', () => this.#fail(deathOf(undefined)))
    this.#worker.unref()
  }

  /**
   * Runs a trace and resolves with its JSON.
   *
   * @throws TraceRefused, TxRefused; ExecutionAborted where the scene's signal says so
   */
  async run(job: TraceJob, scene: Scene): Promise<string> {
    const { signal } = scene
    const timers: NodeJS.Timeout[] = []
    const abort = () => this.#fail(new ExecutionAborted('execution aborted'))
    this.#worker.ref()
    signal?.addEventListener('abort', abort)
    try {
      return await new Promise<string>((resolve, reject) => {
        const late = (ms: number, error: Error) =>
          timers.push(setTimeout(() => this.#fail(error), ms))
        late(START_TIMEOUT_MS, new Error('the worker of a tracer did not start'))
        const began = () => {
          clearTimeout(timers.pop())
          const { timeoutMs } = job
          late(
            Math.min(timeoutMs + GRACE_MS, LONGEST_MS),
            new TraceRefused({ code: 'TRACE_TIMEOUT', timeoutMs }),
          )
        }
        this.#running = { server: new StateServer(scene), resolve, reject, began }
        this.#worker.postMessage(job)
        if (signal?.aborted) abort()
      })
    } finally {
      for (const timer of timers) clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      this.#running = undefined
      this.#worker.unref()
    }
  }

  /** Ends it, whatever it does. Resolves when it has gone. */
  async stop(): Promise<void> {
    this.isUsable = false
    this.#answers.close()
    await this.#worker.terminate()
  }

  #hear(message: WorkerMessage): void {
    const running = this.#running
    if (running === undefined) return
    switch (message.kind) {
      case 'started':
        running.began()
        break
      case 'question':
        running.server.answer(message.question, this.#answers, this.#bell)
        break
      case 'done':
        this.isUsable &&= message.isClean
        running.resolve(message.json)
        break
      case 'failed':
        this.#fail(running.server.failure?.error ?? errorOf(message.failure))
    }
  }

  #fail(error: unknown): void {
    this.isUsable = false
    this.#running?.reject(error)
  }
}

/** What a worker says of its failure, as the error that it is. */
function errorOf(failure: Failure): Error {
  if ('message' in failure) return new Error(`a tracer's worker failed: ${failure.message}`)
  const { refused, refusal } = failure
  return refused === 'TxRefused'
    ? new TxRefused(refusal as TxRefusal)
    : new TraceRefused(refusal as TraceRefusal)
}

/** Why a worker is gone that nobody ended. */
function deathOf(cause: unknown): TraceRefused {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  const isMemory = code === 'ERR_WORKER_OUT_OF_MEMORY'
  const reason = isMemory ? 'out of memory' : 'its worker ended unexpectedly'
  return new TraceRefused({ code: 'TRACER_FAILED', reason }, { cause })
}
