import type { Json } from '../../primitives/encoding/json.ts'
import type { JsonSchema } from './jsonSchema.ts'

/** Encodes a domain value as JSON, and describes that JSON. */
export interface Encoder<T> {
  encode(value: T): Json
  readonly schema: JsonSchema
}

/**
 * Also decodes JSON. `path` names the value in errors: `invalid argument 0: to`. `decode` throws
 * only -32602, for any input.
 */
export interface Codec<T> extends Encoder<T> {
  decode(json: unknown, path: string): T
}

/** Decoded type of a codec. */
export type Decoded<C> = C extends Codec<infer T> ? T : never

/** A result that may be absent: `undefined` becomes `null`. */
export function nullable<T>(inner: Encoder<T>): Encoder<T | undefined> {
  return {
    encode: (value) => (value === undefined ? null : inner.encode(value)),
    schema: { anyOf: [inner.schema, { type: 'null' }] },
  }
}

/** A result with one entry per value. */
export function listOf<T>(inner: Encoder<T>): Encoder<readonly T[]> {
  return {
    encode: (values) => values.map((value) => inner.encode(value)),
    schema: { type: 'array', items: inner.schema },
  }
}
