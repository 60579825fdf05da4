const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}
const PART = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g

/** Go's units of time. */
export const GO_DURATION = /^[+-]?(?:0|(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/

/**
 * Parses a duration in Go's notation, `5s` or `1m30s`, to milliseconds. A negative one is 0, an
 * invalid one undefined. https://pkg.go.dev/time#ParseDuration
 */
export function parseGoDuration(text: string): number | undefined {
  if (text.length > 100 || !GO_DURATION.test(text)) return undefined
  if (text.startsWith('-')) return 0
  let ms = 0
  for (const [, count, unit = ''] of text.matchAll(PART)) ms += Number(count) * (UNITS[unit] ?? 0)
  return ms
}
