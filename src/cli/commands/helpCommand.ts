import { CommandError } from '../failure.ts'
import { closestCommand } from './closestCommand.ts'
import type { CommandDefinition, CommandInput } from './command.ts'

/**
 * The command `help`: shows what `--help` shows, of a command or of the node.
 *
 * @param commands that there are
 * @param helpOf the text for the words of one of them
 */
export function helpCommand(
  commands: readonly CommandDefinition[],
  helpOf: (words: readonly string[]) => string,
) {
  /** @throws CommandError (exit code 2) where there is no such command */
  return async ({ operands, print }: CommandInput): Promise<void> => {
    const asked = operands.join(' ')
    const names = commands.map(({ name }) => name)
    const isKnown = asked === '' || names.some((name) => name === asked || isGroup(name, asked))
    if (!isKnown) {
      const meant = closestCommand(asked, commands)
      const advice =
        meant === undefined ? `commands are ${names.join(', ')}` : `did you mean ${meant}?`
      throw new CommandError(`unknown command '${asked}': ${advice}`, 2)
    }
    print(helpOf(operands))
  }
}

/** `config` is of `config print`. */
function isGroup(name: string, asked: string): boolean {
  return name.startsWith(`${asked} `)
}
