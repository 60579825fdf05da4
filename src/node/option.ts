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
  readonly help: string
  readonly fallback: T
  /** The default in words, where the value does not say it. */
  readonly fallbackText?: string
  readonly read: OptionReader<T>
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

/** Lets a definition say by itself what its values are. */
export function option<T>(definition: Option<T>): Option<T> {
  return definition
}
