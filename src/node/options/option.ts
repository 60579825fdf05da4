import type { OptionReader } from './optionReaders.ts'
import type { TomlForm } from './tomlForms.ts'

/** One option of the node: all that the command line, the library and the documentation know about it. */
export interface Option<T> {
  /** Name on the command line, without dashes. */
  readonly flag: string
  readonly short?: string
  /** Other names on the command line. */
  readonly aliases?: readonly string[]
  /** A flag that sets the option to false. */
  readonly negation?: string
  /** What stands for the value in the help; a switch has none. */
  readonly argument?: string
  /** The value where the flag stands alone; absent: it never does. */
  readonly bare?: string
  readonly help: string
  readonly fallback: T
  /** The default in words, where the value does not say it. */
  readonly fallbackText?: string
  readonly read: OptionReader<T>
  /** The value is a path: in a file it counts from the file's folder. */
  readonly isPath?: boolean
  /** Means nothing to a node in process. */
  readonly isForCommand?: boolean
  /** Where it stands in `app.toml`; absent: nowhere. */
  readonly toml?: TomlKey
}

/** A key in the section `[evm]` of `app.toml`. */
export interface TomlKey {
  /** As on the real chain, where that has the option. */
  readonly key: string
  readonly form: TomlForm
  /** What a new file has in place of the fallback. @param prefix of the legacy methods */
  readonly initial?: (prefix: string) => unknown
  /** The same, as a comment. */
  readonly sample?: unknown
  /** What a new file says about it beside the help. */
  readonly note?: string
}

/** The values of some options, as they were read. */
export type OptionValues<Options> = {
  readonly [Name in keyof Options]: Options[Name] extends Option<infer T> ? T : never
}

/** Lets a definition say by itself what its values are. */
export function option<T>(definition: Option<T>): Option<T> {
  return definition
}

/** The environment variable of a flag: `ROCKPOOL_CHAIN_ID`. */
export function environmentName(flag: string): string {
  return `ROCKPOOL_${flag.toUpperCase().replaceAll('-', '_')}`
}

/** The default in words; undefined where there is nothing to say of it. */
export function defaultText({
  fallback,
  fallbackText,
}: Pick<Option<unknown>, 'fallback' | 'fallbackText'>): string | undefined {
  if (fallbackText !== undefined) return fallbackText
  return fallback === false || fallback === undefined ? undefined : String(fallback)
}
