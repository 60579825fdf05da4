import type { Json } from '../../primitives/encoding/json.ts'
import type { JsonSchema } from './jsonSchema.ts'

/** Writes a value of the domain as JSON, and describes that JSON. */
export interface Encoder<T> {
  encode(value: T): Json
  readonly schema: JsonSchema
}

/**
 * Reads JSON into the domain as well. `path` names the value in complaints:
 * `invalid argument 0: to`. `decode` throws -32602 and nothing else, whatever it is given.
 */
export interface Codec<T> extends Encoder<T> {
  decode(json: unknown, path: string): T
}

/** What a codec decodes to. */
export type Decoded<C> = C extends Codec<infer T> ? T : never

/** A result that may be absent: `undefined` goes out as `null`. */
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
