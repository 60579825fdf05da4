import { optionNames, options } from './config.ts'
import { defaultText, type Option } from './option.ts'

/**
 * JSON schema of a config file, for editors; members that only modules can have are just described.
 */
export function configSchema(): Readonly<Record<string, unknown>> {
  const inFile = optionNames.filter((name) => name !== 'config')
  const properties = inFile.map((name) => {
    const { help, read, ...rest }: Option<unknown> = options[name]
    const words = defaultText(rest)
    const description = words === undefined ? help : `${help} (default: ${words})`
    const { schema } = name === 'genesis' ? { schema: { type: ['string', 'object'] } } : read
    return [name, { description, ...schema }] as const
  })
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Rockpool config file',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...Object.fromEntries(properties) },
    additionalProperties: false,
  }
}
