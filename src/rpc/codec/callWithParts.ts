import { jsonKind } from '../../primitives/encoding/json.ts'
import { type ParityPart, parityParts } from '../../tracers/parityTrace.ts'
import { invalidParams } from '../errors/rpcError.ts'
import type { Codec } from './codec.ts'
import { array, choice } from './compound.ts'
import { type TransactionRequest, transactionRequest } from './transactionRequest.ts'

const parts = array(choice(parityParts))

/** Requested parts of a replay: a list of `trace`, `vmTrace` and `stateDiff`. */
export const traceTypes: Codec<ReadonlySet<ParityPart>> = {
  decode: (json, path) => new Set(parts.decode(json, path)),
  encode: (values) => parts.encode([...values]),
  schema: parts.schema,
}

/** A call and its requested parts. */
interface CallWithParts {
  readonly request: TransactionRequest
  readonly parts: ReadonlySet<ParityPart>
}

/** A pair of a call and its {@link traceTypes}, as in `trace_callMany`. */
export const callWithParts: Codec<CallWithParts> = {
  decode(json, path) {
    if (!Array.isArray(json)) throw invalidParams(`${path}: want a pair, got ${jsonKind(json)}`)
    if (json.length !== 2) {
      throw invalidParams(`${path}: want a call and its trace types, got ${json.length} values`)
    }
    return {
      request: transactionRequest.decode(json[0], `${path}[0]`),
      parts: traceTypes.decode(json[1], `${path}[1]`),
    }
  },
  encode: ({ request, parts }) => [transactionRequest.encode(request), traceTypes.encode(parts)],
  schema: {
    type: 'array',
    title: 'pair of a transaction object and a list of trace, vmTrace, stateDiff',
    items: { anyOf: [transactionRequest.schema, traceTypes.schema] },
  },
}
