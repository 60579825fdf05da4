import { type OptionName, optionNames, options } from '../../node/options/config.ts'
import type { Option } from '../../node/options/option.ts'
import { CommandError } from '../failure.ts'
import { type CommandDefinition, type CommandInput, groupSummaries } from './command.ts'

/** A supported shell. */
export type Shell = 'bash' | 'zsh' | 'fish'

export const shells: readonly Shell[] = ['bash', 'zsh', 'fish']

/** Value of a flag. */
type Value = 'nothing' | 'anything' | 'file' | 'directory' | readonly string[]

interface Flag {
  /** Including dashes. */
  readonly names: readonly string[]
  readonly help: string
  readonly value: Value
}

/**
 * The command `completions`: prints a completion script.
 *
 * @param commands to complete
 */
export function completionsCommand(commands: readonly CommandDefinition[]) {
  /** @throws CommandError for an unknown shell */
  return async ({ operands, print }: CommandInput): Promise<void> => {
    const [asked = ''] = operands
    const shell = shells.find((known) => known === asked)
    if (shell === undefined) {
      throw new CommandError(`unknown shell '${asked}': want one of ${shells.join(', ')}`, 2)
    }
    print(completions(shell, commands))
  }
}

/** Returns a script that completes flags, values and commands. */
export function completions(shell: Shell, commands: readonly CommandDefinition[]): string {
  if (shell === 'fish') return fishScript(commands)
  const script = bashScript(commands)
  return shell === 'bash' ? script : `${ZSH_START}${script}`
}

/** The bash script runs in zsh after its completion is loaded. */
const ZSH_START = `(( $+functions[compdef] )) || { autoload -U compinit && compinit }
autoload -U +X bashcompinit && bashcompinit
`

const COMMON: readonly Flag[] = [
  { names: ['--help', '-h'], help: 'Print the help', value: 'nothing' },
  { names: ['--version', '-V'], help: 'Print the version', value: 'nothing' },
]

function nodeFlags(wanted: readonly OptionName[]): Flag[] {
  const all = wanted.flatMap((name): Flag[] => {
    const option: Option<unknown> = options[name]
    const { flag, short, aliases = [], negation, negationHelp = '', help, ...rest } = option
    const own = [flag, ...aliases].map((each) => `--${each}`)
    const names = short === undefined ? own : [...own, `-${short}`]
    const main: Flag = { names, help, value: valueOfOption(rest) }
    if (negation === undefined) return [main]
    return [main, { names: [`--${negation}`], help: negationHelp, value: 'nothing' }]
  })
  return [...all, ...COMMON]
}

function valueOfOption({
  argument,
  isPath = false,
  read,
}: Pick<Option<unknown>, 'argument' | 'isPath' | 'read'>): Value {
  if (argument === undefined) return 'nothing'
  if (isPath) return argument === 'directory' ? 'directory' : 'file'
  const { enum: words, examples = words } = read.schema
  return Array.isArray(examples) ? examples.map(String) : 'anything'
}

function commandFlags({ options: own }: CommandDefinition): Flag[] {
  const flags = own.map(({ flags: text, help }): Flag => {
    const [name = '', argument] = text.split(' ')
    const place = argument === '<directory>' ? 'directory' : 'anything'
    return { names: [name], help, value: argument === undefined ? 'nothing' : place }
  })
  return [...flags, { names: ['--help', '-h'], help: 'Print the help', value: 'nothing' }]
}

