import { sdkError } from '../../../modules/moduleError.ts'
import { goString } from '../../../primitives/encoding/goText.ts'
import { jsonTokens } from '../../../primitives/encoding/jsonTokens.ts'
import { parseJson } from '../../../primitives/encoding/parseJson.ts'

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
  const tokens = jsonTokens(text)
  for (let i = 0; i + 1 < tokens.length; i += 2) {
    const [key, member] = tokens.slice(i, i + 2)
    if (key !== undefined && member !== undefined) members.set(goString(key), member)
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
  return jsonTokens(text)
}

/** @throws ModuleError */
function parse(text: Uint8Array): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw sdkError('invalidRequest', error.message)
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
