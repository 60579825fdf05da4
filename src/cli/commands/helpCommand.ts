import { CommandError } from '../failure.ts'
import { closestCommand } from './closestCommand.ts'
import type { CommandDefinition, CommandInput } from './command.ts'

/**
 * The command `help`: prints the help of a command or of the node.
 *
 * @param commands all commands
 * @param helpOf returns the help of a command
 */
export function helpCommand(
  commands: readonly CommandDefinition[],
  helpOf: (words: readonly string[]) => string,
) {
  /** @throws CommandError (exit code 2) for an unknown command */
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

/** `config` means `config print`. */
function isGroup(name: string, asked: string): boolean {
  return name.startsWith(`${asked} `)
}
