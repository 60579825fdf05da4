import type { GrantUse } from '../../modules/authz/authorization.ts'
import type { HeaderInfo } from '../../modules/headerInfo.ts'
import { ModuleError } from '../../modules/moduleError.ts'
import { bytesToBase64 } from '../../primitives/encoding/bytes.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { FieldValues, MessageValues, ProtoSchema, Shape } from '../codec/protoSchema.ts'
import { NativeTxError } from '../errors.ts'
import type { NativeEvent } from '../nativeReceipt.ts'

/** A type of message that a module runs. */
export interface MessageType {
  readonly typeUrl: string
  /**
   * Checks a message, as ValidateBasic does, and returns its signer in bech32.
   *
   * @throws NativeTxError
   */
  check(value: Uint8Array, bech32Prefix: string): string
  /** Returns the text of the signer of a message that may be invalid. @throws NativeTxError */
  signer(value: Uint8Array, bech32Prefix: string): string
  /**
   * Runs a checked message and returns its events.
   *
   * @throws ModuleError, ModuleOutOfGas
   */
  run(state: RowState, value: Uint8Array, moment: HeaderInfo): NativeEvent[]
  /** Returns what a checked message does, for a grant with a limit. */
  use?(value: Uint8Array): GrantUse
  json(value: Uint8Array): { readonly [name: string]: Json }
}

/** Arguments of {@link messageType}. */
export interface MessageDefinition<S extends Shape> {
  readonly typeUrl: string
  readonly schema: ProtoSchema<S>
  /** Field with the signer, or a function of the checked fields that returns it. */
  readonly signer: TextField<S> | ((values: MessageValues<S>, bech32Prefix: string) => string)
  /** Formatters of the messages in fields. */
  readonly nested?: Nested
  /** Formatters of enumerations, booleans and 32-bit integers. */
  readonly scalars?: Scalars
  /** @throws ModuleError, NativeTxError */
  check?(values: MessageValues<S>, bech32Prefix: string): void
  run(state: RowState, values: MessageValues<S>, moment: HeaderInfo): NativeEvent[]
  use?(values: MessageValues<S>): GrantUse
}

type Nested = Readonly<Record<string, (bytes: Uint8Array) => Json>>
type Scalars = Readonly<Record<string, (value: bigint) => Json>>

type TextField<S extends Shape> = {
  [F in keyof S]: S[F][1] extends 'text' ? F : never
}[keyof S]

export function messageType<S extends Shape>(definition: MessageDefinition<S>): MessageType {
  const { typeUrl, schema, nested, scalars, use } = definition
  const signerIn = (values: MessageValues<S>, bech32Prefix: string): string => {
    const { signer } = definition
    return typeof signer === 'function' ? signer(values, bech32Prefix) : (values[signer] as string)
  }
  return {
    typeUrl,
    check(value, bech32Prefix) {
      const values = schema.decode(value)
      try {
        definition.check?.(values, bech32Prefix)
      } catch (error) {
        if (!(error instanceof ModuleError)) throw error
        const { codespace, code: abciCode, message: reason } = error
        throw new NativeTxError({ code: 'INVALID_MESSAGE', codespace, abciCode, reason })
      }
      return signerIn(values, bech32Prefix)
    },
    signer: (value, bech32Prefix) => signerIn(schema.decode(value), bech32Prefix),
    run: (state, value, moment) => definition.run(state, schema.decode(value), moment),
    ...(use && { use: (value) => use(schema.decode(value)) }),
    json: fieldsJson(schema, nested, scalars),
  }
}

/** Formats a field: integers as decimal strings, bytes as base64. */
function fieldJson(
  value: FieldValues[keyof FieldValues],
  nested: Nested[string] | undefined,
  scalar: Scalars[string] | undefined,
): Json {
  if (value === undefined) return null
  if (typeof value === 'bigint') return scalar?.(value) ?? value.toString()
  if (value instanceof Uint8Array) return nested?.(value) ?? bytesToBase64(value)
  if (typeof value === 'string') return value
  return value.map((item) => (typeof item === 'string' ? item : fieldJson(item, nested, scalar)))
}

/**
 * Returns a formatter of messages. `nested` has those of the messages in fields, `scalars` those of
 * enumerations, booleans and 32-bit integers.
 */
export function fieldsJson<S extends Shape>(
  schema: ProtoSchema<S>,
  nested: Nested = {},
  scalars: Scalars = {},
): (bytes: Uint8Array) => { readonly [name: string]: Json } {
  return (bytes) => {
    const fields: Record<string, Json> = {}
    for (const [name, field] of Object.entries(schema.decode(bytes))) {
      fields[name] = fieldJson(field, nested[name], scalars[name])
    }
    return fields
  }
}

/** Formats a boolean. */
export const booleanJson = (value: bigint): Json => value !== 0n

/** Returns a formatter of an enumeration, by its names. An unknown number stays one. */
export function enumJson(names: readonly string[]): (value: bigint) => Json {
  return (value) => names[Number(value)] ?? Number(value)
}
