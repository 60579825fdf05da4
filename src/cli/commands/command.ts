import type { OptionName } from '../../node/options/config.ts'

/** Input of a command. */
export interface CommandInput {
  /** In the order of {@link CommandDefinition.operands}. */
  readonly operands: readonly string[]
  /** Values by name in camel case; true for switches. */
  readonly options: Readonly<Record<string, string | true | undefined>>
  /** Given node options, unparsed. */
  readonly given: Readonly<Partial<Record<OptionName, unknown>>>
  /** Writes to stdout. */
  print(text: string): void
}

/** An operand of a command. */
export interface Operand {
  readonly name: string
  readonly help: string
  /** Accepts any number of values; only the last operand may. */
  readonly isList?: boolean
}

/** An option of a command. */
export interface CommandOption {
  /** As in the help: `--state-root <hash>`. */
  readonly flags: string
  readonly help: string
  /** Repeated values become one text, one a line. */
  readonly isRepeatable?: boolean
}

/** A subcommand: `rockpool NAME OPERAND…`. The name may have two words. */
export interface CommandDefinition {
  readonly name: string
  /** Synonyms of the name's last word in other tools, for a hint. */
  readonly synonyms?: readonly string[]
  readonly summary: string
  readonly operands: readonly Operand[]
  readonly options: readonly CommandOption[]
  /** The node options that it also takes; default: none. It may refuse others in its own words. */
  readonly nodeOptions?: readonly OptionName[]
  /**
   * Loads the implementation, which throws {@link CommandError} on failure.
   *
   * @param helpOf returns the help of a command, or of the node
   */
  load(
    helpOf: (words: readonly string[]) => string,
  ): Promise<(input: CommandInput) => Promise<void>>
}

/** Summary of the commands with the same first word. */
export const groupSummaries: ReadonlyMap<string, string> = new Map([
  ['snapshot', 'Manage the snapshots of a running node'],
  ['config', 'Inspect the configuration of a node'],
  ['genesis', 'Inspect genesis files'],
])
