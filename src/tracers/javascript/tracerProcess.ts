import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { TxError, type TxErrorDetails } from '../../evm/errors.ts'
import type { AbortableContext } from '../../evm/run/simulate.ts'
import { ExecutionAborted } from '../../evm/run/yielder.ts'
import { TraceError, type TraceErrorDetails } from '../errors.ts'
import { builtFile } from './builtFile.ts'
import { encodeFrame, FrameReader } from './frames.ts'
import type { TraceFailure, TraceJob, WorkerMessage } from './messages.ts'
import { StateServer } from './stateServer.ts'

/** Grace period after a limit, before a worker is killed. */
const GRACE_MS = 100

/** Maximum delay of setTimeout. */
const LONGEST_MS = 2 ** 31 - 1

/** Time limit for a worker to start a job. */
const START_TIMEOUT_MS = 30_000

/**
 * Memory of a worker's own JavaScript in MB, for the state and the trace as text; the tracer's is
 * additional.
 */
const HEAP_MB = 64
/** The same for young objects, of which V8 keeps up to three times as much. */
const SEMI_SPACE_MB = 4

/**
 * In KB: large enough for the tracer's stack to overflow first, and below the usual limit of a
 * process, 8 MB.
 */
const STACK_KB = 6000

/** stderr, PIPE_FD and LIFELINE_FD. */
const STDIO: StdioOptions = ['ignore', 'ignore', 'pipe', 'pipe', 'pipe']

/** Maximum size of a read, and of a failure. */
const MAX_MESSAGE_BYTES = 1024 * 1024

/** Maximum length of recorded stderr in characters. */
const MAX_WORDS = 16 * 1024

/** V8's message when it runs out of memory. */
const OUT_OF_MEMORY = /heap out of memory|Allocation failed/

/** Callbacks of a running job. */
interface Running {
  readonly server: StateServer
  /** Maximum size of a worker's message. */
  readonly messageLimit: number
  resolve(json: string): void
  reject(error: unknown): void
  began(): void
}

/**
 * A process that runs one trace at a time, so that crashes cannot affect the node. It is not reused
 * after a failure. It does not keep the node's process alive and ends with it.
 */
export class TracerProcess {
  readonly #child: ChildProcess
  readonly #pipe: Socket
  readonly #frames = new FrameReader()
  /** When it has exited and all output is read. */
  readonly #gone: Promise<void>
  #words = ''
  #running: Running | undefined
  /** Whether it can take another job. */
  isUsable = true

  /** @throws Error if the worker is not built, or the process cannot start */
  constructor(heapMb = HEAP_MB) {
    const path = fileURLToPath(builtFile('worker.js'))
    const options = [
      `--max-old-space-size=${heapMb}`,
      `--max-semi-space-size=${SEMI_SPACE_MB}`,
      `--stack-size=${STACK_KB}`,
    ]
    // It prints only V8's fatal errors, and inherits neither environment variables nor options.
    this.#child = spawn(process.execPath, [...options, path], {
      stdio: STDIO,
      env: {},
      windowsHide: true,
    })
    const child = this.#child
    this.#gone = new Promise((resolve) => {
      child.once('close', () => {
        this.#fail(deathOf(this.#words))
        resolve()
      })
      child.once('error', (error) => {
        this.#fail(deathOf(this.#words, error))
        if (child.pid === undefined) resolve()
      })
    })
    this.#pipe = this.#openPipe()
    child.unref()
  }

  /** The running process. */
  get pid(): number | undefined {
    return this.#child.pid
  }

  /**
   * Runs a trace and returns its JSON.
   *
   * @throws TraceError, TxError; ExecutionAborted if the signal is aborted
   */
  async run(job: TraceJob, context: AbortableContext): Promise<string> {
    const { signal } = context
    const timers: NodeJS.Timeout[] = []
    const abort = () => this.#fail(new ExecutionAborted('execution aborted'))
    this.#child.ref()
    signal?.addEventListener('abort', abort)
    try {
      return await new Promise<string>((resolve, reject) => {
        const late = (ms: number, error: Error) =>
          timers.push(setTimeout(() => this.#fail(error), ms))
        late(START_TIMEOUT_MS, new Error('the tracer worker did not start'))
        const began = () => {
          clearTimeout(timers.pop())
          const { timeoutMs } = job
          late(
            Math.min(timeoutMs + GRACE_MS, LONGEST_MS),
            new TraceError({ code: 'TRACE_TIMEOUT', timeoutMs }),
          )
        }
        // A character has one or two bytes here, and at least as many in UTF-8.
        const messageLimit = MAX_MESSAGE_BYTES + 2 * job.outputBytes
        this.#running = { server: new StateServer(context), messageLimit, resolve, reject, began }
        this.#pipe.write(encodeFrame(job))
        if (!this.isUsable) this.#fail(deathOf(this.#words))
        if (signal?.aborted) abort()
      })
    } finally {
      for (const timer of timers) clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      this.#running = undefined
      this.#child.unref()
    }
  }

  /** Kills it. Resolves when it has exited. */
  async stop(): Promise<void> {
    this.isUsable = false
    this.#child.kill('SIGKILL')
    await this.#gone
  }

  /** Pipe for jobs and all messages of the worker. */
  #openPipe(): Socket {
    // Absent if the system has no free descriptors.
    const sockets = this.#child.stdio?.filter((stream) => stream instanceof Socket) ?? []
    const [words, pipe, lifeline] = sockets
    if (words === undefined || pipe === undefined || lifeline === undefined) {
      throw new Error('the tracer process could not start')
    }
    words.setEncoding('utf8').on('data', (text: string) => {
      if (this.#words.length < MAX_WORDS) this.#words += text
    })
    pipe.on('data', (bytes: Buffer) => this.#read(bytes))
    lifeline.resume()
    for (const socket of sockets) {
      // The worker has exited, which another event reports.
      socket.on('error', () => {})
      socket.unref()
    }
    return pipe
  }

  #read(bytes: Buffer): void {
    try {
      const limit = this.#running?.messageLimit ?? MAX_MESSAGE_BYTES
      for (const message of this.#frames.read(bytes, limit)) this.#hear(message as WorkerMessage)
    } catch (error) {
      this.#fail(error)
    }
  }

  #hear(message: WorkerMessage): void {
    const running = this.#running
    if (running === undefined) return
    switch (message.kind) {
      case 'started':
        running.began()
        break
      case 'question':
        this.#pipe.write(encodeFrame(running.server.answer(message.question)))
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

/** Converts a worker's failure to an error. */
function errorOf(failure: TraceFailure): Error {
  if ('message' in failure) return new Error(`tracer worker failed: ${failure.message}`)
  const { errorClass, details } = failure
  return errorClass === 'TxError'
    ? new TxError(details as TxErrorDetails)
    : new TraceError(details as TraceErrorDetails)
}

/** Returns the reason of an unexpected exit from the worker's stderr. */
function deathOf(words: string, cause?: Error): TraceError {
  const reason = OUT_OF_MEMORY.test(words)
    ? 'out of memory'
    : 'the tracer worker exited unexpectedly'
  return new TraceError({ code: 'TRACER_FAILED', reason }, { cause })
}
