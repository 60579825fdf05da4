import { Command, CommanderError, Option } from 'commander'
import { type NodeConfig, type OptionName, optionNames, options } from '../node/config.ts'
import { readSettings } from '../node/home.ts'
import { type CommandDefinition, type CommandInput, commands } from './commands.ts'
import { CommandFailed } from './failure.ts'
import { unsupportedOptions } from './unsupportedOptions.ts'

/** What the arguments ask for: a node, a command, or only the text of the help. */
export type Request =
  | { readonly kind: 'node'; readonly config: NodeConfig }
  | CommandRequest
  | { readonly kind: 'help'; readonly text: string }

interface CommandRequest extends Pick<CommandInput, 'operands' | 'options'> {
  readonly kind: 'command'
  readonly command: CommandDefinition
}

/** Where an option is written twice, the last one counts. */
type Given = Partial<Record<OptionName, unknown>>

const HINT = 'See rockpool --help.'

/**
 * Reads the arguments after the program's name.
 *
 * @throws CommandFailed, ConfigRefused or AppTomlRefused
 */
export function readArguments(args: readonly string[]): Request {
  const given: Given = {}
  const unsupported: string[] = []
  const help: string[] = []
  let asked: CommandRequest | undefined
  const program = createProgram(given, unsupported, help)
  for (const command of commands) {
    addCommand(program, command, (request) => {
      asked = request
    })
  }
  try {
    program.parse(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return { kind: 'help', text: help.join('') }
    throw new CommandFailed(withHint(error.message, hintFor(args)), 2)
  }
  const [missing] = unsupported
  if (missing !== undefined) {
    throw new CommandFailed(`--${missing} is not supported yet. ${HINT}`, 2)
  }
  if (asked !== undefined) {
    refuseNodeOptions(given, asked.command)
    return asked
  }
  const [stray] = program.args
  if (stray !== undefined) {
    const names = commands.map(({ name }) => name).join(', ')
    const advice = `commands are ${names}; a mnemonic or a name with spaces needs quotes`
    throw new CommandFailed(`unexpected argument '${stray}': ${advice}. ${HINT}`, 2)
  }
  return { kind: 'node', config: readSettings(given) }
}

/** Options that are read go to `given`, names of those that are not there yet to `unsupported`, texts to show to `help`. */
function createProgram(given: Given, unsupported: string[], help: string[]): Command {
  const terms = new Map<Option, string>()
  const program = new Command('rockpool')
    .description('A simulated chain node: Ethereum JSON-RPC over HTTP and WebSocket.')
    .helpOption('-h, --help', 'show this text')
    .helpCommand(false)
    .allowExcessArguments()
    // Options after a command's name are the command's.
    .enablePositionalOptions()
    .action(() => {})
    .exitOverride()
    .configureHelp({ optionTerm: (option) => terms.get(option) ?? option.flags })
    .configureOutput({ writeOut: (text) => void help.push(text), writeErr: () => {} })
  for (const name of optionNames) terms.set(addOption(program, name, given), termOf(name))
  for (const { flag, short, takesValue } of unsupportedOptions) {
    const flags = `${short === undefined ? '' : `-${short}, `}--${flag}${takesValue ? ' [value]' : ''}`
    program.addOption(new Option(flags).hideHelp())
    program.on(`option:${flag}`, () => void unsupported.push(flag))
  }
  program.addOption(new Option('-V, --version', 'show the version'))
  return program
}

/** Calls `choose` when the arguments name the command. */
function addCommand(
  program: Command,
  definition: CommandDefinition,
  choose: (request: CommandRequest) => void,
): void {
  const command = program
    .command(definition.name)
    .description(definition.summary)
    .allowExcessArguments(false)
  for (const { name, help } of definition.operands) command.argument(`<${name}>`, help)
  for (const { flags, help } of definition.options) command.option(flags, help)
  command.action(() => {
    const options = command.opts<CommandInput['options']>()
    choose({ kind: 'command', command: definition, operands: command.args, options })
  })
}

/** Where the help is for what these arguments were meant to be. */
function hintFor([first]: readonly string[]): string {
  return commands.some(({ name }) => name === first) ? `See rockpool ${first} --help.` : HINT
}

/** What a command knows of no node must not look as if it counted. */
function refuseNodeOptions(given: Given, { name, options: own }: CommandDefinition): void {
  const [option] = optionNames.filter((option) => Object.hasOwn(given, option))
  if (option === undefined) return
  const flag = `--${options[option].flag}`
  const isKnown = own.some(({ flags }) => flags.startsWith(`${flag} `))
  const fault = isKnown ? `must stand after ${name}` : `is of no use to ${name}`
  throw new CommandFailed(`${flag} ${fault}. ${HINT}`, 2)
}

function addOption(program: Command, name: OptionName, given: Given): Option {
  const { flag, short, aliases = [], negation, argument, help } = options[name]
  const value = argument === undefined ? '' : ` <${argument}>`
  const flags = `${short === undefined ? '' : `-${short}, `}--${flag}${value}`
  const keep = (text: string | null) => {
    given[name] = argument === undefined ? true : text
  }
  const shown = new Option(flags, `${help}${defaultOf(name)}`)
  program.addOption(shown).on(`option:${flag}`, keep)
  for (const alias of aliases) {
    program.addOption(new Option(`--${alias}${value}`).hideHelp()).on(`option:${alias}`, keep)
  }
  if (negation === undefined) return shown
  program.addOption(new Option(`--${negation}`, `turns --${flag} off`))
  program.on(`option:${negation}`, () => {
    given[name] = false
  })
  return shown
}

/** All names of an option, as the help shows them. */
function termOf(name: OptionName): string {
  const { flag, short, aliases = [], argument } = options[name]
  const names = [...(short === undefined ? [] : [`-${short}`]), `--${flag}`]
  const value = argument === undefined ? '' : ` <${argument}>`
  return [...names, ...aliases.map((alias) => `--${alias}`)].join(', ') + value
}

function defaultOf(name: OptionName): string {
  const { fallback, fallbackText = fallback } = options[name]
  return fallbackText === false || fallbackText === undefined ? '' : ` (default: ${fallbackText})`
}

/** `error: unknown option '--prot'\n(Did you mean --port?)` as one sentence after another. */
function withHint(message: string, otherwise: string): string {
  const [problem = '', suggestion] = message.replace(/^error: /, '').split('\n')
  const hint = suggestion?.replace(/^\((.*)\)$/, '$1') ?? otherwise
  return `${problem.replace(/\.$/, '')}. ${hint}`
}
