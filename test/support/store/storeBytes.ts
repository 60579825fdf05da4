import { latin1ToBytes } from '../../../src/primitives/encoding/bytes.ts'
import type { StoreValue } from '../../../src/store/versionedStore.ts'

/** Returns a key or value of a store as bytes. */
export function storeBytes(value: StoreValue): Uint8Array {
  return typeof value === 'string' ? latin1ToBytes(value) : value
}
