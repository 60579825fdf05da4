const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d])
const COMMA = 0x2c
const COLON = 0x3a
const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d])

/** Returns views of the keys and values of a valid object, or of the elements of a valid array. */
export function jsonTokens(text: Uint8Array): Uint8Array[] {
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

/** Returns how deeply the objects and arrays of valid JSON are nested. */
export function depthOf(text: Uint8Array): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] ?? 0
    if (byte === QUOTE) at = endOfString(text, at)
    else if (OPENING.has(byte)) deepest = Math.max(deepest, ++depth)
    else if (CLOSING.has(byte)) depth--
  }
  return deepest
}

/** Returns the index of the closing quote of the string at `at`. */
function endOfString(text: Uint8Array, at: number): number {
  let i = at + 1
  while (i < text.length && text[i] !== QUOTE) i += text[i] === BACKSLASH ? 2 : 1
  return i
}
