import { ZERO_ADDRESS } from '../../primitives/address.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { CallFrame } from './callFrames.ts'
import type { FlatForm, FlatFrame } from './flatCalls.ts'

/** Errors of frames that fail before they run. */
const NEVER_BEGAN: ReadonlySet<string> = new Set([
  'max call depth exceeded',
  'insufficient balance for transfer',
  'nonce uint64 overflow',
  'contract address collision',
])

/** Fields of other actions that the golden with `includePrecompiles` has in each action. */
const UNUSED_FIELDS = {
  author: ZERO_ADDRESS,
  address: ZERO_ADDRESS,
  balance: '0x0',
  refundAddress: ZERO_ADDRESS,
} as const

/**
 * Returns the form of frames in geth's goldens, which differs from what geth's encoder writes
 * (eth/tracers/internal/tracetest/testdata/call_tracer_flat).
 */
export function goldenForm(root: CallFrame, includePrecompiles: boolean): FlatForm {
  // Creation transactions have OpenEthereum's results: none of failures, null of SELFDESTRUCT.
  const isCreation = root.kind === 'CREATE' || root.kind === 'CREATE2'
  return (frame, described) => {
    const { type } = described
    const action = actionOf(frame, described)
    const result = resultOf(frame, described, isCreation)
    if (!includePrecompiles) return { type, action, result }
    const isShown = frame.error === undefined && result !== undefined && result !== null
    return {
      type,
      action: { ...UNUSED_FIELDS, ...action },
      result: isShown ? { address: ZERO_ADDRESS, ...result } : result,
    }
  }
}

function actionOf({ kind, error }: CallFrame, { action }: FlatFrame): Record<string, Json> {
  if (error === undefined || !NEVER_BEGAN.has(error)) return action
  const shown = withoutEmpty(action)
  return kind === 'CALLCODE' ? { balance: '0x0', ...shown } : shown
}

function resultOf({ error }: CallFrame, { result }: FlatFrame, isCreation: boolean) {
  // A self-destruct has no result.
  if (error === undefined) return result ?? (isCreation ? null : undefined)
  if (error === 'execution reverted' && result !== undefined && result !== null) {
    return withoutEmpty(result)
  }
  return isCreation && !NEVER_BEGAN.has(error) ? undefined : {}
}

function withoutEmpty(fields: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '0x'))
}
