import { GO_ZERO_TIME, LAST_TIMESTAMP } from '../../primitives/encoding/rfc3339.ts'
import { malformed } from '../errors.ts'
import { timestamp } from './schemas.ts'

const SECOND = 1_000_000_000n
const MAX_INT64 = 2n ** 63n - 1n

/**
 * Decodes a Timestamp to whole seconds since 1970, with the limits of gogoproto. An absent one is
 * Go's zero.
 *
 * @throws NativeTxError MALFORMED_NATIVE_TX
 */
export function decodeTimestamp(bytes: Uint8Array | undefined): bigint {
  if (bytes === undefined) return GO_ZERO_TIME
  const { seconds, nanos } = timestamp.decode(bytes)
  if (seconds < GO_ZERO_TIME) throw malformed(`Timestamp ${seconds} is before 0001-01-01`)
  if (seconds > LAST_TIMESTAMP) throw malformed(`Timestamp ${seconds} is after 9999-12-31`)
  if (nanos < 0n || nanos >= SECOND) throw malformed(`nanos ${nanos} of a Timestamp`)
  return seconds
}

/**
 * Decodes a Duration to whole seconds. It must fit into the nanoseconds of a Go Duration.
 *
 * @throws NativeTxError MALFORMED_NATIVE_TX
 */
export function decodeDuration(bytes: Uint8Array | undefined): bigint {
  if (bytes === undefined) return 0n
  const { seconds, nanos } = timestamp.decode(bytes)
  if (nanos <= -SECOND || nanos >= SECOND || seconds * nanos < 0n) {
    throw malformed(`nanos ${nanos} of a Duration of ${seconds} seconds`)
  }
  const total = seconds * SECOND + nanos
  if (total > MAX_INT64 || total < -MAX_INT64 - 1n) {
    throw malformed(`Duration ${seconds} has more than 64 bits of nanoseconds`)
  }
  return seconds
}
