import { parseGoDuration } from '../../primitives/encoding/goDuration.ts'

/** How the value of an option is written in a TOML file. */
export interface TomlForm {
  /**
   * What the option's own reader takes, from a value of the file.
   *
   * @throws RangeError whose message is the reason
   */
  read(value: unknown): unknown
  /** The TOML of the option's value. */
  write(value: unknown): string
}

/** A whole number. */
export const tomlInteger: TomlForm = {
  read(value) {
    if (typeof value === 'bigint' || Number.isInteger(value)) return value
    throw wrong('a whole number', value)
  },
  write: (value) => String(value),
}

/** Text. */
export const tomlText: TomlForm = {
  read(value) {
    if (typeof value === 'string') return value
    throw wrong('text in quotes', value)
  },
  write: (value) => JSON.stringify(value),
}

/** Seconds, as a duration of Go: `"120s"`. */
export const tomlSeconds: TomlForm = {
  read(value) {
    const ms = typeof value === 'string' ? parseGoDuration(value) : undefined
    if (ms === undefined) throw wrong('a duration such as "120s"', value)
    if (ms % 1000 !== 0) throw new RangeError(`want whole seconds, got ${JSON.stringify(value)}`)
    return ms / 1000
  },
  write: (value) => JSON.stringify(`${value}s`),
}

/** The origins of CORS, with commas between them; no text: none. */
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
