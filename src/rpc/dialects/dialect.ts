import { ChainError } from '../../chain/errors.ts'
import { DEFAULT_CLIENT } from '../../node/packageFiles.ts'
import { DomainError } from '../../primitives/domainError.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import { boolean, text } from '../codec/scalar.ts'
import { type Context, type Method, method, param } from '../core/method.ts'
import type { KnownError } from '../errors/errorEntry.ts'
import { ExecutionError, type FailedExecution } from '../errors/revertReason.ts'
import type { RpcError } from '../errors/rpcError.ts'
import { eth_blobBaseFee } from '../methods/eth/feeMarket.ts'
import { eth_unsubscribe } from '../methods/eth/subscription.ts'
import { JsonStream } from '../stream/jsonStream.ts'
import { notificationsNotSupported, type SubscriptionListener } from '../subscribe/subscription.ts'

/** Form of results, errors and parameters of another node (ADR 23). */
export interface Dialect {
  /** Replaces a method, for any of its names. */
  readonly methods: ReadonlyMap<Method, Method>
  /** Methods that only this dialect has, by name. */
  readonly added?: ReadonlyMap<string, Method>
  /** Names of methods that this dialect lacks. */
  readonly missing?: ReadonlySet<string>
  /** Replaces a method for one of its names, after {@link methods}. */
  forName?(name: string, method: Method): Method
  /** Changes the notifications of a connection. */
  listener?(listener: SubscriptionListener, context: Context): SubscriptionListener
  /** Error of an unknown method; absent: the default. */
  unknownMethod?(name: string): RpcError
  /**
   * Returns an error in the other node's words, or unchanged.
   *
   * @param cause the original exception
   */
  error(error: RpcError, cause: unknown): RpcError
}

/** Errors that another node words differently. */
export type ErrorOverrides = {
  readonly [C in KnownError['code']]?: (facts: Extract<KnownError, { code: C }>) => RpcError
}

/** The words of a dialect for errors. */
export interface DialectErrors {
  readonly refusals?: ErrorOverrides
  /** A failed call. */
  failed(outcome: FailedExecution, error: ExecutionError): RpcError
}

/** Creates the errors of a dialect. */
export function mapErrors({ refusals = {}, failed }: DialectErrors): Dialect['error'] {
  return (error, cause) => {
    if (error instanceof ExecutionError) return failed(error.outcome, error)
    if (!(cause instanceof DomainError)) return error
    const { details } = cause
    if (!Object.hasOwn(refusals, details.code)) return error
    // The code selects the words of this error, which the compiler cannot follow.
    const words = refusals[details.code as KnownError['code']] as (
      facts: typeof details,
    ) => RpcError
    return words(details)
  }
}

/**
 * Changes the result of a method.
 *
 * @param say receives the result and the raw parameters
 */
export function mapResult(
  method: Method,
  say: (result: Json, params: readonly unknown[]) => Json,
): readonly [Method, Method] {
  const other: Method = {
    ...method,
    async call(context, params) {
      const result = await method.call(context, params)
      return result instanceof JsonStream
        ? result
        : say(result, Array.isArray(params) ? params : [])
    },
  }
  return [method, other]
}

/**
 * Changes the exceptions of a method.
 *
 * @param say returns the other exception, or undefined to keep it
 */
export function mapFailure(
  method: Method,
  say: (thrown: unknown) => RpcError | undefined,
): readonly [Method, Method] {
  const other: Method = {
    ...method,
    async call(context, params) {
      try {
        return await method.call(context, params)
      } catch (thrown) {
        throw say(thrown) ?? thrown
      }
    },
  }
  return [method, other]
}

type ChainErrorCode = ChainError['code']

export function isChainError(thrown: unknown, ...codes: readonly ChainErrorCode[]): boolean {
  return thrown instanceof ChainError && codes.includes(thrown.code)
}

/** Returns a result instead of some errors of the chain. */
export function orElse(method: Method, codes: readonly ChainErrorCode[], result: Json): Method {
  return {
    ...method,
    async call(context, params) {
      try {
        return await method.call(context, params)
      } catch (thrown) {
        if (isChainError(thrown, ...codes)) return result
        throw thrown
      }
    },
  }
}

/**
 * Runs a method again after some refusals of a request.
 *
 * @param change returns the other parameters, or undefined to keep the exception
 */
export function retried(
  method: Method,
  change: (
    thrown: unknown,
    request: Readonly<Record<string, unknown>>,
    rest: readonly unknown[],
    context: Context,
  ) => readonly unknown[] | undefined,
): Method {
  return {
    ...method,
    async call(context, params) {
      try {
        return await method.call(context, params)
      } catch (thrown) {
        const [request, ...rest] = Array.isArray(params) ? params : []
        const other = isJsonObject(request) ? change(thrown, request, rest, context) : undefined
        if (other === undefined) throw thrown
        return method.call(context, other)
      }
    },
  }
}

/** Runs something before a method, for example to reject it. */
export function withPrecheck(
  method: Method,
  check: (params: unknown, context: Context) => void,
): readonly [Method, Method] {
  const other: Method = {
    ...method,
    async call(context, params) {
      check(params, context)
      return method.call(context, params)
    },
  }
  return [method, other]
}

type Check = (context: Context, params: readonly unknown[]) => void | Promise<void>

/** Runs a check before a method. Parameters of another form are left to the method. */
export function checked(method: Method, check: Check): readonly [Method, Method] {
  const call: Method['call'] = async (context, params) => {
    if (Array.isArray(params)) await check(context, params)
    return method.call(context, params)
  }
  return [method, { ...method, call }]
}

/** Replaces the default client version by that of another node; a configured one stays. */
export function clientNamed(name: string): (version: Json) => Json {
  return (version) =>
    typeof version === 'string' && version.startsWith(DEFAULT_CLIENT)
      ? `${name}/${version.slice(DEFAULT_CLIENT.length)}`
      : version
}

/** The same with nothing after the name. */
export function clientExactly(name: string): (version: Json) => Json {
  return (version) =>
    typeof version === 'string' && version.startsWith(DEFAULT_CLIENT) ? name : version
}

/** The same for an object with the client version in its fields. */
export function metadataNamed(name: string, named = clientNamed): (metadata: Json) => Json {
  const say = named(name)
  return (metadata) =>
    isJsonObject(metadata)
      ? { ...metadata, clientVersion: say(metadata.clientVersion as Json) }
      : metadata
}

/** Cancels a subscription; an unknown one is false. */
export const quietUnsubscribe: readonly [Method, Method] = [
  eth_unsubscribe,
  method({
    ...eth_unsubscribe,
    params: [param('id', text)],
    result: boolean,
    run({ subscriptions }, id) {
      if (subscriptions === undefined) throw notificationsNotSupported()
      return subscriptions.close(id)
    },
  }),
]

/** A method with a constant result. */
export function fixed(value: Json): Method {
  return {
    summary: 'Returns the same to every call.',
    params: [],
    result: { schema: {} },
    aliases: [],
    changes: false,
    onNetworks: true,
    call: () => value,
  }
}

/**
 * Nodes with blobs return a price even if there are none: the minimum, which BLOBBASEFEE returns
 * here, too.
 */
export const blobBaseFeeOfOne: readonly [Method, Method] = [
  eth_blobBaseFee,
  { ...eth_blobBaseFee, call: async () => '0x1' },
]
