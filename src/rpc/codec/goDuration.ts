import { invalidParams } from '../rpcError.ts'
import type { Codec } from './codec.ts'
import { text } from './scalar.ts'

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
const WHOLE = /^[+-]?(?:0|(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/

/** A time in the notation of Go, `5s` or `1m30s`, in milliseconds; a negative one is none at all. https://pkg.go.dev/time#ParseDuration */
export const goDuration: Codec<number> = {
  decode(json, path) {
    const given = text.decode(json, path)
    if (given.length > 100 || !WHOLE.test(given)) {
      const shown = JSON.stringify(given.slice(0, 100))
      throw invalidParams(
        `${path}: time: invalid duration ${shown}: want one such as "5s" or "1m30s"`,
      )
    }
    if (given.startsWith('-')) return 0
    let ms = 0
    for (const [, count, unit = ''] of given.matchAll(PART))
      ms += Number(count) * (UNITS[unit] ?? 0)
    return ms
  },
  encode: (ms) => `${ms}ms`,
  schema: { type: 'string', title: 'duration', pattern: WHOLE.source },
}
