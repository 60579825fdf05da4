import { concatBytes, EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import { messageField, stringField, varintField } from '../../primitives/encoding/protobuf.ts'
import { invalidArgument } from './grpcError.ts'
import { type MessageType, type ProtoJsonOptions, protoJson } from './protoJson.ts'
import { encodePageRequest, pageRequestIn, uint64In } from './requestValues.ts'

/** Values of a path and a query string, by name. */
export type RouteValues = ReadonlyMap<string, string>

/** A path that is answered by a gRPC method. */
export interface QueryRoute {
  /** `/cosmos/bank/v1beta1/balances/{address}` */
  readonly pattern: string
  /** The gRPC method. */
  readonly method: string
  /** Encodes the request. @throws GrpcError */
  request(values: RouteValues): Uint8Array
  response(bytes: Uint8Array): Json
}

/** Fields of a request: the name in the path or the query string, and the number. */
type RequestFields = Readonly<Record<string, number>>

interface RouteDetails extends ProtoJsonOptions {
  /** Number of the field of the PageRequest; default: 2. */
  readonly page?: number
}

/** Creates a route whose response is a message of cosmjs-types. */
export function route(
  [pattern, method]: readonly [pattern: string, method: string],
  fields: RequestFields,
  type: MessageType,
  details: RouteDetails = {},
): QueryRoute {
  return {
    pattern,
    method,
    request: (values) =>
      concatBytes(
        ...Object.entries(fields).map(([name, number]) => requestField(name, number, values)),
        pageField(details.page ?? Object.keys(fields).length + 1, values),
      ),
    response: (bytes) => protoJson(type, bytes, details),
  }
}

/** Names of the integers. */
const INTEGERS: ReadonlySet<string> = new Set(['proposal_id', 'height'])

function requestField(name: string, number: number, values: RouteValues): Uint8Array {
  const text = values.get(name) ?? ''
  if (name === 'proposal_status') return varintField(number, statusOf(text))
  if (!INTEGERS.has(name)) return stringField(number, text)
  return varintField(number, uint64In(values, name))
}

/** Names of the statuses of proposals, in the order of their numbers. */
const STATUSES = ['UNSPECIFIED', 'DEPOSIT_PERIOD', 'VOTING_PERIOD', 'PASSED', 'REJECTED', 'FAILED']

function statusOf(text: string): bigint {
  if (/^[0-5]?$/.test(text)) return BigInt(text)
  const index = STATUSES.indexOf(text.replace('PROPOSAL_STATUS_', ''))
  if (index === -1) throw invalidArgument(`parsing field "proposal_status": ${text} is not valid`)
  return BigInt(index)
}

/** Encodes `pagination.key` and the like; no bytes without them. */
function pageField(number: number, values: RouteValues): Uint8Array {
  const page = encodePageRequest(pageRequestIn(values))
  return page.length === 0 ? EMPTY_BYTES : messageField(number, page)
}
