import { type OptionName, optionNames, options } from '../../node/options/config.ts'
import { environmentName, type Option } from '../../node/options/option.ts'
import { closestWord } from '../../primitives/closestWord.ts'

/** Options from environment variables. */
export interface EnvironmentSettings {
  readonly values: Readonly<Partial<Record<OptionName, unknown>>>
  /** The variable of each option. */
  readonly names: ReadonlyMap<OptionName, string>
  /** Warnings about likely misspellings. */
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
 * Reads `ROCKPOOL_*`. Empty variables count as unset; unknown ones are ignored, with a warning for
 * likely misspellings.
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

/** Other programs may use the prefix: Kubernetes for a service `rockpool`, or scripts. */
function slips(environment: Readonly<Record<string, string | undefined>>): string[] {
  const variables = variablesByWord()
  const known = new Set(variables.values())
  return Object.keys(environment).flatMap((name) => {
    if (!name.startsWith(PREFIX) || environment[name] === '' || known.has(name)) return []
    const word = closestWord(name.slice(PREFIX.length), variables.keys())
    if (word === undefined) return []
    return [`unknown variable ${name} has no effect; did you mean ${variables.get(word)}?`]
  })
}

/** Variables by possible spellings: an option has several flags, but one variable. */
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
