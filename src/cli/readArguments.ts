import { Command, CommanderError, Option } from 'commander'
import {
  type NodeConfig,
  type OptionName,
  optionNames,
  options,
  readConfig,
} from '../node/config.ts'
import { CommandFailed } from './failure.ts'
import { unsupportedOptions } from './unsupportedOptions.ts'

/** What the arguments ask for: a node, or only the text of the help. */
export type Request =
  | { readonly kind: 'node'; readonly config: NodeConfig }
  | { readonly kind: 'help'; readonly text: string }

/** Where an option is written twice, the last one counts. */
type Given = Partial<Record<OptionName, unknown>>

const HINT = 'See rockpool --help.'

/** What only the command's help says about an option. */
const remarks: Partial<Record<OptionName, string>> = {
  reference: '; today it is the only executor, so this changes nothing',
}

/**
 * Reads the arguments after the program's name.
 *
 * @throws CommandFailed or ConfigRefused
 */
export function readArguments(args: readonly string[]): Request {
  const given: Given = {}
  const unsupported: string[] = []
  const program = createProgram(given, unsupported)
  try {
    program.parse(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return { kind: 'help', text: program.helpInformation() }
    throw new CommandFailed(withHint(error.message), 2)
  }
  const [missing] = unsupported
  if (missing !== undefined) {
    throw new CommandFailed(`--${missing} is not supported yet. ${HINT}`, 2)
  }
  const [stray] = program.args
  if (stray !== undefined) {
    const advice = 'quote a mnemonic or a name with spaces'
    throw new CommandFailed(`unexpected argument '${stray}'; ${advice}. ${HINT}`, 2)
  }
  return { kind: 'node', config: readConfig(given) }
}

/** Options that are read go to `given`, names of those that are not there yet to `unsupported`. */
function createProgram(given: Given, unsupported: string[]): Command {
  const terms = new Map<Option, string>()
  const program = new Command('rockpool')
    .description('A simulated chain node: Ethereum JSON-RPC over HTTP.')
    .helpOption('-h, --help', 'show this text')
    .allowExcessArguments()
    .exitOverride()
    .configureHelp({ optionTerm: (option) => terms.get(option) ?? option.flags })
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
  for (const name of optionNames) terms.set(addOption(program, name, given), termOf(name))
  for (const { flag, short, takesValue } of unsupportedOptions) {
    const flags = `${short === undefined ? '' : `-${short}, `}--${flag}${takesValue ? ' [value]' : ''}`
    program.addOption(new Option(flags).hideHelp())
    program.on(`option:${flag}`, () => void unsupported.push(flag))
  }
  program.addOption(new Option('-V, --version', 'show the version'))
  return program
}

function addOption(program: Command, name: OptionName, given: Given): Option {
  const { flag, short, aliases = [], negation, argument, help } = options[name]
  const { [name]: remark = '' } = remarks
  const value = argument === undefined ? '' : ` <${argument}>`
  const flags = `${short === undefined ? '' : `-${short}, `}--${flag}${value}`
  const keep = (text: string | null) => {
    given[name] = argument === undefined ? true : text
  }
  const shown = new Option(flags, `${help}${remark}${defaultOf(name)}`)
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
function withHint(message: string): string {
  const [problem = '', suggestion] = message.replace(/^error: /, '').split('\n')
  const hint = suggestion?.replace(/^\((.*)\)$/, '$1') ?? HINT
  return `${problem}. ${hint}`
}
