import type { Address } from '../../primitives/address.ts'
import {
  bytesToLatin1,
  bytesToUtf8,
  concatBytes,
  utf8ToBytes,
} from '../../primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes } from '../../primitives/encoding/hex.ts'
import { nativePointerKind } from '../../state/rows/nativePointerKind.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'

/** Version of the pointer contracts. */
export const NATIVE_POINTER_VERSION = 1n

const REVERSE_PREFIX = Uint8Array.of(0x17)

/** Evm 17: denomination of a pointer contract. Row: EVM address. */
export const pointeeKind: IterableTableKind<string> = {
  name: 'evm/pointee',
  store: 'evm',
  prefix: REVERSE_PREFIX,
  key: (address) => bytesToLatin1(concatBytes(REVERSE_PREFIX, hexToBytes(address))),
  idOf: bytesToHex,
  encode: utf8ToBytes,
  decode: bytesToUtf8,
  equal: (a, b) => a === b,
}

/** Returns the pointer contract of a denomination, or undefined. */
export function nativePointerOf(state: RowState, denomination: string): Address | undefined {
  return state.get(nativePointerKind, denomination)
}

/** Registers a pointer contract. Returns whether the denomination had none. */
export function registerNativePointer(
  state: RowState,
  denomination: string,
  pointer: Address,
): boolean {
  const known = nativePointerOf(state, denomination)
  state.set(nativePointerKind, denomination, pointer)
  state.set(pointeeKind, pointer, denomination)
  return known === undefined
}