function bashScript(commands: readonly CommandDefinition[]): string {
  // A command and the node may have flags of the same name.
  const words = (flags: readonly Flag[]) => {
    const names = flags.flatMap((flag) => flag.names)
    return [...new Set(names.filter((name) => name.startsWith('--')))].join(' ')
  }
  const node = nodeFlags(optionNames)
  const all = [...node, ...commands.flatMap(commandFlags)]
  const taken = new Set<string>()
  const values = all.flatMap(({ names, value }) => {
    const free = names.filter((name) => !taken.has(name))
    for (const name of free) taken.add(name)
    if (value === 'nothing' || free.length === 0) return []
    // File names may contain spaces.
    const separator = value === 'file' || value === 'directory' ? `local IFS=$'\\n'; ` : ''
    return [`    ${free.join('|')}) ${separator}COMPREPLY=(${bashValues(value)}); return ;;`]
  })
  const perCommand = commands.map((command) => {
    const flags =
      command.nodeOptions === undefined
        ? commandFlags(command)
        : [...commandFlags(command), ...nodeFlags(command.nodeOptions)]
    const operands = operandWords(command, commands).join(' ')
    return `    "${command.name} "*) COMPREPLY=($(compgen -f -W "${words(flags)} ${operands}" -- "$word")); return ;;`
  })
  const groups = new Map<string, string[]>()
  for (const { name } of commands) {
    const [first = '', second] = name.split(' ')
    if (second !== undefined) groups.set(first, [...(groups.get(first) ?? []), second])
  }
  const perGroup = [...groups].map(
    ([name, members]) =>
      `    "${name} "*) COMPREPLY=($(compgen -W "${members.join(' ')}" -- "$word")); return ;;`,
  )
  const firstWords = firstWordsOf(commands)
  return `_rockpool() {
  local word="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  COMPREPLY=()
  case "$previous" in
${values.join('\n')}
  esac
  case "\${COMP_WORDS[1]} \${COMP_WORDS[2]} " in
${[...perCommand, ...perGroup].join('\n')}
  esac
  COMPREPLY=($(compgen -W "${words(node)} ${firstWords.join(' ')}" -- "$word"))
}
complete -o filenames -o bashdefault -F _rockpool rockpool
`
}

function firstWordsOf(commands: readonly CommandDefinition[]): string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))]
}

/** Completes an operand that is one of a few words. */
function operandWords(
  { name }: CommandDefinition,
  commands: readonly CommandDefinition[],
): readonly string[] {
  if (name === 'completions') return shells
  return name === 'help' ? [...new Set(commands.flatMap((each) => each.name.split(' ')))] : []
}

function bashValues(value: Exclude<Value, 'nothing'>): string {
  if (value === 'anything') return ''
  if (value === 'file') return '$(compgen -f -- "$word")'
  if (value === 'directory') return '$(compgen -d -- "$word")'
  return `$(compgen -W "${value.join(' ')}" -- "$word")`
}

function fishScript(commands: readonly CommandDefinition[]): string {
  const isFirst = '__fish_use_subcommand'
  const names = firstWordsOf(commands).map((first) => {
    const meant = commands.find(({ name }) => name.split(' ')[0] === first)
    const summary = groupSummaries.get(first) ?? meant?.summary ?? ''
    return `complete -c rockpool -n ${isFirst} -f -a ${first} -d ${fishQuoted(summary)}`
  })
  const seconds = commands.flatMap(({ name, summary }) => {
    const [first, second] = name.split(' ')
    if (second === undefined) return []
    const condition = fishQuoted(`__fish_seen_subcommand_from ${first}`)
    return [`complete -c rockpool -n ${condition} -f -a ${second} -d ${fishQuoted(summary)}`]
  })
  const ofCommands = commands.flatMap((command) => {
    const [first] = command.name.split(' ')
    const condition = fishQuoted(`__fish_seen_subcommand_from ${first}`)
    return commandFlags(command).map((flag) => fishFlag(flag, condition))
  })
  const forOperands = commands.flatMap((command) => {
    const words = operandWords(command, commands)
    if (words.length === 0) return []
    const condition = fishQuoted(`__fish_seen_subcommand_from ${command.name}`)
    return [`complete -c rockpool -n ${condition} -f -a ${fishQuoted(words.join(' '))}`]
  })
  const ofNode = nodeFlags(optionNames).map((flag) => fishFlag(flag, isFirst))
  return `${[...names, ...seconds, ...ofCommands, ...forOperands, ...ofNode].join('\n')}\n`
}

function fishFlag({ names, help, value }: Flag, condition: string): string {
  const flags = names.map((name) =>
    name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
  )
  const takes: Readonly<Record<string, string>> = {
    nothing: '',
    anything: ' -x',
    file: ' -r -F',
    directory: " -x -a '(__fish_complete_directories)'",
  }
  const form = typeof value === 'string' ? takes[value] : ` -x -a ${fishQuoted(value.join(' '))}`
  return `complete -c rockpool -n ${condition} ${flags.join(' ')}${form} -d ${fishQuoted(help)}`
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
