import { Command, CommanderError, Option } from 'commander'
import {
  type NodeConfig,
  type OptionName,
  optionNames,
  options,
  readConfig,
} from '../node/config.ts'
import { CommandFailed } from './failure.ts'

/** What the arguments ask for: a node, or only the text of the help. */
export type Request =
  | { readonly kind: 'node'; readonly config: NodeConfig }
  | { readonly kind: 'help'; readonly text: string }

/** Where an option is written twice, the last one counts. */
type Given = Partial<Record<OptionName, unknown>>

/**
 * Reads the arguments after the program's name.
 *
 * @throws CommandFailed or ConfigRefused
 */
export function readArguments(args: readonly string[]): Request {
  const given: Given = {}
  const program = createProgram(given)
  try {
    program.parse(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return { kind: 'help', text: program.helpInformation() }
    throw new CommandFailed(withHint(error.message), 2)
  }
  return { kind: 'node', config: readConfig(given) }
}

function createProgram(given: Given): Command {
  const program = new Command('rockpool')
    .description('A simulated chain node: Ethereum JSON-RPC over HTTP and WebSocket.')
    .helpOption('-h, --help', 'show this text')
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
  for (const name of optionNames) addOption(program, name, given)
  program.addOption(new Option('-V, --version', 'show the version'))
  return program
}

function addOption(program: Command, name: OptionName, given: Given): void {
  const { flag, short, aliases = [], negation, argument, help } = options[name]
  const value = argument === undefined ? '' : ` <${argument}>`
  const flags = `${short === undefined ? '' : `-${short}, `}--${flag}${value}`
  const keep = (text: string | null) => {
    given[name] = argument === undefined ? true : text
  }
  program.addOption(new Option(flags, `${help}${defaultOf(name)}`)).on(`option:${flag}`, keep)
  for (const alias of aliases) {
    program.addOption(new Option(`--${alias}${value}`).hideHelp()).on(`option:${alias}`, keep)
  }
  if (negation === undefined) return
  program.addOption(new Option(`--${negation}`, `turns --${flag} off`))
  program.on(`option:${negation}`, () => {
    given[name] = false
  })
}

function defaultOf(name: OptionName): string {
  const { fallback, fallbackText = fallback } = options[name]
  return fallbackText === false || fallbackText === undefined ? '' : ` (default: ${fallbackText})`
}

/** `error: unknown option '--prot'\n(Did you mean --port?)` as one sentence after another. */
function withHint(message: string): string {
  const [problem = '', suggestion] = message.replace(/^error: /, '').split('\n')
  const hint = suggestion?.replace(/^\((.*)\)$/, '$1') ?? 'See rockpool --help.'
  return `${problem}. ${hint}`
}
