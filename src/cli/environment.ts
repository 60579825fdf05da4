import { type OptionName, optionNames, options } from '../node/config.ts'
import { environmentName, type Option } from '../node/option.ts'

/** What environment variables say about options. */
export interface EnvironmentSettings {
  readonly values: Readonly<Partial<Record<OptionName, unknown>>>
  /** Which variable it was. */
  readonly names: ReadonlyMap<OptionName, string>
}

const SWITCH: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  false: false,
  '0': false,
}

/** Reads `ROCKPOOL_*`. An empty variable is none; names that stand for no option are not ours. */
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
  return { values, names }
}

function isOn(text: string | undefined): boolean {
  return text !== undefined && SWITCH[text] === true
}
