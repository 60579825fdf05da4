import type { JsonSchema } from '../core/jsonSchema.ts'

/** What fields of an object mean, by name; those that their names explain have no entry. */
export type Meanings<Name extends string = string> = { readonly [K in Name]?: string }

/** The schemas of an object's fields, with what they mean. */
export function withMeanings<Name extends string>(
  properties: Readonly<Record<Name, JsonSchema>>,
  meanings: Meanings<NoInfer<Name>>,
): Readonly<Record<Name, JsonSchema>> {
  const entries = Object.entries<JsonSchema>(properties).map(([name, schema]) => {
    const description = meanings[name as Name]
    if (description === undefined) return [name, schema]
    // An object may have a description of its own, which says what it is and not what it means here.
    const isObject = schema.type === 'object'
    return [name, isObject ? { description, anyOf: [schema] } : { ...schema, description }]
  })
  return Object.fromEntries(entries)
}
