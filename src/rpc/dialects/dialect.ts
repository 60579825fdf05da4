import { DEFAULT_CLIENT } from '../../node/packageFiles.ts'
import { DomainError } from '../../primitives/domainError.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import type { Method } from '../core/method.ts'
import type { KnownError } from '../errors/errorEntry.ts'
import { ExecutionError, type FailedExecution } from '../errors/revertReason.ts'
import type { RpcError } from '../errors/rpcError.ts'
import { eth_blobBaseFee } from '../methods/eth/feeMarket.ts'
import { JsonStream } from '../stream/jsonStream.ts'

/**
 * How another node says what this one does: the form of its answers, and of what it is asked, never
 * what is done.
 */
export interface Dialect {
  /** What stands in the place of a method, whatever name it is asked for by. */
  readonly methods: ReadonlyMap<Method, Method>
  /** The error of a name that no method has; absent: as ever. */
  unknownMethod?(name: string): RpcError
  /**
   * An error in the other node's words; the same where it has none.
   *
   * @param cause what was thrown for it
   */
  error(error: RpcError, cause: unknown): RpcError
}

/** Refusals that another node words otherwise. */
export type ErrorOverrides = {
  readonly [C in KnownError['code']]?: (facts: Extract<KnownError, { code: C }>) => RpcError
}

/** The words of a dialect for what can go wrong. */
export interface DialectErrors {
  readonly refusals?: ErrorOverrides
  /** A call that failed. */
  failed(outcome: FailedExecution, error: RpcError): RpcError
}

/** The errors of a dialect that has words for some of them. */
export function mapErrors({ refusals = {}, failed }: DialectErrors): Dialect['error'] {
  return (error, cause) => {
    if (error instanceof ExecutionError) return failed(error.outcome, error)
    if (!(cause instanceof DomainError)) return error
    const { details } = cause
    if (!Object.hasOwn(refusals, details.code)) return error
    // The code selects the words for exactly this refusal, which the compiler cannot follow.
    const words = refusals[details.code as KnownError['code']] as (
      facts: typeof details,
    ) => RpcError
    return words(details)
  }
}

/**
 * A method whose result is said otherwise.
 *
 * @param say is given the result, and the parameters as they came
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

/** A method that does something else first, such as refusing what it is asked for. */
export function withPrecheck(
  method: Method,
  check: (params: unknown) => void,
): readonly [Method, Method] {
  const other: Method = {
    ...method,
    async call(context, params) {
      check(params)
      return method.call(context, params)
    },
  }
  return [method, other]
}

/** The default client version under the name of another node; one that the user gave stays. */
export function clientNamed(name: string): (version: Json) => Json {
  return (version) =>
    typeof version === 'string' && version.startsWith(DEFAULT_CLIENT)
      ? `${name}/${version.slice(DEFAULT_CLIENT.length)}`
      : version
}

/** The same for an object that has the client version among its fields. */
export function metadataNamed(name: string): (metadata: Json) => Json {
  const say = clientNamed(name)
  return (metadata) =>
    isJsonObject(metadata)
      ? { ...metadata, clientVersion: say(metadata.clientVersion as Json) }
      : metadata
}

/**
 * Nodes that have blobs answer with a price also where none are sent: the least, which is what
 * BLOBBASEFEE gives here too.
 */
export const blobBaseFeeOfOne: readonly [Method, Method] = [
  eth_blobBaseFee,
  { ...eth_blobBaseFee, call: async () => '0x1' },
]
