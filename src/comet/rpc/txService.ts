import { GetTxRequest, GetTxsEventRequest, OrderBy } from 'cosmjs-types/cosmos/tx/v1beta1/service'
import type { ResponseQuery } from 'cosmjs-types/tendermint/abci/types'
import { answerQuery } from '../../abci/query/answerQuery.ts'
import { encodeEvent } from '../../abci/query/encodeEvent.ts'
import type { NativeResult } from '../../native/gateway/gatewayJson.ts'
import { cosmosHashText } from '../../native/nativeTransaction.ts'
import { sha256 } from '../../primitives/crypto/sha256.ts'
import { concatBytes, EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { bytesToBareHex, bytesToHash } from '../../primitives/encoding/hex.ts'
import {
  encodeAny,
  messageField,
  repeatedField,
  stringField,
  varintField,
} from '../../primitives/encoding/protobuf.ts'
import { cometResult } from '../block/cometTransactions.ts'
import { CometError } from './cometError.ts'
import type { CometScene } from './cometScene.ts'
import { parseEventQuery } from './eventQuery.ts'
import { findTransaction, searchTransactions } from './transactionMethods.ts'

/*
 * Methods of cosmos.tx.v1beta1.Service that need a node's transactions. Errors are those of
 * baseapp for a gRPC method (`gRPCErrorToSDKError`).
 */

const GET_TX = '/cosmos.tx.v1beta1.Service/GetTx'
const GET_TXS_EVENT = '/cosmos.tx.v1beta1.Service/GetTxsEvent'
const HASH = /^[0-9a-f]{64}$/i
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
  const { hash } = GetTxRequest.decode(data)
  if (hash === '') throw new RangeError('tx hash cannot be empty')
  if (!HASH.test(hash)) throw new RangeError(`invalid hash ${hash}: want 64 hexadecimal digits`)
  const found = await findTransaction(scene, new Uint8Array(Buffer.from(hash, 'hex')))
  if (found === undefined) throw new MissingTx(`tx not found: ${hash}`)
  const result = await cometResult(scene.chain, found)
  return concatBytes(messageField(1, result.raw), messageField(2, encodeResponse(result)))
}

async function getTxsEvent(scene: CometScene, data: Uint8Array): Promise<Uint8Array> {
  const { events, query, pagination, orderBy, page, limit } = GetTxsEventRequest.decode(data)
  const conditions = query === '' ? events : [...events, query]
  if (conditions.length === 0) throw new RangeError('must declare at least one event to search')
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
    repeatedField(2, shown.map(encodeResponse)),
    messageField(3, varintField(2, total)),
    varintField(4, total),
  )
}

/** Encodes a TxResponse of cosmos.base.abci.v1beta1. A TxRaw has the bytes of a Tx. */
function encodeResponse(result: NativeResult): Uint8Array {
  return concatBytes(
    varintField(1, result.height),
    stringField(2, cosmosHashText(bytesToHash(sha256(result.raw)))),
    stringField(3, result.codespace),
    varintField(4, BigInt(result.code)),
    stringField(5, bytesToBareHex(result.data).toUpperCase()),
    stringField(6, result.rawLog),
    varintField(9, result.gasWanted),
    varintField(10, result.gasUsed),
    messageField(11, encodeAny('/cosmos.tx.v1beta1.Tx', result.raw)),
    stringField(12, result.timestamp),
    ...result.events.map((event) => messageField(13, encodeEvent(event))),
  )
}

/** No transaction has the hash. */
class MissingTx extends Error {
  override readonly name = 'MissingTx'
}

function refusalOf(error: unknown): Pick<ResponseQuery, 'code' | 'log'> | undefined {
  if (error instanceof MissingTx) {
    return { code: 22, log: `rpc error: code = NotFound desc = ${error.message}: key not found` }
  }
  const reason = error instanceof CometError ? (error.data ?? error.message) : reasonOf(error)
  if (reason === undefined) return undefined
  return { code: 18, log: `rpc error: code = InvalidArgument desc = ${reason}: invalid request` }
}

/** Reason why a request is refused: its values, or that its bytes are no message. */
function reasonOf(error: unknown): string | undefined {
  return error instanceof RangeError ? error.message : undefined
}
