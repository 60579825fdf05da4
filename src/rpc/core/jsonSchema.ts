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
