import { isJsonObject, type Json, jsonKind } from '../../primitives/encoding/json.ts'
import { invalidParams } from '../errors/rpcError.ts'
import type { Codec, Decoded } from './codec.ts'
import { describeFields, type FieldDescriptions, type JsonSchema } from './jsonSchema.ts'

type Fields = Readonly<Record<string, Codec<unknown>>>

/** Documentation of an object and its fields. */
interface About<F extends Fields> {
  readonly title: string
  readonly description?: string
  readonly meanings?: FieldDescriptions<keyof F & string>
}

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

/** An object with optional fields that may be null. Unknown fields are ignored, as in geth. */
export function partial<F extends Fields>(
  fields: F,
  about: About<F>,
): Codec<{ readonly [K in keyof F]?: Decoded<F[K]> }> {
  return objectCodec(fields, [], about)
}

/** An object with required fields. Unknown fields are ignored, as in geth. */
export function record<F extends Fields>(
  fields: F,
  about: About<F>,
): Codec<{ readonly [K in keyof F]: Decoded<F[K]> }> {
  return objectCodec(fields, Object.keys(fields), about)
}

function objectCodec<T extends object>(
  fields: Fields,
  required: readonly string[],
  { meanings = {}, ...about }: About<Fields>,
): Codec<T> {
  const entries = Object.entries(fields)
  const properties: Record<string, JsonSchema> = {}
  for (const [name, field] of entries) properties[name] = field.schema
  return {
    decode(json, path) {
      if (!isJsonObject(json)) {
        throw invalidParams(`${path}: want an object, got ${jsonKind(json)}`)
      }
      checkNames(json, fields, path)
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
    schema: {
      type: 'object',
      ...about,
      properties: describeFields(properties, meanings),
      required,
    },
  }
}

/** Unknown fields are ignored, unless only the case of their letters differs from a known one. */
function checkNames(json: object, fields: Fields, path: string): void {
  for (const name of Object.keys(json)) {
    if (Object.hasOwn(fields, name)) continue
    const lower = name.toLowerCase()
    const meant = Object.keys(fields).find((known) => known.toLowerCase() === lower)
    if (meant === undefined || Object.hasOwn(json, meant)) continue
    throw invalidParams(`${path}: ${name}: unknown field; did you mean ${meant}?`)
  }
}

/** One of several strings. */
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
