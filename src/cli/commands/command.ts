import type { OptionName } from '../../node/options/config.ts'

/** What a command is given. */
export interface CommandInput {
  /** In the order of {@link CommandDefinition.operands}. */
  readonly operands: readonly string[]
  /** Values by name in camel case; true for an option that takes none. */
  readonly options: Readonly<Record<string, string | true | undefined>>
  /** Options of a node that were given, unread. */
  readonly given: Readonly<Partial<Record<OptionName, unknown>>>
  /** Writes to stdout. */
  print(text: string): void
}

/** A word after the name of a command. */
export interface Operand {
  readonly name: string
  readonly help: string
  /** There may be any number of it; the last one alone may be so. */
  readonly isList?: boolean
}

/**
 * Something to do other than running a node: `rockpool NAME OPERAND…`. The name may be two words.
 */
export interface CommandDefinition {
  readonly name: string
  /**
   * Words that users of other tools may take for the last one of the name: they are told the right
   * one.
   */
  readonly synonyms?: readonly string[]
  readonly summary: string
  readonly operands: readonly Operand[]
  /** `flags` as in the help: `--state-root <hash>`. */
  readonly options: readonly { readonly flags: string; readonly help: string }[]
  /** It takes the options of a node as well. */
  readonly takesNodeOptions?: boolean
  /**
   * Loads what does it, which a node does not need. It throws {@link CommandError} where it fails.
   *
   * @param helpOf the text of the help for the words of a command, or for none
   */
  load(
    helpOf: (words: readonly string[]) => string,
  ): Promise<(input: CommandInput) => Promise<void>>
}

/** What the commands do together that begin with the same word. */
export const groupSummaries: ReadonlyMap<string, string> = new Map([
  ['snapshot', 'Manage the snapshots of a running node'],
  ['config', 'Inspect the configuration of a node'],
  ['genesis', 'Inspect genesis files'],
])
