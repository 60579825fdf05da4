import { parse, TomlError } from 'smol-toml'

/**
 * The table that a TOML file is. Whole numbers that no double holds are bigints.
 *
 * @throws RangeError whose message is the reason
 */
export function parseToml(text: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded' })
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause
    const [words = ''] = cause.message.replace(/^Invalid TOML document: /, '').split('\n')
    throw new RangeError(`not TOML: line ${cause.line}, column ${cause.column}: ${words}`, {
      cause,
    })
  }
}
