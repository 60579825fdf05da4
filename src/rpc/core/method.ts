import { withHashes } from '../../chain/block/missingHashes.ts'
import type { Node, ReadableNode } from '../../node/node.ts'
import { type Json, jsonKind } from '../../primitives/encoding/json.ts'
import type { Codec, Encoder } from '../codec/codec.ts'
import { invalidParams } from '../errors/rpcError.ts'
import type { JsonStream } from '../stream/jsonStream.ts'
import type { RequestSubscriptions } from '../subscribe/subscription.ts'
import type { JsonSchema } from './jsonSchema.ts'

/** What a handler may use. */
export interface Context {
  readonly node: ReadableNode
  /** Every method by name, for those that describe the interface itself. */
  readonly methods: ReadonlyMap<string, Method>
  /** Where the caller's subscriptions are; absent where the transport cannot notify. */
  readonly subscriptions?: RequestSubscriptions
  /** Tells the caller the result before the handler is done; absent where the caller waits. What is returned later must be the same. */
  readonly answer?: ((result: Json) => void) | undefined
}

/** What the handler of a method may use that changes the chain. */
export interface ChangingContext extends Context {
  readonly node: Node
  /** Says that the change is made, where the method goes on waiting for what others do. */
  changed(): void
}

/** A positional parameter. */
export interface Param<T> {
  readonly name: string
  readonly codec: Codec<T>
  /** Absent: the caller must give it. */
  readonly fallback?: { readonly value: T; readonly json?: Json }
}

/** A request and its answer on the example chain; a test runs it. */
export type Example = { readonly params: readonly Json[] } & (
  | {
      readonly result: Json
      /** The answer has more fields than shown. */
      readonly partial?: true
      /** The answer is another one every time, of the same form. */
      readonly varies?: true
    }
  | { readonly error: { readonly code: number; readonly message: string } }
)

/** A method as dispatch, documentation and tests see it. */
export interface Method {
  readonly summary: string
  readonly params: readonly Param<unknown>[]
  readonly result: Pick<Encoder<unknown>, 'schema'>
  readonly example: Example
  /** Other names on the wire. */
  readonly aliases: readonly string[]
  /** Whether it changes the chain, or what of the node decides how that goes on. */
  readonly changes: boolean
  /** Decodes the parameters, runs the handler, encodes its result. */
  call(context: ChangingContext, params: unknown): Promise<Json | JsonStream>
}

/** What the parameters decode to, as a tuple. */
type Arguments<P extends readonly Param<unknown>[]> = {
  -readonly [K in keyof P]: P[K] extends Param<infer T> ? T : never
}

/** What a method is defined by. */
interface Definition<P extends readonly Param<unknown>[], R, C extends Context> {
  readonly summary: string
  readonly params: P
  readonly result: Encoder<R>
  readonly example: Example
  readonly aliases?: readonly string[]
  /** A property, as a method would also take a handler that wants more than its context gives. */
  readonly run: (context: C, ...args: Arguments<P>) => NoInfer<R> | Promise<NoInfer<R>>
}

/** Defines a method that only reads. The handler's argument types follow from `params`, its return type from `result`. */
export function method<const P extends readonly Param<unknown>[], R>(
  definition: Definition<P, R, Context>,
): Method {
  return define(definition, false)
}

/** Defines a method that changes the chain, or what of the node decides how that goes on: a recording writes it down. */
export function changingMethod<const P extends readonly Param<unknown>[], R>(
  definition: Definition<P, R, ChangingContext>,
): Method {
  return define(definition, true)
}

function define<P extends readonly Param<unknown>[], R>(
  definition: Definition<P, R, ChangingContext>,
  changes: boolean,
): Method {
  const { summary, params, result, example, aliases = [] } = definition
  return {
    summary,
    params,
    result,
    example,
    aliases,
    changes,
    async call(context, given) {
      const args = decodeParams(params, given) as unknown as Arguments<P>
      const found = await definition.run(context, ...args)
      // Results may have hashes of blocks in them that are to be made first.
      return withHashes(() => result.encode(found))
    },
  }
}

/** Defines a method whose result may be too long for memory: the handler returns how its text is written. */
export function streamingMethod<const P extends readonly Param<unknown>[]>(definition: {
  readonly summary: string
  readonly params: P
  readonly result: { readonly schema: JsonSchema }
  readonly example: Example
  readonly aliases?: readonly string[]
  run(context: Context, ...args: Arguments<P>): JsonStream | Promise<JsonStream>
}): Method {
  const { params, aliases = [], ...rest } = definition
  return {
    ...rest,
    params,
    aliases,
    changes: false,
    async call(context, given) {
      const args = decodeParams(params, given) as unknown as Arguments<P>
      return definition.run(context, ...args)
    },
  }
}

/** A parameter; with `fallback` (as JSON) it may be left out or null. */
export function param<T>(name: string, codec: Codec<T>, fallback?: Json): Param<T> {
  if (fallback === undefined) return { name, codec }
  return { name, codec, fallback: { value: codec.decode(fallback, name), json: fallback } }
}

/** A parameter that may be left out or null, and is then undefined. */
export function optional<T>(name: string, codec: Codec<T>): Param<T | undefined> {
  return { name, codec: codec as Codec<T | undefined>, fallback: { value: undefined } }
}

function decodeParams(params: readonly Param<unknown>[], given: unknown): readonly unknown[] {
  if (given !== undefined && given !== null && !Array.isArray(given)) {
    throw invalidParams(`non-array args: parameters are positional, got ${jsonKind(given)}`)
  }
  const values: readonly unknown[] = given ?? []
  if (values.slice(params.length).some((value) => value !== null)) {
    throw invalidParams(`too many arguments, want at most ${params.length}`)
  }
  return params.map(({ codec, fallback }, i) => {
    const value = values[i]
    if (value !== undefined && value !== null) return codec.decode(value, `invalid argument ${i}`)
    if (fallback === undefined) throw invalidParams(`missing value for required argument ${i}`)
    return fallback.value
  })
}
