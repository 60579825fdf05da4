import { bytesToUtf8, compareBytes, utf8ToBytes } from './bytes.ts'
import { jsonFault } from './jsonFault.ts'
import { jsonTokens } from './jsonTokens.ts'

/*
 * JSON as Go reads it into structs (encoding/json): names of members match in any case, null and
 * unknown members change nothing, and the last of several members counts.
 */

/** A type of Go with the values it stands for. */
export type GoType =
  | { readonly kind: 'string' }
  | { readonly kind: 'bool' }
  | { readonly kind: 'int64' }
  /** Any value; it is kept as Go writes it. */
  | { readonly kind: 'any' }
  | { readonly kind: 'slice'; readonly of: GoType }
  | GoStruct

/** A struct of a package, which its type name starts with. */
export interface GoStruct {
  readonly kind: 'struct'
  readonly package: string
  readonly name: string
  readonly fields: ReadonlyMap<string, GoType>
}

/** Values by name. What the text does not have is absent. */
export type GoMembers = ReadonlyMap<string, unknown>

/** Where a value is: the innermost struct, and the names of the members down to it. */
interface Place {
  readonly struct: GoStruct
  readonly path: readonly string[]
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Reads a struct.
 *
 * @throws RangeError in Go's words
 */
export function parseGoJson(text: string, type: GoStruct): GoMembers {
  const bytes = utf8ToBytes(text)
  try {
    JSON.parse(text)
  } catch {
    throw new RangeError(jsonFault(bytes))
  }
  const reader = new Reader()
  const value = reader.read(bytes, type, undefined)
  // Go reads on behind the first mistake, and then reports it.
  if (reader.fault !== undefined) throw new RangeError(reader.fault)
  return value instanceof Map ? value : new Map()
}

class Reader {
  fault: string | undefined

  read(token: Uint8Array, type: GoType, place: Place | undefined): unknown {
    const text = decoder.decode(token).trim()
    if (type.kind === 'any') return this.#any(text, place)
    if (text === 'null') return undefined
    const [first = ''] = text
    if (first === '{') {
      return type.kind === 'struct'
        ? this.#members(token, type, place)
        : this.#mistyped('object', type, place)
    }
    if (first === '[') {
      return type.kind === 'slice'
        ? jsonTokens(token).map((item) => this.read(item, type.of, place))
        : this.#mistyped('array', type, place)
    }
    if (first === '"') {
      return type.kind === 'string' ? stringIn(text) : this.#mistyped('string', type, place)
    }
    if (first === 't' || first === 'f') {
      return type.kind === 'bool' ? first === 't' : this.#mistyped('bool', type, place)
    }
    if (type.kind !== 'int64') return this.#mistyped('number', type, place)
    const isInteger = /^-?[0-9]+$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)
    return isInteger ? BigInt(text) : this.#mistyped(`number ${text}`, type, place)
  }

  #members(token: Uint8Array, struct: GoStruct, place: Place | undefined): GoMembers {
    const members = new Map<string, unknown>()
    const tokens = jsonTokens(token)
    for (let i = 0; i + 1 < tokens.length; i += 2) {
      const [key, value] = tokens.slice(i, i + 2)
      if (key === undefined || value === undefined) continue
      const name = fieldOf(struct, stringIn(decoder.decode(key)))
      const type = name === undefined ? undefined : struct.fields.get(name)
      if (name === undefined || type === undefined) continue
      const read = this.read(value, type, { struct, path: [...(place?.path ?? []), name] })
      if (read !== undefined) members.set(name, read)
    }
    return members
  }

  #any(text: string, place: Place | undefined): string | undefined {
    try {
      return goJson(JSON.parse(text))
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      const number = /-?[0-9][0-9.]*[eE][+-]?[0-9]+/.exec(text)?.[0] ?? text
      this.#note(`number ${number}`, 'float64', place)
      return undefined
    }
  }

  #mistyped(value: string, type: GoType, place: Place | undefined): undefined {
    this.#note(value, typeName(type), place)
  }

  #note(value: string, type: string, place: Place | undefined): void {
    const target =
      place === undefined ? 'value' : `struct field ${[place.struct.name, ...place.path].join('.')}`
    this.fault ??= `json: cannot unmarshal ${value} into Go ${target} of type ${type}`
  }
}

/** An exact name is preferred. */
function fieldOf({ fields }: GoStruct, key: string): string | undefined {
  if (fields.has(key)) return key
  const folded = fold(key)
  return [...fields.keys()].find((name) => fold(name) === folded)
}

function fold(name: string): string {
  return name.replaceAll('\u017f', 's').toLowerCase()
}

function typeName(type: GoType): string {
  if (type.kind === 'struct') return `${type.package}.${type.name}`
  return type.kind === 'slice' ? `[]${typeName(type.of)}` : type.kind
}

function stringIn(token: string): string {
  return wellFormed(JSON.parse(token) as string)
}

/** Replaces halves of characters, which Go cannot keep. */
function wellFormed(text: string): string {
  return bytesToUtf8(utf8ToBytes(text))
}

const ESCAPED = /[<>&\u2028\u2029]/g

/**
 * Writes a JSON value as Go does: with sorted names and with escapes for HTML.
 *
 * @throws RangeError if a number is too large
 */
function goJson(value: unknown): string {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError('infinite')
    return Object.is(value, -0) ? '-0' : JSON.stringify(value)
  }
  if (typeof value === 'string') {
    return JSON.stringify(wellFormed(value)).replace(
      ESCAPED,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
  }
  if (Array.isArray(value)) return `[${value.map(goJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .map(([name, member]) => [utf8ToBytes(name), member] as const)
    .sort(([a], [b]) => compareBytes(a, b))
  return `{${members.map(([name, member]) => `${goJson(bytesToUtf8(name))}:${goJson(member)}`).join(',')}}`
}
