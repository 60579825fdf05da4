import { type OptionName, optionNames, options } from '../../node/options/config.ts'
import { environmentName, type Option } from '../../node/options/option.ts'
import { closestWord } from '../../primitives/closestWord.ts'

/** What environment variables say about options. */
export interface EnvironmentSettings {
  readonly values: Readonly<Partial<Record<OptionName, unknown>>>
  /** Which variable it was. */
  readonly names: ReadonlyMap<OptionName, string>
  /** Variables that look like slips, a line each. */
  readonly warnings: readonly string[]
}

const SWITCH: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  false: false,
  '0': false,
}

const PREFIX = 'ROCKPOOL_'

/**
 * Reads `ROCKPOOL_*`. An empty variable is none; names that stand for no option are not ours, but
 * may be slips.
 */
export function readEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): EnvironmentSettings {
  const values: Partial<Record<OptionName, unknown>> = {}
  const names = new Map<OptionName, string>()
  for (const option of optionNames) {
    const { flag, negation, argument }: Option<unknown> = options[option]
    const name = environmentName(flag)
    const text = environment[name]
    if (text !== undefined && text !== '') {
      values[option] = argument === undefined ? (SWITCH[text] ?? text) : text
      names.set(option, name)
    } else if (negation !== undefined && isOn(environment[environmentName(negation)])) {
      values[option] = false
      names.set(option, environmentName(negation))
    }
  }
  return { values, names, warnings: slips(environment) }
}

/**
 * Others may have variables with these first letters: Kubernetes for a service `rockpool`, the
 * user's own scripts.
 */
function slips(environment: Readonly<Record<string, string | undefined>>): string[] {
  const variables = variablesByWord()
  const known = new Set(variables.values())
  return Object.keys(environment).flatMap((name) => {
    if (!name.startsWith(PREFIX) || environment[name] === '' || known.has(name)) return []
    const word = closestWord(name.slice(PREFIX.length), variables.keys())
    if (word === undefined) return []
    return [`${name} is no option and has no effect; did you mean ${variables.get(word)}?`]
  })
}

/**
 * The variables that there are, by the words that may stand for them: an option has several flags,
 * and one variable.
 */
function variablesByWord(): Map<string, string> {
  const variables = new Map<string, string>()
  for (const option of optionNames) {
    const { flag, aliases = [], negation }: Option<unknown> = options[option]
    for (const word of [flag, ...aliases]) variables.set(word, environmentName(flag))
    if (negation !== undefined) variables.set(negation, environmentName(negation))
  }
  return variables
}

function isOn(text: string | undefined): boolean {
  return text !== undefined && SWITCH[text] === true
}
