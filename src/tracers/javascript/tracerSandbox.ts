import type {
  QuickJSContext,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { bytesToHex, hexToBytes } from '../../primitives/encoding/hex.ts'
import { TraceError } from '../errors.ts'
import { isJson } from './isJson.ts'
import { loadSandboxScript } from './loadQuickJs.ts'
import type { SandboxLimits } from './messages.ts'
import type { HostCalls } from './sandbox/globals.ts'
import { type EndFacts, HOOK, type SessionFacts, STATUS } from './sandbox/protocol.ts'
import type { Session } from './sandbox/session.ts'

/** Stack size of the tracer, including the parser and regular expressions. */
const STACK_BYTES = 256 * 1024

type CallResult = ReturnType<QuickJSContext['callFunction']>

/** Thrown into a sandbox that passed an invalid argument to a host function. */
export class BadArgument extends Error {}

/**
 * Decodes hexadecimal text of a sandbox.
 * @throws BadArgument
 */
export function sandboxBytes(text: string): Uint8Array {
  try {
    return hexToBytes(text)
  } catch (cause) {
    throw new BadArgument('invalid buffer', { cause })
  }
}

/** Thrown if a tracer used data that was not recorded: run it again with everything. */
export class MissingCapability extends Error {}

/**
 * A tracer in its own JavaScript engine (QuickJS in WebAssembly). It has access only to what is
 * copied into it. Its results are numbers and untrusted text.
 */
export class TracerSandbox {
  readonly #runtime: QuickJSRuntime
  readonly #context: QuickJSContext
  readonly #limits: SandboxLimits
  readonly #session: QuickJSHandle
  readonly #functions = new Map<keyof Session, QuickJSHandle>()
  /** Exception of the host during a call of the sandbox. */
  #hostFailure: { readonly error: unknown } | undefined
  #isInterrupted = false
  /** Bits of {@link HOOK}. */
  #hooks = 0

  /**
   * @param deadline time of the interruption, by `performance.now()`
   * @param read serves `db`
   */
  constructor(
    quickJs: QuickJSWASMModule,
    facts: Omit<SessionFacts, 'resultLimit'>,
    limits: SandboxLimits,
    deadline: number,
    read: HostCalls['read'],
  ) {
    const runtime = quickJs.newRuntime()
    this.#runtime = runtime
    this.#limits = limits
    runtime.setMaxStackSize(STACK_BYTES)
    runtime.setInterruptHandler(() => {
      this.#isInterrupted ||= performance.now() > deadline
      return this.#isInterrupted
    })
    this.#context = runtime.newContext()
    const context = this.#context
    const script: SessionFacts = { ...facts, resultLimit: limits.outputBytes }
    const boot = this.#take(context.evalCode(loadSandboxScript(), 'tracers.js'))
    const given = [
      this.#hostFunction('read', (question, address, slot) =>
        read(question as Parameters<typeof read>[0], address, slot),
      ),
      this.#hostFunction('keccak256', (text) => bytesToHex(keccak256(sandboxBytes(text)))),
      context.newString(JSON.stringify(script)),
    ]
    this.#session = this.#take(context.callFunction(boot, context.undefined, given))
    for (const handle of [boot, ...given]) handle.dispose()
  }

  /**
   * Compiles a tracer and sets it up. Called first, once.
   *
   * @throws TraceError BAD_TRACER_SOURCE; as all methods TRACER_FAILED, TRACE_TIMEOUT
   */
  open(source: string, config: string): void {
    if (this.#number('open', this.#context.newString(source)) !== STATUS.done) {
      throw new TraceError({ code: 'BAD_TRACER_SOURCE', reason: this.#text() })
    }
    this.#hooks = this.#number('hooks')
    this.#run('setup', this.#context.newString(config))
  }

  get hasStep(): boolean {
    return (this.#hooks & HOOK.step) !== 0
  }

  get hasEnter(): boolean {
    return (this.#hooks & HOOK.enter) !== 0
  }

  /**
   * Processes step records.
   * @throws TraceError, {@link MissingCapability}
   */
  steps(records: Uint8Array): void {
    this.#run('steps', this.#copyOf(records))
  }

  /**
   * Starts a frame.
   * @throws TraceError, {@link MissingCapability}
   */
  enter(told: Uint8Array): void {
    this.#run('enter', this.#copyOf(told))
  }

  /**
   * Ends a frame.
   * @throws TraceError, {@link MissingCapability}
   */
  exit(told: Uint8Array): void {
    this.#run('exit', this.#copyOf(told))
  }

  /**
   * Returns the tracer's result: JSON.
   * @throws TraceError, {@link MissingCapability}
   */
  result(end: EndFacts): string {
    const { outputBytes } = this.#limits
    this.#run('result', this.#context.newString(JSON.stringify(end)))
    const json = this.#text()
    if (Buffer.byteLength(json) > outputBytes) throw this.#tooLarge()
    if (!isJson(json)) throw failed('the result is not JSON')
    return json
  }

  /** Releases the engine. Returns whether nothing remains. */
  dispose(): boolean {
    try {
      for (const handle of this.#functions.values()) handle.dispose()
      this.#session.dispose()
      this.#context.dispose()
      this.#runtime.dispose()
      return true
    } catch {
      return false
    }
  }

  #run(name: keyof Session, argument?: QuickJSHandle): void {
    switch (this.#number(name, argument)) {
      case STATUS.done:
        return
      case STATUS.needsMore:
        throw new MissingCapability()
      case STATUS.tooLarge:
        throw this.#tooLarge()
      default:
        throw failed(this.#text())
    }
  }

  #number(name: keyof Session, argument?: QuickJSHandle): number {
    const handle = this.#call(name, argument)
    // The session returns only numbers here, and querying the type costs as much as the call.
    const value = this.#context.getNumber(handle)
    handle.dispose()
    return value
  }

  #text(): string {
    const handle = this.#call('text')
    const isText = this.#context.typeof(handle) === 'string'
    const text = isText ? this.#context.getString(handle) : ''
    handle.dispose()
    return text
  }

  #call(name: keyof Session, argument?: QuickJSHandle): QuickJSHandle {
    let handle = this.#functions.get(name)
    if (handle === undefined) {
      handle = this.#context.getProp(this.#session, name)
      this.#functions.set(name, handle)
    }
    const given = argument === undefined ? [] : [argument]
    const result = this.#take(this.#attempt(handle, given))
    argument?.dispose()
    return result
  }

  #attempt(handle: QuickJSHandle, given: QuickJSHandle[]): CallResult {
    try {
      return this.#context.callFunction(handle, this.#context.undefined, given)
    } catch (error) {
      // WebAssembly failed: out of memory or stack.
      const reason = error instanceof RangeError ? 'stack overflow' : 'out of memory'
      throw new TraceError({ code: 'TRACER_FAILED', reason }, { cause: error })
    }
  }

  /** Result of a call, or its error. */
  #take(result: CallResult): QuickJSHandle {
    const failure = this.#hostFailure
    if (failure !== undefined) throw failure.error
    if (result.error === undefined) return result.value
    result.error.dispose()
    if (this.#isInterrupted) {
      throw new TraceError({ code: 'TRACE_TIMEOUT', timeoutMs: this.#limits.timeoutMs })
    }
    // The sandbox catches exceptions of the tracer, but not this one.
    throw failed('out of memory, or the tracer corrupted its environment')
  }

  #copyOf(bytes: Uint8Array): QuickJSHandle {
    return this.#context.newArrayBuffer(bytes.slice().buffer)
  }

  /** A function from text to text. */
  #hostFunction(name: string, call: (...texts: [string, string, string]) => string): QuickJSHandle {
    const context = this.#context
    const textOf = (handle: QuickJSHandle | undefined): string =>
      handle !== undefined && context.typeof(handle) === 'string' ? context.getString(handle) : ''
    return context.newFunction(name, (a, b, c) => {
      try {
        return context.newString(call(textOf(a), textOf(b), textOf(c)))
      } catch (error) {
        // Errors in the sandbox's arguments are thrown into the sandbox.
        if (!(error instanceof BadArgument)) this.#hostFailure = { error }
        throw error
      }
    })
  }

  #tooLarge(): TraceError {
    return new TraceError({ code: 'TRACE_TOO_LARGE', limitBytes: this.#limits.outputBytes })
  }
}

function failed(reason: string): TraceError {
  return new TraceError({ code: 'TRACER_FAILED', reason })
}
