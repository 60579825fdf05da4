import { DEFAULT_CLIENT } from '../../node/packageFiles.ts'
import { DomainError } from '../../primitives/domainError.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import type { Method } from '../core/method.ts'
import { ExecutionFailed, type FailedOutcome } from '../errors/revertReason.ts'
import type { RpcError } from '../errors/rpcError.ts'
import type { Known } from '../errors/wireTable.ts'
import { JsonStream } from '../stream/jsonStream.ts'

/** How another node says what this one does: the form of its answers, and of what it is asked, never what is done. */
export interface Dialect {
  /** What stands in the place of a method, whatever name it is asked for by. */
  readonly methods: ReadonlyMap<Method, Method>
  /** The error of a name that no method has; absent: as ever. */
  unknownMethod?(name: string): RpcError
  /** An error in the other node's words; the same where it has none. @param cause what was thrown for it */
  error(error: RpcError, cause: unknown): RpcError
}

/** Refusals that another node words otherwise. */
export type RefusalWords = {
  readonly [C in Known['code']]?: (facts: Extract<Known, { code: C }>) => RpcError
}

/** The words of a dialect for what can go wrong. */
export interface ErrorWords {
  readonly refusals?: RefusalWords
  /** A call that failed. */
  failed(outcome: FailedOutcome, error: RpcError): RpcError
}

/** The errors of a dialect that has words for some of them. */
export function wordedBy({ refusals = {}, failed }: ErrorWords): Dialect['error'] {
  return (error, cause) => {
    if (error instanceof ExecutionFailed) return failed(error.outcome, error)
    if (!(cause instanceof DomainError)) return error
    const { refusal } = cause
    if (!Object.hasOwn(refusals, refusal.code)) return error
    // The code selects the words for exactly this refusal, which the compiler cannot follow.
    const words = refusals[refusal.code as Known['code']] as (facts: typeof refusal) => RpcError
    return words(refusal)
  }
}

/** A method whose result is said otherwise. @param say is given the result, and the parameters as they came */
export function answering(
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
export function preceded(
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
