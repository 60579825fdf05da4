import { goText } from './goText.ts'
import { jsonFault, MAX_DEPTH } from './jsonFault.ts'
import { depthOf } from './jsonTokens.ts'

/**
 * Parses JSON that Go accepts (encoding/json): nested at most 10,000 times.
 *
 * @throws RangeError in Go's words
 */
export function parseJson(text: Uint8Array): unknown {
  const value = parse(text)
  if (depthOf(text) > MAX_DEPTH) throw new RangeError(jsonFault(text))
  return value
}

function parse(text: Uint8Array): unknown {
  try {
    return JSON.parse(goText(text))
  } catch {
    throw new RangeError(jsonFault(text))
  }
}
