import { Command, CommanderError, Option } from 'commander'
import { type OptionName, optionNames, options } from '../../node/options/config.ts'
import { defaultText, type Option as NodeOption } from '../../node/options/option.ts'
import { optionGroups } from '../../node/options/optionGroups.ts'
import { unsupportedOptions } from '../../node/unsupportedOptions.ts'
import { closestCommand } from '../commands/closestCommand.ts'
import { type CommandDefinition, type CommandInput, groupSummaries } from '../commands/command.ts'
import { commands } from '../commands/commands.ts'
import { CommandError } from '../failure.ts'
import { formatItem, HELP_EXAMPLES } from './helpFormat.ts'

/** Parsed arguments: run a node, run a command, or print help. */
export type ParsedCommand =
  | { readonly kind: 'node'; readonly given: Given }
  | CommandRequest
  | { readonly kind: 'help'; readonly text: string }

interface CommandRequest extends Pick<CommandInput, 'operands' | 'options' | 'given'> {
  readonly kind: 'command'
  readonly command: CommandDefinition
}

/** The last occurrence of an option wins. */
type Given = Partial<Record<OptionName, unknown>>

const HINT = 'See rockpool --help.'

/** Flags of other tools whose closest spelling is the wrong option. */
const flagsElsewhere: ReadonlyMap<string, string> = new Map([
  ['--rpc-port', '--port'],
  ['--http-port', '--port'],
  ['--server.port', '--port'],
])

/** Terms in the help of options with several names. */
const terms = new WeakMap<Option, string>()

/**
 * Reads the arguments after the program's name.
 *
 * @throws CommandError
 */
