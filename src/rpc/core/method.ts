import type { Chain, ReadableChain } from '../../chain/chain.ts'
import type { Node, ReadableNode } from '../../node/node.ts'
import { type Json, jsonKind } from '../../primitives/encoding/json.ts'
import { andThen, type MaybePromise } from '../../primitives/maybePromise.ts'
import type { Codec, Encoder } from '../codec/codec.ts'
import type { JsonSchema } from '../codec/jsonSchema.ts'
import { invalidParams } from '../errors/rpcError.ts'
import type { JsonStream } from '../stream/jsonStream.ts'
import type { RequestSubscriptions } from '../subscribe/subscription.ts'

/** Dependencies of a handler: the facets of the chain, and other parts of the node. */
export interface Context
  extends Pick<
      ReadableChain,
      | 'chainId'
      | 'forks'
      | 'seiVersion'
      | 'nativeChainId'
      | 'names'
      | 'blocks'
      | 'transactions'
      | 'logs'
      | 'state'
      | 'pool'
      | 'mining'
      | 'snapshots'
      | 'simulate'
      | 'remote'
    >,
    Pick<
      ReadableNode,
      | 'wallet'
      | 'impersonations'
      | 'filters'
      | 'legacyFilters'
      | 'cosmosHashes'
      | 'logLimits'
      | 'traceTimeoutMs'
      | 'legacy'
      | 'clientVersion'
      | 'gasPrice'
      | 'networkId'
      | 'disableMinPriorityFee'
      | 'vmErrorsOnRpcResponse'
      | 'logging'
      | 'labels'
      | 'branches'
    > {
  /** The whole chain, for what is in none of its facets. */
  readonly chain: Pick<ReadableChain, 'instanceId'>
  /** The chain's snapshots with their names. */
  readonly namedSnapshots: ReadableNode['snapshots']
  /** All methods by name, for those that describe the interface. */
  readonly methods: ReadonlyMap<string, Method>
  /** The caller's subscriptions; undefined if the transport cannot notify. */
  readonly subscriptions: RequestSubscriptions | undefined
  /**
   * Called with the hash of a submitted transaction when it is accepted, before its block is
   * sealed; undefined if the caller waits for the block. The handler must return the same.
   */
  readonly onAccepted: ((result: Json) => void) | undefined
}

/** Dependencies of a handler that changes the chain. */
export interface ChangingContext extends Context {
  readonly chain: Pick<Chain, 'instanceId' | 'reorg' | 'rollback'>
  readonly state: Chain['state']
  readonly pool: Chain['pool']
  readonly mining: Chain['mining']
  readonly snapshots: Chain['snapshots']
  readonly namedSnapshots: Node['snapshots']
  readonly impersonations: Node['impersonations']
  readonly branches: Node['branches']
  /** The whole node, to branch, reset and record it. */
  readonly node: Node
  /** Reports that the change is complete while the method still waits. */
  changed(): void
}

/** A positional parameter. */
export interface Param<T> {
  readonly name: string
  readonly codec: Codec<T>
  /** Absent: the parameter is required. */
  readonly fallback?: { readonly value: T; readonly json?: Json }
}

/** A method as used by dispatch, documentation and tests. */
export interface Method {
  readonly summary: string
  readonly params: readonly Param<unknown>[]
  readonly result: Pick<Encoder<unknown>, 'schema'>
  /** Other names on the wire. */
  readonly aliases: readonly string[]
  /** Whether it changes the chain, or state of the node that affects later changes. */
  readonly changes: boolean
  /**
   * Whether a network has it, whose consensus decides all blocks: it does not change the chain,
   * or only by submitting a transaction.
   */
  readonly onNetworks: boolean
  /**
   * Decodes the parameters, runs the handler, encodes its result. Fails by an exception or a
   * rejection.
   */
  call(context: ChangingContext, params: unknown): MaybePromise<Json | JsonStream>
}

/** Decoded type of the parameters, as a tuple. */
type Arguments<P extends readonly Param<unknown>[]> = {
  -readonly [K in keyof P]: P[K] extends Param<infer T> ? T : never
}

/** Definition of a method. */
interface Definition<P extends readonly Param<unknown>[], R, C extends Context> {
  readonly summary: string
  readonly params: P
  readonly result: Encoder<R>
  readonly aliases?: readonly string[]
  /** Default: whether it is read-only. */
  readonly onNetworks?: boolean
  /** A property, because a method would accept a handler with a larger context. */
  readonly run: (context: C, ...args: Arguments<P>) => MaybePromise<NoInfer<R>>
}

/**
 * Defines a read-only method. The handler's parameter types derive from `params`, its return type
 * from `result`.
 */
export function method<const P extends readonly Param<unknown>[], R>(
  definition: Definition<P, R, Context>,
): Method {
  return define(definition, false)
}

/**
 * Defines a method that changes the chain, or state of the node that affects later changes. A
 * recording includes it.
 */
export function changingMethod<const P extends readonly Param<unknown>[], R>(
  definition: Definition<P, R, ChangingContext>,
): Method {
  return define(definition, true)
}

function define<P extends readonly Param<unknown>[], R>(
  definition: Definition<P, R, ChangingContext>,
  changes: boolean,
): Method {
  const { summary, params, result, aliases = [], onNetworks = !changes } = definition
  const encode = (value: R): Json => result.encode(value)
  return {
    summary,
    params,
    result,
    aliases,
    changes,
    onNetworks,
    call(context, given) {
      const args = decodeParams(params, given) as unknown as Arguments<P>
      return andThen(definition.run(context, ...args), encode)
    },
  }
}

/**
 * Defines a method whose result may exceed the memory: the handler returns a function that writes
 * its text.
 */
export function streamingMethod<const P extends readonly Param<unknown>[]>(definition: {
  readonly summary: string
  readonly params: P
  readonly result: { readonly schema: JsonSchema }
  readonly aliases?: readonly string[]
  run(context: Context, ...args: Arguments<P>): MaybePromise<JsonStream>
}): Method {
  const { params, aliases = [], ...rest } = definition
  return {
    ...rest,
    params,
    aliases,
    changes: false,
    onNetworks: true,
    call(context, given) {
      const args = decodeParams(params, given) as unknown as Arguments<P>
      return definition.run(context, ...args)
    },
  }
}

/** Defines a parameter; with `fallback` (as JSON) it may be omitted or null. */
export function param<T>(name: string, codec: Codec<T>, fallback?: Json): Param<T> {
  if (fallback === undefined) return { name, codec }
  return { name, codec, fallback: { value: codec.decode(fallback, name), json: fallback } }
}

/** Defines an optional parameter, undefined if omitted or null. */
export function optional<T>(name: string, codec: Codec<T>): Param<T | undefined> {
  return { name, codec: codec as Codec<T | undefined>, fallback: { value: undefined } }
}

function decodeParams(params: readonly Param<unknown>[], given: unknown): readonly unknown[] {
  if (given !== undefined && given !== null && !Array.isArray(given)) {
    throw invalidParams(`non-array args: parameters are positional, got ${jsonKind(given)}`)
  }
  const values: readonly unknown[] = given ?? []
  if (values.length > params.length && hasValue(values.slice(params.length))) {
    throw invalidParams(`too many arguments, want at most ${params.length}`)
  }
  return params.map(({ codec, fallback }, i) => {
    const value = values[i]
    if (value !== undefined && value !== null) return codec.decode(value, `invalid argument ${i}`)
    if (fallback === undefined) throw invalidParams(`missing value for required argument ${i}`)
    return fallback.value
  })
}

function hasValue(values: readonly unknown[]): boolean {
  return values.some((value) => value !== null)
}
