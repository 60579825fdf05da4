/** 9999-12-31T23:59:59Z. Later years have more digits than RFC 3339 allows. */
const LATEST = 253_402_300_799n

/**
 * Formats seconds since 1970 as `2025-01-01T00:00:00Z`. Later times than RFC 3339 allows become the
 * latest one.
 */
export function toRfc3339(seconds: bigint): string {
  const time = new Date(Number(seconds < LATEST ? seconds : LATEST) * 1000)
  return time.toISOString().replace('.000', '')
}
