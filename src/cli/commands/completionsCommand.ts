import { CommandFailed } from '../failure.ts'
import type { CommandDefinition, CommandInput } from './commands.ts'
import { completions, shells } from './completions.ts'

/**
 * The command `completions`: writes the script that a shell reads.
 *
 * @param commands that it completes
 */
export function completionsCommand(commands: readonly CommandDefinition[]) {
  /** @throws CommandFailed for a shell that it does not know */
  return async ({ operands, print }: CommandInput): Promise<void> => {
    const [asked = ''] = operands
    const shell = shells.find((known) => known === asked)
    if (shell === undefined) {
      throw new CommandFailed(`completions are for ${shells.join(', ')}, not for '${asked}'`, 2)
    }
    print(completions(shell, commands))
  }
}
