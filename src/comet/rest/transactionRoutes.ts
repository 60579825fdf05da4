import { SimulateResponse } from 'cosmjs-types/cosmos/tx/v1beta1/service'
import { answerQuery } from '../../abci/query/answerQuery.ts'
import { txJson, txResponseJson } from '../../native/gateway/gatewayJson.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import { bytesField } from '../../primitives/encoding/protobuf.ts'
import { cometResult } from '../block/cometTransactions.ts'
import { offer } from '../rpc/broadcast.ts'
import { CometError } from '../rpc/cometError.ts'
import type { CometScene } from '../rpc/cometScene.ts'
import { parseEventQuery } from '../rpc/eventQuery.ts'
import { findTransaction, searchTransactions } from '../rpc/transactionMethods.ts'
import { hex } from '../rpc/views.ts'
import { GrpcError, invalidArgument, refusedQuery } from './grpcError.ts'
import { protoJson } from './protoJson.ts'
import { pageRequestIn, parseBase64, uint64In } from './requestValues.ts'

const SIMULATE = '/cosmos.tx.v1beta1.Service/Simulate'
const HASH = /^(?:0x)?[0-9a-f]{64}$/i
const MOST_PER_PAGE = 100n

/** `POST /cosmos/tx/v1beta1/simulate` */
export async function simulateTransaction(scene: CometScene, body: string): Promise<Json> {
  const raw = bytesIn(body)
  const { chain, version } = scene
  const answer = await answerQuery(chain, version, {
    ...{ path: SIMULATE, data: bytesField(2, raw), height: 0n, prove: false },
  })
  if (answer.code !== 0) throw refusedQuery(answer)
  return protoJson(SimulateResponse, answer.value)
}

/** `POST /cosmos/tx/v1beta1/txs`: with BROADCAST_MODE_SYNC the answer is that of CheckTx. */
export async function broadcastTransaction(scene: CometScene, body: string): Promise<Json> {
  const raw = bytesIn(body)
  try {
    const { hash, refusal } = await offer(scene, raw)
    const { code = 0, codespace = '', log = '' } = refusal ?? {}
    return {
      tx_response: {
        ...{ height: '0', txhash: hex(hash), codespace, code, data: '', raw_log: log, logs: [] },
        ...{ info: '', gas_wanted: '0', gas_used: '0', tx: null, timestamp: '', events: [] },
      },
    }
  } catch (error) {
    if (error instanceof CometError) throw new GrpcError(6, error.data ?? error.message)
    throw error
  }
}

/** `GET /cosmos/tx/v1beta1/txs/{hash}` */
export async function transactionByHash(scene: CometScene, given: string): Promise<Json> {
  if (!HASH.test(given)) throw invalidArgument(`invalid hash ${given}: want 64 hexadecimal digits`)
  const digits = given.replace(/^0x/i, '')
  const found = await findTransaction(scene, new Uint8Array(Buffer.from(digits, 'hex')))
  if (found === undefined) throw new GrpcError(5, `tx not found: ${digits.toUpperCase()}`)
  const response = txResponseJson(await cometResult(scene.chain, found))
  return { tx: response.tx ?? null, tx_response: response }
}

/**
 * `GET /cosmos/tx/v1beta1/txs?events=message.sender='sei1…'`. Several `events` must all hold; later
 * versions call them `query`.
 */
export async function transactionsByEvents(
  scene: CometScene,
  query: URLSearchParams,
): Promise<Json> {
  const events = [...query.getAll('events'), ...query.getAll('query')]
  if (events.length === 0) throw invalidArgument('must declare at least one event to search')
  const found = await search(scene, events)
  const order = query.get('order_by') ?? ''
  const ordered = ['2', 'ORDER_BY_DESC'].includes(order) ? found.toReversed() : found
  const { first, limit } = placeOf(query)
  const results = ordered.slice(first, first + limit).map(({ result }) => result)
  return {
    txs: results.map(({ raw }) => txJson(raw)),
    tx_responses: results.map(txResponseJson),
    pagination: null,
    total: String(found.length),
  }
}

/** @throws GrpcError */
async function search(scene: CometScene, events: readonly string[]) {
  try {
    return await searchTransactions(scene, parseEventQuery(events.join(' AND ')))
  } catch (error) {
    throw error instanceof CometError ? invalidArgument(error.data ?? error.message) : error
  }
}

/** By `page` and `limit`, or `pagination.offset` and `pagination.limit`. */
function placeOf(query: URLSearchParams): { readonly first: number; readonly limit: number } {
  const paged = pageRequestIn(query)
  const wanted = uint64In(query, 'limit') || paged.limit
  const limit = wanted === 0n || wanted > MOST_PER_PAGE ? MOST_PER_PAGE : wanted
  const page = uint64In(query, 'page')
  const first = page > 0n ? (page - 1n) * limit : paged.offset
  return { first: Number(first), limit: Number(limit) }
}

/** Returns the field `tx_bytes` of a body. */
function bytesIn(body: string): Uint8Array {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch (error) {
    throw invalidArgument(error instanceof Error ? error.message : String(error))
  }
  const text = isJsonObject(parsed) ? parsed.tx_bytes : undefined
  if (typeof text !== 'string' || text === '') {
    throw invalidArgument('invalid empty tx: tx_bytes is missing')
  }
  return parseBase64(text, 'tx_bytes')
}
