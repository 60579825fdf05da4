import type { Address } from '../primitives/address.ts'
import type { RowState } from '../state/rowState.ts'
export function pointerOf(_state: RowState, _denom: string): Address | undefined {
  return undefined
}
