import { parseGoDuration } from '../../../primitives/encoding/goDuration.ts'

/** TOML form of an option's value. */
export interface TomlForm {
  /**
   * Converts a value of the file for the option's parser.
   *
   * @throws RangeError with the reason as its message
   */
  read(value: unknown): unknown
  /** Formats the option's value. */
  write(value: unknown): string
}

/** An integer. */
export const tomlInteger: TomlForm = {
  read(value) {
    if (typeof value === 'bigint' || Number.isInteger(value)) return value
    throw wrong('an integer', value)
  },
  write: (value) => String(value),
}

/** An integer; 0 stands for another value. */
export function tomlIntegerOr(zero: number): TomlForm {
  return {
    read(value) {
      const number = tomlInteger.read(value)
      return number === 0 ? zero : number
    },
    write: tomlInteger.write,
  }
}

/** A string. */
export const tomlText: TomlForm = {
  read(value) {
    if (typeof value === 'string') return value
    throw wrong('text in quotes', value)
  },
  write: (value) => JSON.stringify(value),
}

/** Seconds as a Go duration: `"120s"`. */
export const tomlSeconds: TomlForm = {
  read(value) {
    const ms = typeof value === 'string' ? parseGoDuration(value) : undefined
    if (ms === undefined) throw wrong('a duration such as "120s"', value)
    if (ms % 1000 !== 0)
      throw new RangeError(`want an integer number of seconds, got ${JSON.stringify(value)}`)
    return ms / 1000
  },
  write: (value) => JSON.stringify(`${value}s`),
}

/** The same with fractions of a second: `"1.5s"`. */
export const tomlDuration: TomlForm = {
  read(value) {
    const ms = typeof value === 'string' ? parseGoDuration(value) : undefined
    if (ms === undefined) throw wrong('a duration such as "30s"', value)
    return ms / 1000
  },
  write: tomlSeconds.write,
}

/** CORS origins, separated by commas; empty: none. */
export const tomlOrigins: TomlForm = {
  read(value) {
    const text = tomlText.read(value)
    return text === '' ? false : text
  },
  write: (value) => JSON.stringify(Array.isArray(value) ? value.join(',') : ''),
}

/** A list of names. */
export const tomlNames: TomlForm = {
  read(value) {
    if (!Array.isArray(value)) throw wrong('an array of names', value)
    const stranger = value.find((name) => typeof name !== 'string')
    if (stranger !== undefined) throw wrong('an array of names', stranger, 'one with ')
    return value
  },
  write(value) {
    const names = Array.isArray(value) ? value : []
    return `[\n${names.map((name) => `  ${JSON.stringify(name)},\n`).join('')}]`
  },
}

function wrong(want: string, value: unknown, where = ''): RangeError {
  return new RangeError(`want ${want}, got ${where}${kindOf(value)}`)
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'string') return `the text ${JSON.stringify(value.slice(0, 60))}`
  if (typeof value === 'object') return value instanceof Date ? 'a date' : 'a table'
  return String(value)
}
