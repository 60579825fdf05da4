import {
  EMPTY_BYTES,
  equalBytes,
  joinBytes,
  parseUtf8,
  utf8ToBytes,
} from '../../primitives/encoding/bytes.ts'
import {
  bytesField,
  type Field,
  int64Field,
  messageField,
  readFields,
  repeatedField,
  stringField,
  varintField,
} from '../../primitives/encoding/protobuf.ts'
import { malformed } from '../errors.ts'

/**
 * Value type of each kind of field; an absent one is 0 or empty, or undefined for a message.
 * Messages are bytes to be decoded with their own schema.
 */
export interface FieldValues {
  readonly uint64: bigint
  /** Also an int32. */
  readonly int64: bigint
  readonly text: string
  readonly bytes: Uint8Array
  readonly message: Uint8Array | undefined
  /** Repeated messages or bytes. */
  readonly messages: readonly Uint8Array[]
  readonly texts: readonly string[]
}
type FieldKind = keyof FieldValues

/** Number and kind of each field by its protobuf name, in order of the numbers. */
export type Shape = Readonly<Record<string, readonly [number: number, kind: FieldKind]>>

/** Value type of a message of this shape. */
export type MessageValues<S extends Shape> = { readonly [F in keyof S]: FieldValues[S[F][1]] }

/**
 * Codec of one type of message. It does not decode nested messages, so no input makes it recurse.
 */
export interface ProtoSchema<S extends Shape> {
  /** Omitted fields are 0 or empty, and not written. */
  encode(values: Partial<MessageValues<S>>): Uint8Array
  /**
   * Decodes the canonical encoding of {@link encode}; anything else is rejected (unknown, reordered
   * or repeated fields, explicit defaults, overlong integers). Bytes are views.
   *
   * @throws NativeTxError MALFORMED_NATIVE_TX
   */
  decode(bytes: Uint8Array): MessageValues<S>
}

interface KindCodec<V> {
  /** Returns the value of a field from all entries with its number. */
  read(found: readonly Field['value'][]): V
  write(number: number, value: V): Uint8Array
}

const MAX_UINT64 = 2n ** 64n - 1n

const kinds: { readonly [K in FieldKind]: KindCodec<FieldValues[K]> } = {
  uint64: { read: toUint64, write: varintField },
  int64: { read: (found) => BigInt.asIntN(64, toUint64(found)), write: int64Field },
  text: { read: (found) => toText(lastBytes(found) ?? EMPTY_BYTES), write: stringField },
  bytes: { read: (found) => lastBytes(found) ?? EMPTY_BYTES, write: bytesField },
  message: {
    read: lastBytes,
    write: (number, value) => (value === undefined ? EMPTY_BYTES : messageField(number, value)),
  },
  messages: {
    read: (found) => found.map(toBytes),
    write: repeatedField,
  },
  texts: {
    read: (found) => found.map((value) => toText(toBytes(value))),
    write: (number, values) => repeatedField(number, values.map(utf8ToBytes)),
  },
}

function toUint64(found: readonly Field['value'][]): bigint {
  const value = found.at(-1) ?? 0n
  if (typeof value !== 'bigint') throw new RangeError('is no integer')
  if (value > MAX_UINT64) throw new RangeError('has more than 64 bits')
  return value
}

function toBytes(value: Field['value']): Uint8Array {
  if (typeof value === 'bigint') throw new RangeError('is an integer')
  return value
}

function lastBytes(found: readonly Field['value'][]): Uint8Array | undefined {
  const value = found.at(-1)
  return value === undefined ? undefined : toBytes(value)
}

function toText(bytes: Uint8Array): string {
  try {
    return parseUtf8(bytes)
  } catch (cause) {
    throw new RangeError('is not UTF-8', { cause })
  }
}

/** Creates the codec of a type of message; `name` appears in errors. */
export function protoSchema<const S extends Shape>(name: string, shape: S): ProtoSchema<S> {
  const numbers = new Set(Object.values(shape).map(([number]) => number))

  function encode(values: Partial<MessageValues<S>>): Uint8Array {
    const parts = Object.entries(shape).map(([field, [number, kind]]) => {
      const value = values[field]
      // The shape relates kind and value, which the compiler cannot follow.
      return value === undefined ? EMPTY_BYTES : kindCodec(kind).write(number, value)
    })
    return joinBytes(parts)
  }

  function decode(bytes: Uint8Array): MessageValues<S> {
    const found = collect(bytes)
    const values = Object.entries(shape).map(([field, [number, kind]]) => {
      try {
        return [field, kindCodec(kind).read(found.get(number) ?? [])]
      } catch (cause) {
        throw refusedBy(cause, `${name}.${field}`)
      }
    })
    const message = Object.fromEntries(values) as MessageValues<S>
    if (!equalBytes(encode(message), bytes)) {
      throw malformed(`${name} is not in its canonical form`)
    }
    return message
  }

  function collect(bytes: Uint8Array): ReadonlyMap<number, readonly Field['value'][]> {
    const found = new Map<number, Field['value'][]>()
    try {
      for (const { number, value } of readFields(bytes)) {
        if (!numbers.has(number)) throw new RangeError(`has an unknown field ${number}`)
        const before = found.get(number)
        if (before === undefined) found.set(number, [value])
        else before.push(value)
      }
    } catch (cause) {
      throw refusedBy(cause, name)
    }
    return found
  }

  return { encode, decode }
}

function kindCodec(kind: FieldKind): KindCodec<unknown> {
  return kinds[kind] as KindCodec<unknown>
}

function refusedBy(cause: unknown, what: string): unknown {
  return cause instanceof RangeError ? malformed(`${what}: ${cause.message}`, cause) : cause
}
