/** 0001-01-01T00:00:00Z, the first time of a Timestamp and of RFC 3339: `time.Time{}` of Go. */
export const GO_ZERO_TIME = -62_135_596_800n

/** 9999-12-31T23:59:59Z. Later years have more digits than RFC 3339 allows. */
export const LAST_TIMESTAMP = 253_402_300_799n

/**
 * Formats seconds since 1970 as `2025-01-01T00:00:00Z`. Times beyond those that RFC 3339 allows
 * become the nearest one.
 */
export function toRfc3339(seconds: bigint): string {
  const time = new Date(Number(toTimestamp(seconds)) * 1000)
  return time.toISOString().replace('.000', '')
}

/** Returns the nearest time that a Timestamp can have. */
export function toTimestamp(seconds: bigint): bigint {
  if (seconds < GO_ZERO_TIME) return GO_ZERO_TIME
  return seconds < LAST_TIMESTAMP ? seconds : LAST_TIMESTAMP
}
