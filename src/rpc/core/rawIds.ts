/** An `id` whose number may exceed a double. */
const RISKY_ID = /"id"\s*:\s*-?(?:[\d.]{16}|[\d.]+[eE])/
const NUMBER = /-?\d[\d.eE+-]*/y
const COLON = /\s*:\s*/y
const NONE: readonly undefined[] = []

/**
 * Returns the text of each numeric `id` that a double may not represent: one entry for a single
 * request, one per element for a batch. Responses must return ids such as `12345678901234567890`
 * unchanged. The text is valid JSON.
 */
export function rawIds(json: string): readonly (string | undefined)[] {
  if (!RISKY_ID.test(json)) return NONE
  const sources: (string | undefined)[] = []
  const requestDepth = json.trimStart().startsWith('[') ? 2 : 1
  let depth = 0
  let element = 0
  for (let at = 0; at < json.length; at++) {
    const char = json.charAt(at)
    if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
    else if (char === ',' && depth === requestDepth - 1) element++
    else if (char === '"') {
      const end = endOfString(json, at)
      const isId = depth === requestDepth && json.slice(at, end) === '"id"'
      const number = isId ? numberAfterColon(json, end) : undefined
      if (number !== undefined) sources[element] = number
      at = end - 1
    }
  }
  return sources
}

/** Returns the end of the string that starts at `start`. */
function endOfString(json: string, start: number): number {
  let at = start + 1
  while (json.charAt(at) !== '"') at += json.charAt(at) === '\\' ? 2 : 1
  return at + 1
}

function numberAfterColon(json: string, at: number): string | undefined {
  COLON.lastIndex = at
  if (!COLON.test(json)) return undefined
  NUMBER.lastIndex = COLON.lastIndex
  return NUMBER.exec(json)?.[0]
}
