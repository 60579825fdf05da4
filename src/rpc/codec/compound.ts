import { isJsonObject, type Json, type JsonSchema, jsonKind } from '../json.ts'
import { invalidParams } from '../rpcError.ts'
import type { Codec, Decoded } from './codec.ts'

type Fields = Readonly<Record<string, Codec<unknown>>>

/** A list of values. */
export function array<T>(inner: Codec<T>): Codec<readonly T[]> {
  return {
    decode(json, path) {
      if (!Array.isArray(json)) throw invalidParams(`${path}: want an array, got ${jsonKind(json)}`)
      return json.map((item, i) => inner.decode(item, `${path}[${i}]`))
    },
    encode: (values) => values.map((value) => inner.encode(value)),
    schema: { type: 'array', items: inner.schema },
  }
}

/** An object whose fields may each be absent or null. Unknown fields are ignored, as geth does. */
export function partial<F extends Fields>(
  fields: F,
): Codec<{ readonly [K in keyof F]?: Decoded<F[K]> }> {
  return objectCodec(fields, [])
}

/** An object that has every field. Unknown fields are ignored, as geth does. */
export function record<F extends Fields>(
  fields: F,
): Codec<{ readonly [K in keyof F]: Decoded<F[K]> }> {
  return objectCodec(fields, Object.keys(fields))
}

function objectCodec<T extends object>(fields: Fields, required: readonly string[]): Codec<T> {
  const entries = Object.entries(fields)
  const properties: Record<string, JsonSchema> = {}
  for (const [name, field] of entries) properties[name] = field.schema
  return {
    decode(json, path) {
      if (!isJsonObject(json)) {
        throw invalidParams(`${path}: want an object, got ${jsonKind(json)}`)
      }
      const decoded: Record<string, unknown> = {}
      for (const [name, field] of entries) {
        const value = Object.hasOwn(json, name) ? json[name] : undefined
        if (value !== undefined && value !== null) {
          decoded[name] = field.decode(value, `${path}: ${name}`)
        } else if (required.includes(name)) {
          throw invalidParams(`${path}: ${name}: missing value`)
        }
      }
      return decoded as T
    },
    encode(value) {
      const encoded: Record<string, Json> = {}
      for (const [name, field] of entries) {
        const item = (value as Record<string, unknown>)[name]
        if (item !== undefined) encoded[name] = field.encode(item)
      }
      return encoded
    },
    schema: { type: 'object', properties, required },
  }
}
