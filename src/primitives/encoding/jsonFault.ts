/*
 * The words of Go's JSON scanner (encoding/json, scanner.go) for texts that JSON.parse refuses.
 * Both accept the same texts, but for the depth.
 */

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** How deeply Go nests objects and arrays. */
export const MAX_DEPTH = 10_000
const ENDED = 'unexpected end of JSON input'
const LITERALS = ['true', 'false', 'null'] as const

/** Thrown at the first fault. */
class Fault extends Error {}

/** Returns what Go says about a text that is not JSON or nested too deeply. */
export function jsonFault(text: Uint8Array): string {
  try {
    new Scanner(text).scan()
  } catch (error) {
    if (error instanceof Fault) return error.message
    throw error
  }
  return ENDED
}

class Scanner {
  readonly #text: Uint8Array
  #at = 0
  /** Ends of the open objects and arrays. */
  readonly #open: string[] = []

  constructor(text: Uint8Array) {
    this.#text = text
  }

  scan(): void {
    this.#startValue()
    for (let end = this.#open.at(-1); end !== undefined; end = this.#open.at(-1)) {
      this.#skipSpaces()
      if (this.#next() === end) this.#close()
      else if (this.#next() === ',') this.#nextItem(end)
      else
        throw this.#unexpected(end === '}' ? 'after object key:value pair' : 'after array element')
    }
    this.#skipSpaces()
    if (this.#at < this.#text.length) throw this.#unexpected('after top-level value')
  }

  /** The current byte. */
  #next(): string {
    const byte = this.#text[this.#at]
    if (byte === undefined) throw new Fault(ENDED)
    return String.fromCharCode(byte)
  }

  /** Reads a scalar, or all that an object or array opens with. */
  #startValue(): void {
    let isOpening = true
    while (isOpening) isOpening = this.#scalarOrOpening()
  }

  /** Returns whether a value inside of an object or array has to follow. */
  #scalarOrOpening(): boolean {
    this.#skipSpaces()
    const first = this.#next()
    if (first === '{' || first === '[') return this.#openWith(first)
    if (first === '"') this.#string()
    else if (first === '-' || isDigit(first)) this.#number()
    else this.#literal(LITERALS.find((word) => word.startsWith(first)))
    return false
  }

  #openWith(first: string): boolean {
    const end = first === '{' ? '}' : ']'
    this.#open.push(end)
    if (this.#open.length > MAX_DEPTH) throw new Fault('exceeded max depth')
    this.#at++
    this.#skipSpaces()
    if (this.#next() === end) {
      this.#close()
      return false
    }
    if (end === '}') this.#key()
    return true
  }

  #close(): void {
    this.#open.pop()
    this.#at++
  }

  #nextItem(end: string): void {
    this.#at++
    if (end === '}') this.#key()
    this.#startValue()
  }

  #key(): void {
    this.#skipSpaces()
    if (this.#next() !== '"') throw this.#unexpected('looking for beginning of object key string')
    this.#string()
    this.#skipSpaces()
    if (this.#next() !== ':') throw this.#unexpected('after object key')
    this.#at++
  }

  #string(): void {
    this.#at++
    while (this.#text[this.#at] !== QUOTE) {
      const character = this.#next()
      if (character < ' ') throw this.#unexpected('in string literal')
      if (this.#text[this.#at] === BACKSLASH) this.#escape()
      else this.#at++
    }
    this.#at++
  }

  #escape(): void {
    this.#at++
    const kind = this.#next()
    if (!'bfnrt\\/"u'.includes(kind)) throw this.#unexpected('in string escape code')
    this.#at++
    if (kind !== 'u') return
    for (let i = 0; i < 4; i++) {
      if (!/[0-9a-fA-F]/.test(this.#next())) {
        throw this.#unexpected('in \\u hexadecimal character escape')
      }
      this.#at++
    }
  }

  #number(): void {
    if (this.#next() === '-') {
      this.#at++
      if (!isDigit(this.#next())) throw this.#unexpected('in numeric literal')
    }
    if (this.#next() === '0') this.#at++
    else this.#digits('in numeric literal')
    if (this.#peek() === '.') {
      this.#at++
      this.#digits('after decimal point in numeric literal')
    }
    if (this.#peek() === 'e' || this.#peek() === 'E') {
      this.#at++
      if (this.#peek() === '+' || this.#peek() === '-') this.#at++
      this.#digits('in exponent of numeric literal')
    }
  }

  /** At least one. */
  #digits(where: string): void {
    if (!isDigit(this.#next())) throw this.#unexpected(where)
    while (isDigit(this.#peek())) this.#at++
  }

  #literal(word: string | undefined): void {
    if (word === undefined) throw this.#unexpected('looking for beginning of value')
    for (const letter of word) {
      if (this.#next() !== letter) {
        throw this.#unexpected(`in literal ${word} (expecting '${letter}')`)
      }
      this.#at++
    }
  }

  #peek(): string {
    return String.fromCharCode(this.#text[this.#at] ?? 0)
  }

  #skipSpaces(): void {
    while (' \t\r\n'.includes(this.#peek()) && this.#at < this.#text.length) this.#at++
  }

  #unexpected(where: string): Fault {
    return new Fault(`invalid character ${quoted(this.#next())} ${where}`)
  }
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9'
}

/** Quotes a byte as Go does (quoteChar, strconv.Quote). */
function quoted(character: string): string {
  if (character === "'") return `'\\''`
  if (character === '"') return `'"'`
  const escapes: Readonly<Record<string, string>> = {
    '\u0007': '\\a',
    '\b': '\\b',
    '\f': '\\f',
    '\n': '\\n',
    '\r': '\\r',
    '\t': '\\t',
    '\v': '\\v',
    '\\': '\\\\',
  }
  const known = escapes[character]
  if (known !== undefined) return `'${known}'`
  const code = character.charCodeAt(0)
  const isShown = (code >= 0x20 && code < 0x7f) || (code > 0xa0 && code !== 0xad)
  if (isShown) return `'${character}'`
  const digits = code.toString(16)
  return code < 0x80 ? `'\\x${digits.padStart(2, '0')}'` : `'\\u${digits.padStart(4, '0')}'`
}
