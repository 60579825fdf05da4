import type { Json } from '../../primitives/encoding/json.ts'

/** The used part of JSON Schema (draft 7). */
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

/** Descriptions of fields by name, except self-explanatory ones. */
export type FieldDescriptions<Name extends string = string> = { readonly [K in Name]?: string }

/** Returns the schemas of an object's fields with their descriptions. */
export function describeFields<Name extends string>(
  properties: Readonly<Record<Name, JsonSchema>>,
  meanings: FieldDescriptions<NoInfer<Name>>,
): Readonly<Record<Name, JsonSchema>> {
  const entries = Object.entries<JsonSchema>(properties).map(([name, schema]) => {
    const description = meanings[name as Name]
    if (description === undefined) return [name, schema]
    // An object may have its own description, which does not explain the field.
    const isObject = schema.type === 'object'
    return [name, isObject ? { description, anyOf: [schema] } : { ...schema, description }]
  })
  return Object.fromEntries(entries)
}
