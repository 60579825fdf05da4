import { precompileFailures } from '../../evm/precompiles/precompileFailure.ts'
import { OUT_OF_GAS, REENTRANCY_SENTRY } from '../../evm/rules/outOfGas.ts'
import { STACK_OVERFLOW, STACK_UNDERFLOW } from '../../evm/rules/stackEffects.ts'
import type { Address } from '../../primitives/address.ts'
import { bytesToHex, toQuantity } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { TracePlace } from '../tracer.ts'
import type { CallFrame } from './callFrames.ts'

/** Description of a frame. */
export interface FlatFrame {
  readonly type: string
  readonly action: Record<string, Json>
  /** Undefined for a self-destruct; null is shown. */
  readonly result: Record<string, Json> | null | undefined
}

/** Changes the description of a frame. */
export type FlatForm = (frame: CallFrame, described: FlatFrame) => FlatFrame

/** Options of flattening. */
export interface FlatOptions {
  /** Addresses whose calls by CALL and STATICCALL are omitted, as in Parity; empty: none. */
  readonly leftOut: ReadonlySet<Address>
  /** Whether such calls with a value are kept, as in Parity but not in geth. */
  readonly keepsPaid?: boolean
  /** Converts an error from geth's words; absent: they stay. */
  readonly errorWords?: (error: string) => string
  /** Default: {@link revertedForm}. */
  readonly form?: FlatForm
}

/**
 * Yields the frames in order of their start with their positions in the tree, as Parity's `trace_*`
 * and geth's flatCallTracer.
 */
export function* flatCalls(root: CallFrame, options: FlatOptions): Iterable<Record<string, Json>> {
  const waiting: { readonly frame: CallFrame; readonly address: readonly number[] }[] = []
  waiting.push({ frame: root, address: [] })
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { frame, address } = next
    const calls = frame.calls.filter((call) => !isLeftOut(call, options))
    yield {
      ...flatFrame(frame, options),
      subtraces: calls.length,
      traceAddress: address,
    }
    // The first one is at the top.
    for (let i = calls.length - 1; i >= 0; i--) {
      const call = calls[i]
      if (call !== undefined) waiting.push({ frame: call, address: [...address, i] })
    }
  }
}

/** Location of a flat frame. A call has none; geth reports position 0. */
export function flatPlace(place: TracePlace): Record<string, Json> {
  const { blockHash, blockNumber, transactionHash, transactionIndex } = place
  return {
    blockHash: blockHash ?? null,
    blockNumber: Number(blockNumber),
    transactionHash: transactionHash ?? null,
    transactionPosition: transactionIndex ?? 0,
  }
}

function isLeftOut({ kind, to, value }: CallFrame, options: FlatOptions): boolean {
  if (options.keepsPaid === true && value > 0n) return false
  return (kind === 'CALL' || kind === 'STATICCALL') && options.leftOut.has(to)
}

function flatFrame(
  frame: CallFrame,
  { errorWords, form = revertedForm }: FlatOptions,
): Record<string, Json> {
  const { error } = frame
  const { result, ...rest } = form(frame, describe(frame))
  return {
    ...rest,
    ...(error !== undefined && { error: errorWords?.(error) ?? error }),
    ...(result !== undefined && { result }),
  }
}

/** The revert data is the only result of a failed frame. */
function revertedForm({ error }: CallFrame, described: FlatFrame): FlatFrame {
  const isShown = error === undefined || error === 'execution reverted'
  return isShown ? described : { ...described, result: undefined }
}

function describe(frame: CallFrame): FlatFrame {
  const { kind, from, to } = frame
  const [gas, value] = [toQuantity(frame.gas), toQuantity(frame.value)]
  const [input, output] = [bytesToHex(frame.input), bytesToHex(frame.output)]
  const gasUsed = toQuantity(frame.gasUsed)
  switch (kind) {
    case 'SELFDESTRUCT':
      return {
        type: 'suicide',
        action: { address: from, balance: value, refundAddress: to },
        result: undefined,
      }
    case 'CREATE':
    case 'CREATE2': {
      const creationMethod = kind.toLowerCase()
      const action = { creationMethod, from, gas, init: input, value }
      // A failed creation has no address.
      const made = frame.error === undefined && { address: to }
      return { type: 'create', action, result: { ...made, code: output, gasUsed } }
    }
    default: {
      const action = { callType: kind.toLowerCase(), from, gas, input, to, value }
      return { type: 'call', action, result: { gasUsed, output } }
    }
  }
}

/** Parity's words by geth's. */
const PARITY_ERRORS: ReadonlyMap<string, string> = new Map([
  [OUT_OF_GAS, 'Out of gas'],
  [REENTRANCY_SENTRY, 'Out of gas'],
  ['contract creation code storage out of gas', 'Out of gas'],
  ['max code size exceeded', 'Out of gas'],
  ['max initcode size exceeded', 'Out of gas'],
  ['invalid jump destination', 'Bad jump destination'],
  ['execution reverted', 'Reverted'],
  ['return data out of bounds', 'Out of bounds'],
  ['write protection', 'Mutable Call In Static Context'],
  [STACK_OVERFLOW, 'Out of stack'],
  ...precompileFailures.map((failure) => [failure, 'Built-in failed'] as const),
])

/** Errors without a counterpart in geth's conversion to Parity's words (call_flat.go). */
const KEPT_BY_GETH: ReadonlySet<string> = new Set([
  'max initcode size exceeded',
  'write protection',
  ...precompileFailures.filter((failure) => failure !== 'invalid input length'),
])

/** Converts an error to Parity's words as far as geth does. */
export function gethParityError(error: string): string {
  return KEPT_BY_GETH.has(error) ? error : parityError(error)
}

/** Converts an error to Parity's words. */
export function parityError(error: string): string {
  if (error.startsWith('invalid opcode')) return 'Bad instruction'
  if (error.startsWith(STACK_UNDERFLOW)) return 'Stack underflow'
  return PARITY_ERRORS.get(error) ?? error
}
