import type { TypedData, TypedDataField } from '../../primitives/crypto/typedData.ts'
import { isJsonObject, type Json, jsonKind } from '../../primitives/encoding/json.ts'
import { invalidParams } from '../errors/rpcError.ts'
import type { Codec } from './codec.ts'
import { array, record } from './compound.ts'
import { text } from './scalar.ts'

const fields: Codec<readonly TypedDataField[]> = array(
  record(
    { name: text, type: text },
    { title: 'struct field', meanings: { type: 'Solidity type or struct name' } },
  ),
)

/** A JSON object described by its types. */
const anyObject: Codec<Readonly<Record<string, unknown>>> = {
  decode(json, path) {
    if (!isJsonObject(json)) throw invalidParams(`${path}: want an object, got ${jsonKind(json)}`)
    return json
  },
  encode: (value) => value as Json,
  schema: { type: 'object', title: 'any object' },
}

const types: Codec<TypedData['types']> = {
  decode(json, path) {
    const decoded = Object.entries(anyObject.decode(json, path)).map(
      ([name, value]) => [name, fields.decode(value, `${path}: ${name}`)] as const,
    )
    return Object.fromEntries(decoded)
  },
  encode: (value) =>
    Object.fromEntries(Object.entries(value).map(([name, list]) => [name, fields.encode(list)])),
  schema: {
    type: 'object',
    title: 'fields by struct name',
    description: 'Struct types.',
    additionalProperties: fields.schema,
  },
}

const whole = record(
  { types, primaryType: text, domain: anyObject, message: anyObject },
  {
    title: 'typed data (EIP-712)',
    meanings: {
      types: 'all structs; EIP712Domain is optional',
      primaryType: 'struct type of the message',
      domain: 'domain: name, version, chainId, verifyingContract, salt',
      message: 'value of the primary type',
    },
  },
)

/** Typed data of EIP-712, as an object or its JSON text (as wallets receive it). */
export const typedData: Codec<TypedData> = {
  decode: (json, path) => whole.decode(typeof json === 'string' ? parse(json, path) : json, path),
  encode: whole.encode,
  schema: {
    anyOf: [whole.schema, { type: 'string', title: 'as a JSON string' }],
  },
}

function parse(json: string, path: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw invalidParams(`${path}: typed data is not JSON`)
  }
}
