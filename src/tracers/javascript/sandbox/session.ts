/*
 * A running tracer. Runs inside the sandbox: the host calls the functions of `boot`, which return
 * numbers and text.
 */
import bigInt from 'big-integer'
import { OUT_OF_GAS, REENTRANCY_SENTRY } from '../../../evm/rules/outOfGas.ts'
import { STACK_OVERFLOW, STACK_UNDERFLOW, stackUnderflow } from '../../../evm/rules/stackEffects.ts'
import { STEP, stepFaults } from '../../../evm/run/stepRecord.ts'
import { opcodeNames } from '../../steps/opcodeNames.ts'
import { apply, hexToBytes, parse, stringify, Text } from './bytes.ts'
import { Frames } from './frames.ts'
import { createDb, createGlobals, type HostCalls } from './globals.ts'
import { createLog, type LogSource, opOf } from './log.ts'
import { type EndFacts, HOOK, type SessionFacts, STATUS } from './protocol.ts'
import { Records } from './records.ts'
import { CapabilityGuard } from './tracerCapabilities.ts'

type Hook = (...args: unknown[]) => unknown

/** The tracer's functions, bound to it and to constant arguments. */
interface Hooks {
  readonly step?: Hook
  readonly fault: Hook
  readonly result: Hook
  readonly setup?: Hook
  readonly enter?: Hook
  readonly exit?: Hook
}

/** Maximum length of an error's text. */
const MAX_ERROR_LENGTH = 2000

const INVALID_OPCODE = 4
const UNDERFLOW = stepFaults.indexOf(STACK_UNDERFLOW)

/** Failures before the opcode runs, which `step` receives. `fault` receives the others. */
const earlyFaults = new Set([
  OUT_OF_GAS,
  REENTRANCY_SENTRY,
  STACK_UNDERFLOW,
  STACK_OVERFLOW,
  'max initcode size exceeded',
  'memory limit reached',
])
const isEarly = stepFaults.map((reason) => earlyFaults.has(reason))

const { bind } = Function.prototype
// biome-ignore lint/security/noGlobalEval: the sandbox is where strangers' code is run
const evaluate: (source: string) => unknown = globalThis.eval

/** Functions for the host. They return a {@link STATUS} unless stated otherwise. */
export interface Session {
  /** Compiles a tracer. */
  open(source: string): number
  /** Functions of the tracer: bits of {@link HOOK}. */
  hooks(): number
  setup(config: string): number
  /** Processes step records. */
  steps(records: ArrayBuffer): number
  /** Processes the start of a frame; see `protocol.ts`. */
  enter(told: ArrayBuffer): number
  /** Processes the end of a frame. */
  exit(told: ArrayBuffer): number
  /** Computes the result, which is then in {@link text}. */
  result(end: string): number
  /** Error of the last call, or the result. */
  text(): string
}

/** Creates the globals of tracers and the functions for the host. */
export function boot(
  read: HostCalls['read'],
  keccak256: HostCalls['keccak256'],
  factsText: string,
): Session {
  const facts = parse(factsText) as SessionFacts
  const { wants } = facts
  const need = new CapabilityGuard(wants)
  const records = new Records()
  const frames = new Frames(need)
  const source: LogSource = { records, frames, need, error: undefined }
  const log = createLog(source)
  const host = { read, keccak256 }
  let isStepping = false
  const db = createDb(host, need, () => !isStepping || wants.state)
  Object.assign(globalThis, createGlobals(host, facts.precompiles))

  let hooks: Hooks | undefined
  let text = ''

  /** Calls the tracer and converts its exceptions. */
  function guarded(name: string, call: () => void): number {
    try {
      call()
    } catch (error) {
      return failedIn(name, error)
    }
    return need.isViolated ? STATUS.needsMore : STATUS.done
  }

  function failedIn(name: string, error: unknown): number {
    if (need.isViolated) return STATUS.needsMore
    text = `${describe(error)}    in server-side tracer function '${name}'`
    return STATUS.failed
  }

  /** Passes each record to the tracer. */
  function walk({ step, fault }: Hooks, size: number): number {
    const { words } = records
    let name = 'step'
    isStepping = true
    try {
      for (let at = 0; at < size; at += words[(at + STEP.size) >> 2] as number) {
        records.at = at
        if (wants.memory) records.followMemory()
        const reason = words[(at + STEP.fault) >> 2] as number
        source.error = isEarly[reason] ? errorText(reason, records) : undefined
        step?.()
        if (reason === 0 || isEarly[reason]) continue
        source.error = errorText(reason, records)
        name = 'fault'
        fault()
        name = 'step'
      }
    } catch (error) {
      return failedIn(name, error)
    } finally {
      isStepping = false
    }
    return need.isViolated ? STATUS.needsMore : STATUS.done
  }

  return {
    open(code) {
      try {
        const found = hooksOf(evaluate(`(${code}\n)`), log, db)
        if (typeof found === 'string') text = found
        else hooks = found
      } catch (error) {
        text = describe(error)
        if (error instanceof SyntaxError) text += ': the source must be one expression, an object'
      }
      return hooks === undefined ? STATUS.failed : STATUS.done
    },
    hooks() {
      const { step, enter } = hooks ?? {}
      return (step ? HOOK.step : 0) | (enter ? HOOK.enter : 0)
    },
    setup: (config) => guarded('setup', () => hooks?.setup?.(config)),
    steps: (buffer) => (hooks === undefined ? STATUS.done : walk(hooks, records.show(buffer))),
    enter(told) {
      const { depth, frame } = frames.enter(told)
      return guarded('enter', () => {
        if (depth > 0) hooks?.enter?.(frame)
      })
    },
    exit(told) {
      const { depth, result } = frames.exit(told)
      return guarded('exit', () => {
        if (depth > 0) hooks?.exit?.(result)
      })
    },
    result(end) {
      const status = guarded('result', () => {
        const value = hooks?.result(contextOf(parse(end) as EndFacts), db)
        text = stringify(value) ?? 'null'
      })
      return status === STATUS.done && text.length > facts.resultLimit ? STATUS.tooLarge : status
    },
    text: () => text,
  }
}

