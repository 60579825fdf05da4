import type { Json } from '../../primitives/encoding/json.ts'

/** The part of JSON Schema (draft 7) that describes our parameters and results. */
export interface JsonSchema {
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly pattern?: string
  readonly enum?: readonly Json[]
  readonly const?: Json
  readonly minimum?: number
  readonly items?: JsonSchema
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly anyOf?: readonly JsonSchema[]
}

/** What fields of an object mean, by name; those that their names explain have no entry. */
export type FieldDescriptions<Name extends string = string> = { readonly [K in Name]?: string }

/** The schemas of an object's fields, with what they mean. */
export function describeFields<Name extends string>(
  properties: Readonly<Record<Name, JsonSchema>>,
  meanings: FieldDescriptions<NoInfer<Name>>,
): Readonly<Record<Name, JsonSchema>> {
  const entries = Object.entries<JsonSchema>(properties).map(([name, schema]) => {
    const description = meanings[name as Name]
    if (description === undefined) return [name, schema]
    // An object may have a description of its own, which says what it is and not what it means
    // here.
    const isObject = schema.type === 'object'
    return [name, isObject ? { description, anyOf: [schema] } : { ...schema, description }]
  })
  return Object.fromEntries(entries)
}
