import { EMPTY_BYTES, isBase64, utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { hexToBytes, isHex } from '../../primitives/encoding/hex.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import type { MaybePromise } from '../../primitives/maybePromise.ts'
import { CometError } from './cometError.ts'
import type { CometScene } from './cometScene.ts'
import type { CometSubscriber } from './subscriptions.ts'

/** Reads a parameter. Both throw a RangeError. */
export interface ParamReader<T> {
  /** Value of an absent parameter. */
  readonly absent: T
  /** From the body of a POST. */
  fromJson(value: unknown): T
  /** From a query string. */
  fromUri(text: string): T
}

type Readers = Readonly<Record<string, ParamReader<unknown>>>
type Arguments<P extends Readers> = {
  readonly [N in keyof P]: P[N] extends ParamReader<infer T> ? T : never
}

/** A method of CometBFT's RPC. */
export interface CometMethod {
  readonly params: Readers
  /** Whether only WebSocket has it. */
  readonly needsWebSocket: boolean
  run(
    scene: CometScene,
    args: Readonly<Record<string, unknown>>,
    caller: Caller,
  ): MaybePromise<Json>
}

/** The sender of a request. */
export interface Caller {
  readonly id: Json
  readonly subscriber: CometSubscriber | undefined
}

/** Defines a method. Its parameters are positional in the order of `params`. */
export function cometMethod<const P extends Readers>(
  params: P,
  run: (scene: CometScene, args: Arguments<P>) => MaybePromise<Json>,
): CometMethod {
  return {
    params,
    needsWebSocket: false,
    run: (scene, args) => run(scene, args as Arguments<P>),
  }
}

/** Defines a method for WebSocket alone. */
export function webSocketMethod<const P extends Readers>(
  params: P,
  run: (subscriber: CometSubscriber, args: Arguments<P>, id: Json) => Json,
): CometMethod {
  return {
    params,
    needsWebSocket: true,
    run(_scene, args, { subscriber, id }) {
      if (subscriber === undefined) throw new CometError(-32601)
      return run(subscriber, args as Arguments<P>, id)
    },
  }
}

/** Reads named or positional parameters. @throws CometError */
export function readJsonParams({ params }: CometMethod, given: unknown): Record<string, unknown> {
  const names = Object.keys(params)
  const named: Readonly<Record<string, unknown>> = Array.isArray(given)
    ? Object.fromEntries(given.map((value, i) => [names[i] ?? String(i), value]))
    : isJsonObject(given)
      ? given
      : {}
  if (Array.isArray(given) && given.length > names.length) {
    throw invalid('json', `expected ${names.length} parameters, got ${given.length}`)
  }
  return readAll(params, 'json', ({ fromJson, absent }, name) => {
    const value = named[name]
    return value === undefined || value === null ? absent : fromJson(value)
  })
}

/** Reads the parameters of a query string. @throws CometError */
export function readUriParams(
  { params }: CometMethod,
  query: URLSearchParams,
): Record<string, unknown> {
  return readAll(params, 'http', ({ fromUri, absent }, name) => {
    const text = query.get(name) ?? ''
    return text === '' ? absent : fromUri(text)
  })
}

function readAll(
  params: Readers,
  form: 'json' | 'http',
  read: (reader: ParamReader<unknown>, name: string) => unknown,
): Record<string, unknown> {
  try {
    return Object.fromEntries(
      Object.entries(params).map(([name, reader]) => [name, read(reader, name)]),
    )
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw invalid(form, error.message)
  }
}

function invalid(form: string, reason: string): CometError {
  return new CometError(-32602, `error converting ${form} params to arguments: ${reason}`)
}

const INTEGER = /^-?[0-9]{1,19}$/

/** A 64-bit integer: text in JSON. */
export const integer: ParamReader<bigint | undefined> = {
  absent: undefined,
  fromJson(value) {
    if (typeof value === 'string') return toInteger(value)
    throw new RangeError(
      `invalid 64-bit integer encoding "${JSON.stringify(value)}", expected string`,
    )
  },
  fromUri: (text) => toInteger(unquoted(text) ?? text),
}

function toInteger(text: string): bigint {
  const value = INTEGER.test(text) ? BigInt(text) : undefined
  if (value !== undefined && BigInt.asIntN(64, value) === value) return value
  throw new RangeError(`invalid 64-bit integer "${text}"`)
}

export const text: ParamReader<string> = {
  absent: '',
  fromJson(value) {
    if (typeof value === 'string') return value
    throw new RangeError(`cannot unmarshal ${JSON.stringify(value)} into a string`)
  },
  fromUri(given) {
    const bytes = hexBytesIn(given)
    if (bytes !== undefined) return Buffer.from(bytes).toString('utf8')
    const found = unquoted(given)
    if (found === undefined)
      throw new RangeError(`invalid character in ${given}: expected a quoted string`)
    return found
  },
}

export const flag: ParamReader<boolean> = {
  absent: false,
  fromJson(value) {
    if (typeof value === 'boolean') return value
    throw new RangeError(`cannot unmarshal ${JSON.stringify(value)} into a bool`)
  },
  fromUri(given) {
    if (given === 'true' || given === 'false') return given === 'true'
    throw new RangeError(`cannot unmarshal ${given} into a bool`)
  },
}

/** Bytes: base64 in JSON; in a query string 0x and digits, or text in quotes. */
export const bytes: ParamReader<Uint8Array> = {
  absent: EMPTY_BYTES,
  fromJson(value) {
    const given = text.fromJson(value)
    if (!isBase64(given)) throw new RangeError(`illegal base64 data in "${given}"`)
    return new Uint8Array(Buffer.from(given, 'base64'))
  },
  fromUri: (given) => uriBytes(given) ?? bytes.fromJson(given),
}

/** Bytes that are hexadecimal in JSON. */
export const hexBytes: ParamReader<Uint8Array> = {
  absent: EMPTY_BYTES,
  fromJson(value) {
    const given = `0x${text.fromJson(value)}`
    if (!isHex(given) || given.length % 2 === 1) {
      throw new RangeError(`encoding/hex: invalid bytes in ${JSON.stringify(value)}`)
    }
    return hexToBytes(given)
  },
  fromUri: (given) => uriBytes(given) ?? hexBytes.fromJson(given),
}

function uriBytes(given: string): Uint8Array | undefined {
  const quoted = unquoted(given)
  return quoted === undefined ? hexBytesIn(given) : utf8ToBytes(quoted)
}

function hexBytesIn(given: string): Uint8Array | undefined {
  if (!/^0x/i.test(given)) return undefined
  const digits = `0x${given.slice(2)}`
  if (!isHex(digits) || digits.length % 2 === 1) {
    throw new RangeError(`encoding/hex: invalid bytes in ${given}`)
  }
  return hexToBytes(digits)
}

/** Content of text in quotes. */
function unquoted(given: string): string | undefined {
  if (!given.startsWith('"') || !given.endsWith('"') || given.length < 2) return undefined
  try {
    const value: unknown = JSON.parse(given)
    return typeof value === 'string' ? value : undefined
  } catch {
    throw new RangeError(`invalid string ${given}`)
  }
}
