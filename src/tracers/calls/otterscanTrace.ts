import type { FrameKind } from '../../evm/run/observer.ts'
import type { Address } from '../../primitives/address.ts'
import type { CallFrame } from './callFrames.ts'

/** A frame in the list of all frames, in order of their start. */
export interface ListedCall {
  readonly kind: FrameKind
  /** 0 for the message itself. */
  readonly depth: number
  readonly from: Address
  readonly to: Address
  /** Wei; undefined for DELEGATECALL and STATICCALL, which transfer none. */
  readonly value: bigint | undefined
  readonly input: Uint8Array
  readonly output: Uint8Array
}

/** Returns all frames, without calls of the fork's precompiles, as in Erigon. */
export function listCalls(root: CallFrame, precompiles: ReadonlySet<Address>): ListedCall[] {
  return flatten(root).flatMap(({ frame, depth }) => {
    const { kind, from, to, input, output } = frame
    if (precompiles.has(to) && kind !== 'SELFDESTRUCT') return []
    const value = kind === 'DELEGATECALL' || kind === 'STATICCALL' ? undefined : frame.value
    return [{ kind, depth, from, to, value, input, output }]
  })
}

/** A transfer, creation or self-destruct within a transaction. */
export interface InternalOperation {
  /** Otterscan's number of the kind. */
  readonly type: OperationType
  readonly from: Address
  readonly to: Address
  /** Wei. */
  readonly value: bigint
}

/** Otterscan's numbers of internal operations. */
export const operationTypes = { transfer: 0, selfDestruct: 1, create: 2, create2: 3 } as const

type OperationType = (typeof operationTypes)[keyof typeof operationTypes]

/**
 * Returns transfers, creations and self-destructs below the message, including reverted ones, as in
 * Erigon.
 *
 * @param withMessage whether the message itself is one of them, as in Anvil
 */
export function listOperations(root: CallFrame, withMessage = false): InternalOperation[] {
  return flatten(root).flatMap(({ frame, depth }) => {
    const type = depth === 0 && !withMessage ? undefined : operationType(frame)
    const { from, to, value } = frame
    return type === undefined ? [] : [{ type, from, to, value }]
  })
}

function operationType({ kind, value }: CallFrame): OperationType | undefined {
  if (kind === 'CALL' && value > 0n) return operationTypes.transfer
  if (kind === 'SELFDESTRUCT') return operationTypes.selfDestruct
  if (kind === 'CREATE') return operationTypes.create
  return kind === 'CREATE2' ? operationTypes.create2 : undefined
}

interface PlacedFrame {
  readonly frame: CallFrame
  readonly depth: number
}

/** Iterative, because frames may be nested 1,024 deep. */
function flatten(root: CallFrame): PlacedFrame[] {
  const flat: PlacedFrame[] = []
  const waiting: PlacedFrame[] = [{ frame: root, depth: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    flat.push(next)
    const depth = next.depth + 1
    waiting.push(...next.frame.calls.toReversed().map((frame) => ({ frame, depth })))
  }
  return flat
}
