import { jsonKind } from '../../primitives/encoding/json.ts'
import { invalidParams } from '../errors/rpcError.ts'
import type { Codec } from './codec.ts'

/** One of several words. */
export function choice<W extends string>(words: readonly W[]): Codec<W> {
  return {
    decode(json, path) {
      const found = words.find((word) => word === json)
      if (found !== undefined) return found
      const given = typeof json === 'string' ? JSON.stringify(json.slice(0, 100)) : jsonKind(json)
      throw invalidParams(`${path}: want one of ${words.join(', ')}, got ${given}`)
    },
    encode: (word) => word,
    schema: { title: words.join(' or '), enum: [...words] },
  }
}
