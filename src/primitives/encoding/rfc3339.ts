/** 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z, the limits of protobuf's timestamps. */
const EARLIEST = -62_135_596_800n
const LATEST = 253_402_300_799n

/**
 * Formats seconds since 1970 as `2025-01-01T00:00:00Z`. Earlier and later times than a protobuf
 * timestamp allows become the earliest and the latest one.
 */
export function toRfc3339(seconds: bigint): string {
  const late = seconds < LATEST ? seconds : LATEST
  const time = new Date(Number(late > EARLIEST ? late : EARLIEST) * 1000)
  return time.toISOString().replace('.000', '')
}
