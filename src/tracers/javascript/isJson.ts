const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const COMMA = 0x2c
const COLON = 0x3a
const QUOTE = 0x22
const BACKSLASH = 0x5c

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const LITERALS = ['true', 'false', 'null'] as const

/**
 * Returns whether text is one JSON value without white space, as `JSON.stringify` writes it. Does
 * not build the value: a few megabytes of text can be a gigabyte of objects.
 */
export function isJson(text: string): boolean {
  const scan = new Scan(text)
  return scan.value() && scan.at === text.length
}

/** Scans the text once. Containers are in a list rather than on the stack, at any depth. */
class Scan {
  at = 0
  readonly #text: string
  /** Whether each open container is an object. */
  readonly #open: boolean[] = []

  constructor(text: string) {
    this.#text = text
  }

  value(): boolean {
    for (;;) {
      const code = this.#text.charCodeAt(this.at)
      if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
        if (!this.#begin(code === OPEN_OBJECT)) return false
        continue
      }
      // An empty container is a value; its end is handled below.
      const isEmptyEnd = this.#isEmptyEnd(code)
      if (!isEmptyEnd && !this.#scalar(code)) return false
      const next = this.#afterValue()
      if (next !== 'more') return next === 'end'
    }
  }

  /** Enters a container, up to its first value. */
  #begin(isObject: boolean): boolean {
    this.at++
    this.#open.push(isObject)
    return !isObject || this.#text.charCodeAt(this.at) === CLOSE_OBJECT || this.#key()
  }

  /** Returns whether the container just entered ends. */
  #isEmptyEnd(code: number): boolean {
    const isObject = this.#open.at(-1)
    if (isObject === undefined) return false
    const [begin, end] = isObject ? [OPEN_OBJECT, CLOSE_OBJECT] : [OPEN_ARRAY, CLOSE_ARRAY]
    return code === end && this.#text.charCodeAt(this.at - 1) === begin
  }

  /** Closes containers and advances to the next value. */
  #afterValue(): 'more' | 'end' | 'wrong' {
    for (;;) {
      const isObject = this.#open.at(-1)
      if (isObject === undefined) return 'end'
      const code = this.#text.charCodeAt(this.at++)
      if (code === COMMA) return !isObject || this.#key() ? 'more' : 'wrong'
      if (code !== (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) return 'wrong'
      this.#open.pop()
    }
  }

  /** A name and its colon. */
  #key(): boolean {
    return this.#string() && this.#text.charCodeAt(this.at++) === COLON
  }

  #scalar(code: number): boolean {
    if (code === QUOTE) return this.#string()
    const literal = LITERALS.find((word) => this.#text.startsWith(word, this.at))
    if (literal === undefined) return this.#matches(NUMBER)
    this.at += literal.length
    return true
  }

  #string(): boolean {
    if (this.#text.charCodeAt(this.at) !== QUOTE) return false
    this.at++
    for (;;) {
      const code = this.#text.charCodeAt(this.at)
      if (code === BACKSLASH) {
        if (!this.#matches(ESCAPE)) return false
        continue
      }
      // Also at the end of the text, which is not a number.
      if (!(code >= 0x20)) return false
      this.at++
      if (code === QUOTE) return true
    }
  }

  #matches(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    if (!pattern.test(this.#text)) return false
    this.at = pattern.lastIndex
    return true
  }
}
