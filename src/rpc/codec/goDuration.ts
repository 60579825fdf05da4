import { GO_DURATION, parseGoDuration } from '../../primitives/encoding/goDuration.ts'
import { invalidParams } from '../errors/rpcError.ts'
import type { Codec } from './codec.ts'
import { text } from './scalar.ts'

/** A time in the notation of Go, `5s` or `1m30s`, in milliseconds; a negative one is none at all. */
export const goDuration: Codec<number> = {
  decode(json, path) {
    const given = text.decode(json, path)
    const ms = parseGoDuration(given)
    if (ms !== undefined) return ms
    const shown = JSON.stringify(given.slice(0, 100))
    throw invalidParams(
      `${path}: time: invalid duration ${shown}: want one such as "5s" or "1m30s"`,
    )
  },
  encode: (ms) => `${ms}ms`,
  schema: { type: 'string', title: 'duration', pattern: GO_DURATION.source },
}
