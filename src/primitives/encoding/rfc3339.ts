/** 9999-12-31T23:59:59Z, after which years have more digits than RFC 3339 allows. */
const LATEST = 253_402_300_799n

/**
 * A time in seconds since 1970 as text, `2025-01-01T00:00:00Z`; a later time than RFC 3339 can say
 * is the latest that it can.
 */
export function toRfc3339(seconds: bigint): string {
  const time = new Date(Number(seconds < LATEST ? seconds : LATEST) * 1000)
  return time.toISOString().replace('.000', '')
}
