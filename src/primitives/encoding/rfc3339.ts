/** 9999-12-31T23:59:59Z, the maximum of RFC 3339. */
const LATEST = 253_402_300_799n

/**
 * Formats seconds since 1970 as `2025-01-01T00:00:00Z`; a later time than RFC 3339 allows becomes
 * the maximum.
 */
export function toRfc3339(seconds: bigint): string {
  const time = new Date(Number(seconds < LATEST ? seconds : LATEST) * 1000)
  return time.toISOString().replace('.000', '')
}
