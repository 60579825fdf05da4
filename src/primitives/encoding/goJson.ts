import { bytesToUtf8, compareBytes, utf8ToBytes } from './bytes.ts'
import { goString, goText, wellFormed } from './goText.ts'
import { jsonTokens } from './jsonTokens.ts'
import { parseJson } from './parseJson.ts'

/*
 * JSON as Go reads it into structs (encoding/json): names of members match in any case, unknown
 * ones change nothing, and null only pointers and slices. Of several members the last counts, but
 * structs and the items of slices keep what it does not have.
 */

/** A type of Go with the values it stands for. */
export type GoType =
  | { readonly kind: 'string' }
  | { readonly kind: 'bool' }
  | { readonly kind: 'int64' }
  /** Any value; it is kept as Go writes it. */
  | { readonly kind: 'any' }
  | { readonly kind: 'slice'; readonly of: GoType }
  | { readonly kind: 'pointer'; readonly to: GoStruct }
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

/**
 * Reads a struct.
 *
 * @throws RangeError in Go's words
 */
export function parseGoJson(text: Uint8Array, type: GoStruct): GoMembers {
  parseJson(text)
  const reader = new Reader()
  const value = reader.read(text, type, undefined, undefined)
  // Go reads on behind the first mistake, and then reports it.
  if (reader.fault !== undefined) throw new RangeError(reader.fault)
  return value instanceof Map ? value : new Map()
}

class Reader {
  fault: string | undefined
  /** Items of slices with those that lie behind their ends. */
  readonly #arrays = new WeakMap<object, unknown[]>()

  /** Returns the new value. @param old the value so far; undefined: Go's zero value */
  read(token: Uint8Array, type: GoType, place: Place | undefined, old: unknown): unknown {
    const text = goText(token).trim()
    if (type.kind === 'any') return this.#any(text, place)
    if (text === 'null') return type.kind === 'pointer' || type.kind === 'slice' ? undefined : old
    if (type.kind === 'pointer') return this.read(token, type.to, place, old)
    const [first = ''] = text
    if (first === '{') {
      return type.kind === 'struct'
        ? this.#members(token, type, place, old)
        : this.#mistyped('object', type, place)
    }
    if (first === '[') {
      return type.kind === 'slice'
        ? this.#items(jsonTokens(token), type.of, place, old)
        : this.#mistyped('array', type, place)
    }
    if (first === '"') {
      return type.kind === 'string' ? goString(token) : this.#mistyped('string', type, place)
    }
    if (first === 't' || first === 'f') {
      return type.kind === 'bool' ? first === 't' : this.#mistyped('bool', type, place)
    }
    if (type.kind !== 'int64') return this.#mistyped('number', type, place)
    const isInteger = /^-?[0-9]+$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)
    return isInteger ? BigInt(text) : this.#mistyped(`number ${text}`, type, place)
  }

  /** Items are read into the array of the slice so far, whose items keep what they do not have. */
  #items(
    tokens: readonly Uint8Array[],
    of: GoType,
    place: Place | undefined,
    old: unknown,
  ): readonly unknown[] {
    const array = (tokens.length > 0 && old instanceof Object && this.#arrays.get(old)) || []
    const items = tokens.map((token, i) => {
      array[i] = this.read(token, of, place, array[i])
      return array[i]
    })
    this.#arrays.set(items, array)
    return items
  }

  #members(token: Uint8Array, struct: GoStruct, place: Place | undefined, old: unknown): GoMembers {
    const members = new Map<string, unknown>(old instanceof Map ? old : [])
    const tokens = jsonTokens(token)
    for (let i = 0; i + 1 < tokens.length; i += 2) {
      const [key, value] = tokens.slice(i, i + 2)
      if (key === undefined || value === undefined) continue
      const name = fieldOf(struct, goString(key))
      const type = name === undefined ? undefined : struct.fields.get(name)
      if (name === undefined || type === undefined) continue
      const within = { struct, path: [...(place?.path ?? []), name] }
      const read = this.read(value, type, within, members.get(name))
      if (read === undefined) members.delete(name)
      else members.set(name, read)
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
  if (type.kind === 'pointer') return typeName(type.to)
  if (type.kind === 'struct') return `${type.package}.${type.name}`
  return type.kind === 'slice' ? `[]${typeName(type.of)}` : type.kind
}

const ESCAPED = /[<>&\u2028\u2029]/g

/**
 * Writes a JSON value as Go does: with sorted names and with escapes for HTML. Values may nest
 * deeper than functions can.
 *
 * @throws RangeError if a number is too large
 */
function goJson(value: unknown): string {
  const parts: string[] = []
  /** Texts and values to write, the next one at the end. */
  const left: (string | { readonly value: unknown })[] = [{ value }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === 'string') parts.push(next)
    else if (typeof next.value !== 'object' || next.value === null) parts.push(scalar(next.value))
    else for (const piece of piecesOf(next.value).reverse()) left.push(piece)
  }
  return parts.join('')
}

/** Returns the text of an array or object around its values. */
function piecesOf(value: object): (string | { readonly value: unknown })[] {
  if (Array.isArray(value)) {
    const items = value.flatMap((item: unknown, i) => [i === 0 ? '' : ',', { value: item }])
    return ['[', ...items, ']']
  }
  const members = Object.entries(value)
    .map(([name, member]): [Uint8Array, unknown] => [utf8ToBytes(name), member])
    .sort(([a], [b]) => compareBytes(a, b))
    .flatMap(([name, member], i) => [
      `${i === 0 ? '' : ','}${scalar(bytesToUtf8(name))}:`,
      { value: member },
    ])
  return ['{', ...members, '}']
}

/** @throws RangeError */
function scalar(value: unknown): string {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError('infinite')
    return Object.is(value, -0) ? '-0' : JSON.stringify(value)
  }
  if (typeof value !== 'string') return JSON.stringify(value)
  return JSON.stringify(wellFormed(value)).replace(
    ESCAPED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