export function readArguments(args: readonly string[]): ParsedCommand {
  const given: Given = {}
  const unsupported: string[] = []
  const help: string[] = []
  let asked: CommandRequest | undefined
  const program = createProgram(given, unsupported, help)
  for (const command of commands) {
    // Only a command that the arguments name reads them: there are a hundred options.
    const isNamed = args.includes(command.name.split(' ')[0] ?? '')
    const { nodeOptions, ...bare } = command
    const definition = isNamed ? command : bare
    addCommand(program, definition, given, (request) => {
      asked = { ...request, command }
    })
  }
  try {
    program.parse(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return { kind: 'help', text: help.join('') }
    throw new CommandError(withHint(error.message, hintFor(args)), 2)
  }
  const [missing] = unsupported
  if (missing !== undefined) {
    throw new CommandError(`${missing}. ${HINT}`, 2)
  }
  if (asked !== undefined) {
    refuseNodeOptions(given, asked.command)
    return asked
  }
  const [stray] = program.args
  if (stray !== undefined) {
    const meant = closestCommand(stray, commands)
    if (meant !== undefined && stray === args[0]) {
      throw new CommandError(`unknown command '${stray}'. Did you mean ${meant}?`, 2)
    }
    const names = commands.map(({ name }) => name).join(', ')
    // npm takes options for itself and passes on their values.
    const advice =
      process.env.npm_lifecycle_event === 'start'
        ? 'npm passes options on after --, as in npm start -- --port 9000'
        : `commands are ${names}; a mnemonic or a name with spaces needs quotes`
    throw new CommandError(`unexpected argument '${stray}': ${advice}. ${HINT}`, 2)
  }
  return { kind: 'node', given }
}

/** Returns the help of a command, or of the node if `words` is empty. @throws CommandError */
export function helpOf(words: readonly string[]): string {
  const request = readArguments([...words, '--help'])
  return request.kind === 'help' ? request.text : ''
}

/** Parsed options go to `given`, reasons of unsupported ones to `unsupported`, output to `help`. */
function createProgram(given: Given, unsupported: string[], help: string[]): Command {
  const program = new Command('rockpool')
    .description(
      'Run a local Sei-like chain that serves Ethereum JSON-RPC over HTTP and WebSocket.',
    )
    .helpOption('-h, --help', 'Print this help')
    .helpCommand(false)
    .allowExcessArguments()
    // Options after the name of a command belong to the command.
    .enablePositionalOptions()
    .action(() => {})
    .exitOverride()
    .configureHelp({
      optionTerm: (option) => terms.get(option) ?? option.flags,
      formatItem: (term, _termWidth, description, { helpWidth = 80 }) =>
        formatItem(term, description, helpWidth),
    })
    .addHelpText('after', HELP_EXAMPLES)
    .configureOutput({ writeOut: (text) => void help.push(text), writeErr: () => {} })
  addOptions(program, given, new Set(optionNames))
  for (const { flag, short, takesValue, sentence, isIgnored = false } of unsupportedOptions) {
    const flags = `${short === undefined ? '' : `-${short}, `}--${flag}${takesValue ? ' [value]' : ''}`
    program.addOption(new Option(flags).hideHelp())
    if (!isIgnored)
      program.on(`option:${flag}`, () => void unsupported.push(`--${flag} ${sentence}`))
  }
  program.addOption(new Option('-V, --version', 'Print the version'))
  return program
}

/** Registers a command, which calls `choose` if the arguments name it. */
function addCommand(
  program: Command,
  definition: CommandDefinition,
  given: Given,
  choose: (request: CommandRequest) => void,
): void {
  const [first = '', second] = definition.name.split(' ')
  const parent = second === undefined ? program : groupNamed(program, first)
  const command = parent
    .command(second ?? first)
    .description(definition.summary)
    .allowExcessArguments(false)
  for (const { name, help, isList = false } of definition.operands) {
    command.argument(isList ? `[${name}...]` : `<${name}>`, help)
  }
  for (const { flags, help, isRepeatable } of definition.options) {
    if (isRepeatable) command.option(flags, help, joinLines)
    else command.option(flags, help)
  }
  const { nodeOptions } = definition
  if (nodeOptions !== undefined) {
    const own = new Set(command.options.map(({ long }) => long))
    const free = optionNames.filter((name) => !own.has(`--${options[name].flag}`))
    addOptions(command, given, new Set(free), new Set(nodeOptions))
  }
  command.action(() => {
    const options = command.opts<CommandInput['options']>()
    choose({ kind: 'command', command: definition, operands: command.args, options, given })
  })
}

/** Collects the values of a repeated option. */
function joinLines(value: string, earlier: string | undefined): string {
  return earlier === undefined ? value : `${earlier}\n${value}`
}

/** Returns the parent of commands whose names have two words. */
function groupNamed(program: Command, name: string): Command {
  const known = program.commands.find((command) => command.name() === name)
  if (known !== undefined) return known
  const members = commands.filter((command) => command.name.startsWith(`${name} `))
  const summary = groupSummaries.get(name) ?? members.map((member) => member.summary).join('; ')
  const group = program.command(name).description(summary)
  return group.allowExcessArguments().action(() => {
    const [stray] = group.args
    const names = members.map((member) => member.name).join(', ')
    const meant = stray === undefined ? undefined : closestCommand(`${name} ${stray}`, members)
    const what =
      stray === undefined ? `${name} needs a subcommand` : `unknown command '${name} ${stray}'`
    const hint = meant === undefined || meant === name ? HINT : `Did you mean ${meant}?`
    throw new CommandError(`${what}: available are ${names}. ${hint}`, 2)
  })
}

/** Returns a hint at the help of the command that the arguments name. */
function hintFor([first = '', second]: readonly string[]): string {
  const found = commands.find(({ name }) => name === first || name === `${first} ${second}`)
  return found === undefined ? HINT : `See rockpool ${found.name} --help.`
}

/** Rejects node options that the command would silently ignore. */
function refuseNodeOptions(
  given: Given,
  { name, options: own, nodeOptions }: CommandDefinition,
): void {
  if (nodeOptions !== undefined) return
  const [option] = optionNames.filter((option) => Object.hasOwn(given, option))
  if (option === undefined) return
  const flag = `--${options[option].flag}`
  const isKnown = own.some(({ flags }) => flags.split(' ')[0] === flag)
  const fault = isKnown ? `must follow ${name}` : `is not an option of ${name}`
  throw new CommandError(`${flag} ${fault}. ${HINT}`, 2)
}

/** Adds the wanted node options, group by group. The help shows those of `shown`. */
function addOptions(
  program: Command,
  given: Given,
  wanted: ReadonlySet<OptionName>,
  shown = wanted,
): void {
  for (const [group, members] of optionGroups) {
    for (const name of members.filter((member) => wanted.has(member))) {
      addOption(program, name, { heading: `${group}:`, isHidden: !shown.has(name) }, given)
    }
  }
}

function addOption(
  program: Command,
  name: OptionName,
  { heading, isHidden }: { readonly heading: string; readonly isHidden: boolean },
  given: Given,
): void {
  const {
    flag,
    short,
    aliases = [],
    negation,
    negationHelp = '',
    argument,
    bare,
    help,
    isRepeatable = false,
  }: NodeOption<unknown> = options[name]
  const value = valueText(options[name])
  const flags = `${short === undefined ? '' : `-${short}, `}--${flag}${value}`
  const keep = (text: string | null) => {
    const earlier: unknown = isRepeatable ? given[name] : undefined
    const read = argument === undefined ? true : (text ?? bare)
    given[name] = isRepeatable ? [...(Array.isArray(earlier) ? earlier : []), read] : read
  }
  const shown = new Option(flags, `${help}${defaultOf(name)}`).helpGroup(heading).hideHelp(isHidden)
  terms.set(shown, termOf(name))
  program.addOption(shown).on(`option:${flag}`, keep)
  for (const alias of aliases) {
    const hidden = new Option(`--${alias}${value}`).hideHelp().helpGroup(heading)
    program.addOption(hidden).on(`option:${alias}`, keep)
  }
  if (negation === undefined) return
  program.addOption(new Option(`--${negation}`, negationHelp).helpGroup(heading).hideHelp(isHidden))
  program.on(`option:${negation}`, () => {
    given[name] = false
  })
}

/** Returns all names of an option for the help. */
function termOf(name: OptionName): string {
  const { flag, short, aliases = [] }: NodeOption<unknown> = options[name]
  const names = [...(short === undefined ? [] : [`-${short}`]), `--${flag}`]
  return [...names, ...aliases.map((alias) => `--${alias}`)].join(', ') + valueText(options[name])
}

/** Returns the placeholder of the value, in brackets if the value is optional. */
function valueText({ argument, bare }: NodeOption<unknown>): string {
  if (argument === undefined) return ''
  return bare === undefined ? ` <${argument}>` : ` [${argument}]`
}

function defaultOf(name: OptionName): string {
  const words = defaultText(options[name])
  return words === undefined ? '' : ` (default: ${words})`
}

/** Turns `error: unknown option '--prot'\n(Did you mean --port?)` into two sentences. */
function withHint(message: string, otherwise: string): string {
  const [problem = '', suggestion] = message.replace(/^error: /, '').split('\n')
  const [, flag = ''] = /^unknown option '([^'=]*)/.exec(problem) ?? []
  const known = flagsElsewhere.get(flag)
  if (known !== undefined) return `${problem}. Did you mean ${known}?`
  const hint = suggestion?.replace(/^\((.*)\)$/, '$1') ?? otherwise
  return `${problem.replace(/\.$/, '')}. ${hint}`
}
