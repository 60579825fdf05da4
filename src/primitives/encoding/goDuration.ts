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
const NUMBER = '\\d+\\.?\\d*|\\.\\d+'
/** In strings, as regular expressions of a bundle must be ASCII. Both signs for micro are valid. */
const UNIT = 'ns|us|µs|μs|ms|s|m|h'
const PART = new RegExp(`(${NUMBER})(${UNIT})`, 'g')

/** Durations in the notation of Go. */
export const GO_DURATION = new RegExp(`^[+-]?(?:0|(?:(?:${NUMBER})(?:${UNIT}))+)$`)

/**
 * Parses a duration in the notation of Go, such as `5s` or `1m30s`, into milliseconds. A negative
 * duration becomes 0. Undefined for other text. https://pkg.go.dev/time#ParseDuration
 */
export function parseGoDuration(text: string): number | undefined {
  if (text.length > 100 || !GO_DURATION.test(text)) return undefined
  if (text.startsWith('-')) return 0
  let ms = 0
  for (const [, count, unit = ''] of text.matchAll(PART)) ms += Number(count) * (UNITS[unit] ?? 0)
  return ms
}