/**
 * Returns the functions of a tracer, or the reason why it is invalid. May throw exceptions of the
 * tracer's getters.
 */
function hooksOf(tracer: unknown, log: unknown, db: unknown): Hooks | string {
  const get = (name: string): Hook | undefined => {
    const value: unknown = (tracer as Record<string, unknown> | null | undefined)?.[name]
    return typeof value === 'function' ? (value as Hook) : undefined
  }
  const bound = (hook: Hook, ...args: unknown[]): Hook => apply(bind, hook, [tracer, ...args])
  const result = get('result')
  const fault = get('fault')
  const step = get('step')
  const enter = get('enter')
  const exit = get('exit')
  const setup = get('setup')
  if (result === undefined) return 'trace object must expose a function result()'
  if (fault === undefined) return 'trace object must expose a function fault()'
  if ((enter === undefined) !== (exit === undefined)) {
    return 'trace object must expose either both or none of enter() and exit()'
  }
  return {
    result: bound(result),
    fault: bound(fault, log, db),
    ...(step && { step: bound(step, log, db) }),
    ...(enter && { enter: bound(enter) }),
    ...(exit && { exit: bound(exit) }),
    ...(setup && { setup: bound(setup) }),
  }
}

function contextOf(end: EndFacts): object {
  const { from, to, input, output, coinbase, gasPrice, value, blockHash, txHash, ...rest } = end
  return {
    ...rest,
    from: hexToBytes(from),
    to: hexToBytes(to),
    input: hexToBytes(input),
    output: hexToBytes(output),
    coinbase: hexToBytes(coinbase),
    gasPrice: bigInt(gasPrice),
    value: bigInt(value),
    ...(blockHash !== undefined && { blockHash: hexToBytes(blockHash) }),
    ...(txHash !== undefined && { txHash: hexToBytes(txHash) }),
  }
}

/** Reason of the failure of the record's opcode. */
function errorText(reason: number, records: Records): string | undefined {
  const op = opOf(records)
  if (reason === UNDERFLOW) return stackUnderflow(op, records.word(STEP.stackSize))
  const words = stepFaults[reason]
  return reason === INVALID_OPCODE ? `${words}: ${opcodeNames[op]}` : words
}

/** Text of an exception and its position in the tracer. */
function describe(error: unknown): string {
  try {
    const words = Text(error)
    if (words.length > MAX_ERROR_LENGTH) return `${words.slice(0, MAX_ERROR_LENGTH)}…`
    return words + placeOf(error)
  } catch {
    return 'an error without a message'
  }
}

/** Position from the error's stack, in which evaluated code has no name. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const found = /<(?:input|evalScript)>:(\d+):(\d+)/.exec(Text(error.stack))
  if (found === null) return ''
  const [, line, column] = found
  // A parenthesis precedes the source.
  return ` at line ${line}, column ${line === '1' ? Number(column) - 1 : column}`
}
