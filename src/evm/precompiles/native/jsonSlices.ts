import { sdkError } from '../../../modules/moduleError.ts'
import { jsonFault } from '../../../primitives/encoding/jsonFault.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d])
const COMMA = 0x2c
const COLON = 0x3a
const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d])

/** Keeps a byte order mark, which JSON forbids. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Returns the values of a JSON object by key, as written; the last one of duplicate keys.
 *
 * @throws ModuleError if the text is not a JSON object; null is an empty one
 */
export function jsonMembers(text: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const value = parse(text)
  if (value === null) return new Map()
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw mistyped(value, 'map[string]json.RawMessage')
  }
  const members = new Map<string, Uint8Array>()
  const tokens = topLevel(text)
  for (let i = 0; i + 1 < tokens.length; i += 2) {
    const [key, member] = tokens.slice(i, i + 2)
    if (key !== undefined && member !== undefined) {
      members.set(JSON.parse(decoder.decode(key)) as string, member)
    }
  }
  return members
}

/**
 * Returns the elements of a JSON array, as written.
 *
 * @throws ModuleError if the text is not a JSON array; null is an empty one
 */
export function jsonElements(text: Uint8Array): readonly Uint8Array[] {
  const value = parse(text)
  if (value === null) return []
  if (!Array.isArray(value)) throw mistyped(value, '[]json.RawMessage')
  return topLevel(text)
}

/** @throws ModuleError */
function parse(text: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(text))
  } catch {
    throw sdkError('invalidRequest', jsonFault(text))
  }
}

/** In the words of Go. */
function mistyped(value: unknown, wanted: string): Error {
  const type = typeof value === 'boolean' ? 'bool' : typeof value
  return sdkError(
    'invalidRequest',
    `json: cannot unmarshal ${Array.isArray(value) ? 'array' : type} into Go value of type ${wanted}`,
  )
}

/** Views of the keys and values of a valid object, or of the elements of a valid array. */
function topLevel(text: Uint8Array): Uint8Array[] {
  const tokens: Uint8Array[] = []
  let depth = 0
  /** Start of the current token at the top level. */
  let begin: number | undefined
  const end = (at: number): void => {
    if (begin !== undefined) tokens.push(text.subarray(begin, at))
    begin = undefined
  }
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] ?? 0
    if (CLOSING.has(byte)) {
      depth--
      // The closing bracket ends the previous token and is not one itself.
      if (depth === 0) end(at)
    } else if (depth === 1 && (byte === COMMA || byte === COLON || SPACES.has(byte))) {
      end(at)
    } else {
      if (depth === 1) begin ??= at
      if (OPENING.has(byte)) depth++
      else if (byte === QUOTE) at = endOfString(text, at)
    }
  }
  return tokens
}

/** Returns the index of the closing quote of the string at `at`. */
function endOfString(text: Uint8Array, at: number): number {
  let i = at + 1
  while (i < text.length && text[i] !== QUOTE) i += text[i] === BACKSLASH ? 2 : 1
  return i
}
