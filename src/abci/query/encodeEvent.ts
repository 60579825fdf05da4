import type { NativeEvent } from '../../native/nativeReceipt.ts'
import { concatBytes } from '../../primitives/encoding/bytes.ts'
import { messageField, stringField, varintField } from '../../primitives/encoding/protobuf.ts'

/** Encodes an `Event` of ABCI. */
export function encodeEvent({ type, attributes }: NativeEvent): Uint8Array {
  const encoded = attributes.map(({ key, value }) =>
    messageField(2, concatBytes(stringField(1, key), stringField(2, value), varintField(3, 1n))),
  )
  return concatBytes(stringField(1, type), ...encoded)
}
