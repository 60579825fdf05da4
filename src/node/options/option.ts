import type { OptionReader } from './optionReaders.ts'
import type { TomlForm } from './toml/tomlForms.ts'

/** Definition of a node option for the command line, the library and the documentation. */
export interface Option<T> {
  /** Name on the command line, without dashes. */
  readonly flag: string
  readonly short?: string
  /** Other names on the command line. */
  readonly aliases?: readonly string[]
  /** A flag that sets the option to false. */
  readonly negation?: string
  /** Help of that flag, as {@link help}. */
  readonly negationHelp?: string
  /** Placeholder of the value in the help. Absent for switches. */
  readonly argument?: string
  /** Value of the flag without an argument. Absent if the argument is required. */
  readonly bare?: string
  /** One line that begins with a verb, at most 80 characters. */
  readonly help: string
  /** Further sentences, for the documentation. */
  readonly details?: string
  readonly fallback: T
  /** Default as text, if the value is not readable by itself. */
  readonly fallbackText?: string
  readonly read: OptionReader<T>
  /** The value is a path. In a config file it is relative to that file. */
  readonly isPath?: boolean
  /** The flag may be given several times; the texts are a list. */
  readonly isRepeatable?: boolean
  /** Returns a value without its secrets, for output. */
  readonly conceal?: (value: unknown) => string
  /** Only the command has this option, not `createNode`. */
  readonly isForCommand?: boolean
  /** Key in `app.toml`, if any. */
  readonly toml?: TomlKey
}

/** A key in the section `[evm]` of `app.toml`. */
export interface TomlKey {
  /** The real chain's name, if it has this option. */
  readonly key: string
  readonly form: TomlForm
  /** Value in a new file, if not the fallback. @param prefix of the legacy methods */
  readonly initial?: (prefix: string) => unknown
  /** Commented-out value in a new file. */
  readonly sample?: unknown
  /** Additional comment in a new file. */
  readonly note?: string
}

/** Parsed values of a set of options. */
export type OptionValues<Options> = {
  readonly [Name in keyof Options]: Options[Name] extends Option<infer T> ? T : never
}

/** Infers the value type of a definition. */
export function option<T>(definition: Option<T>): Option<T> {
  return definition
}

/** Returns the environment variable of a flag, e.g. `ROCKPOOL_CHAIN_ID`. */
export function environmentName(flag: string): string {
  return `ROCKPOOL_${flag.toUpperCase().replaceAll('-', '_')}`
}

/** Returns the default as text, or undefined for switches and options without a default. */
export function defaultText({
  fallback,
  fallbackText,
}: Pick<Option<unknown>, 'fallback' | 'fallbackText'>): string | undefined {
  if (fallbackText !== undefined) return fallbackText
  return fallback === false || fallback === undefined ? undefined : String(fallback)
}
