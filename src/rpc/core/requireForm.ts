import { isJsonObject, jsonKind } from '../../primitives/encoding/json.ts'
import { invalidParams } from '../errors/rpcError.ts'
import type { JsonSchema } from './jsonSchema.ts'
import type { Method } from './method.ts'

/** Namespaces of controls. Test nodes never agreed on one form of their parameters, and clients send any. */
const CONTROLS = /^(?:evm|anvil|hardhat|ganache|miner|rockpool|tenderly)_/

/**
 * Holds what a method is given to the form that its documentation has (docs/openrpc.json), as nodes of the real network do. What is
 * missing, or too much, the method itself complains about.
 *
 * @throws RpcError -32602, which names the argument
 */
export function requireForm(
  name: string,
  { params }: Pick<Method, 'params'>,
  given: unknown,
): void {
  if (!Array.isArray(given) || CONTROLS.test(name)) return
  for (const [i, { codec }] of params.entries()) {
    const value: unknown = given[i]
    if (value === undefined || value === null) continue
    const reason = complaint(codec.schema, value, `invalid argument ${i}`)
    if (reason !== undefined) throw invalidParams(reason)
  }
}

/** Why a value has not the form of a schema; undefined: it has. A field that is null counts as left out. */
export function complaint(schema: JsonSchema, json: unknown, path: string): string | undefined {
  const { anyOf } = schema
  if (anyOf !== undefined) return complaintOfAll(anyOf, json, path)
  if (!hasType(schema, json)) return `${path}: want ${wanted(schema)}, got ${jsonKind(json)}`
  const { enum: values = 'const' in schema ? [schema.const] : undefined } = schema
  if (values !== undefined && !values.some((each) => each === json)) {
    return `${path}: want ${values.map((each) => JSON.stringify(each)).join(' or ')}`
  }
  if (typeof json === 'string') return complaintOfText(schema, json, path)
  if (typeof json === 'number' && schema.minimum !== undefined && json < schema.minimum) {
    return `${path}: want at least ${schema.minimum}, got ${json}`
  }
  if (Array.isArray(json)) return complaintOfList(schema, json, path)
  return isJsonObject(json) ? complaintOfObject(schema, json, path) : undefined
}

/** That of the first schema that is about such a value, else one that names all that would do. */
function complaintOfAll(
  schemas: readonly JsonSchema[],
  json: unknown,
  path: string,
): string | undefined {
  let closest: string | undefined
  for (const schema of schemas) {
    const found = complaint(schema, json, path)
    if (found === undefined) return undefined
    if (schema.anyOf !== undefined || hasType(schema, json)) closest ??= found
  }
  const all = schemas.map(wanted).join(' or ')
  return closest ?? `${path}: want ${all}, got ${jsonKind(json)}`
}

function complaintOfText(schema: JsonSchema, text: string, path: string): string | undefined {
  const { pattern } = schema
  if (pattern === undefined || new RegExp(pattern).test(text)) return undefined
  const isHex = /^\^\(?0x/.test(pattern)
  if (isHex && !text.startsWith('0x')) return `${path}: hex string without 0x prefix`
  if (isHex && /^0x0[0-9a-f]+$/i.test(text) && new RegExp(pattern).test('0x0')) {
    return `${path}: hex number with leading zero digits`
  }
  return `${path}: want ${wanted(schema)}, got ${JSON.stringify(text.slice(0, 80))}`
}

function complaintOfList(
  { items, maxItems = Number.POSITIVE_INFINITY }: JsonSchema,
  list: readonly unknown[],
  path: string,
): string | undefined {
  if (list.length > maxItems) return `${path}: want at most ${maxItems}, got ${list.length}`
  if (items === undefined) return undefined
  return firstOf(list.map((item, i) => () => complaint(items, item, `${path}[${i}]`)))
}

function complaintOfObject(
  { properties = {}, required = [], additionalProperties = true }: JsonSchema,
  json: Readonly<Record<string, unknown>>,
  path: string,
): string | undefined {
  const isThere = (name: string) => Object.hasOwn(json, name) && json[name] !== null
  const missing = required.find((name) => !isThere(name))
  if (missing !== undefined) return `${path}: ${missing}: missing value`
  return firstOf(
    Object.entries(json).map(([name, value]) => () => {
      const field = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
      if (field === false) return `${path}: ${name}: unknown field`
      if (field === undefined || field === true || value === null) return undefined
      return complaint(field, value, `${path}: ${name}`)
    }),
  )
}

function firstOf(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const found = check()
    if (found !== undefined) return found
  }
  return undefined
}

function hasType({ type }: JsonSchema, json: unknown): boolean {
  if (type === undefined) return true
  const types = typeof type === 'string' ? [type] : type
  return types.some((each) => isKind(each, json))
}

function isKind(type: string, json: unknown): boolean {
  if (type === 'null') return json === null
  if (type === 'integer') return Number.isInteger(json)
  if (type === 'array') return Array.isArray(json)
  if (type === 'object') return isJsonObject(json)
  return typeof json === type
}

function wanted({ title, type, anyOf }: JsonSchema): string {
  if (title !== undefined) return title
  if (anyOf !== undefined) return anyOf.map(wanted).join(' or ')
  return typeof type === 'string' ? type : (type ?? ['another value']).join(' or ')
}
