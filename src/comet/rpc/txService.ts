import { GetTxsEventRequest, OrderBy } from 'cosmjs-types/cosmos/tx/v1beta1/service'
import type { ResponseQuery } from 'cosmjs-types/tendermint/abci/types'
import { answerQuery } from '../../abci/query/answerQuery.ts'
import { invalidArgument, QueryError } from '../../abci/query/grpcQuery.ts'
import {
  encodeTx,
  encodeTxResponse,
  GET_TX,
  missingTx,
  txHashIn,
} from '../../abci/query/txQuery.ts'
import { concatBytes, EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { messageField, repeatedField, varintField } from '../../primitives/encoding/protobuf.ts'
import { cometResult } from '../block/cometTransactions.ts'
import { CometError } from './cometError.ts'
import type { CometScene } from './cometScene.ts'
import { parseEventQuery } from './eventQuery.ts'
import { findTransaction, searchTransactions } from './transactionMethods.ts'

/*
 * Methods of cosmos.tx.v1beta1.Service that need a node's transactions. Errors are those of
 * baseapp for a gRPC method (`gRPCErrorToSDKError`).
 */

const GET_TXS_EVENT = '/cosmos.tx.v1beta1.Service/GetTxsEvent'
const DEFAULT_LIMIT = 100

type Question = Parameters<typeof answerQuery>[2]

/** Answers a query of the application, or of the transactions. */
export async function answerAnyQuery(scene: CometScene, asked: Question): Promise<ResponseQuery> {
  const { chain, version } = scene
  const method = asked.path === GET_TX ? getTx : getTxsEvent
  if (asked.path !== GET_TX && asked.path !== GET_TXS_EVENT) {
    return answerQuery(chain, version, asked)
  }
  const empty = { info: '', index: 0n, key: EMPTY_BYTES, height: BigInt(scene.latest) }
  try {
    const value = await method(scene, asked.data)
    return { ...empty, code: 0, codespace: '', log: '', value }
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === undefined) throw error
    return { ...empty, ...refusal, codespace: 'sdk', value: EMPTY_BYTES }
  }
}

async function getTx(scene: CometScene, data: Uint8Array): Promise<Uint8Array> {
  const hash = txHashIn(data)
  const found = await findTransaction(scene, hash)
  if (found === undefined) throw missingTx(hash)
  return encodeTx(await cometResult(scene.chain, found))
}

async function getTxsEvent(scene: CometScene, data: Uint8Array): Promise<Uint8Array> {
  const { events, query, pagination, orderBy, page, limit } = GetTxsEventRequest.decode(data)
  const conditions = query === '' ? events : [...events, query]
  if (conditions.length === 0) throw invalidArgument('must declare at least one event to search')
  const all = await searchTransactions(scene, parseEventQuery(conditions.join(' AND ')))
  const ordered = orderBy === OrderBy.ORDER_BY_DESC ? all.toReversed() : all
  const size = Number(limit) || Number(pagination?.limit ?? 0n) || DEFAULT_LIMIT
  const first = page > 0n ? (Number(page) - 1) * size : Number(pagination?.offset ?? 0n)
  const shown = ordered.slice(first, first + size).map(({ result }) => result)
  const total = BigInt(all.length)
  return concatBytes(
    repeatedField(
      1,
      shown.map(({ raw }) => raw),
    ),
    repeatedField(2, shown.map(encodeTxResponse)),
    messageField(3, varintField(2, total)),
    varintField(4, total),
  )
}

function refusalOf(error: unknown): Pick<ResponseQuery, 'code' | 'log'> | undefined {
  if (error instanceof QueryError) return { code: error.code, log: error.message }
  if (error instanceof CometError) return refusalOf(invalidArgument(error.data ?? error.message))
  // Bytes that are no message.
  return error instanceof RangeError ? refusalOf(invalidArgument(error.message)) : undefined
}
