import type { RequestQuery, ResponseQuery } from 'cosmjs-types/tendermint/abci/types'
import type { BlockRef } from '../../chain/block/blockRef.ts'
import type { ReadableChain } from '../../chain/chain.ts'
import { timeInMessages } from '../../modules/headerInfo.ts'
import { ModuleError } from '../../modules/moduleError.ts'
import { NativeTxError } from '../../native/errors.ts'
import { simulateNativeTransaction } from '../../native/run/simulateNativeTransaction.ts'
import { concatBytes, EMPTY_BYTES, utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToHash } from '../../primitives/encoding/hex.ts'
import {
  bytesField,
  decodeFields,
  messageField,
  varintField,
} from '../../primitives/encoding/protobuf.ts'
import { resultOfNative } from '../../rpc/views/cosmosTx.ts'
import { type Refusal, refusalOf } from '../app/resultCodes.ts'
import { accountQueries } from './accountQueries.ts'
import { delegatorQueries } from './delegatorQueries.ts'
import { encodeEvent } from './encodeEvent.ts'
import { govQueries } from './govQueries.ts'
import { grantQueries } from './grantQueries.ts'
import { type GrpcQueries, invalidArgument, QueryError } from './grpcQuery.ts'
import { stakingQueries } from './stakingQueries.ts'
import { encodeTx, GET_TX, missingTx, txHashIn } from './txQuery.ts'

const queries: GrpcQueries = {
  ...accountQueries,
  ...stakingQueries,
  ...delegatorQueries,
  ...govQueries,
  ...grantQueries,
}

const SIMULATE = '/cosmos.tx.v1beta1.Service/Simulate'
const STORE_KEY = /^\/store\/([a-z0-9-]+)\/key$/
/** Code of the Cosmos SDK for an unknown path. */
const UNKNOWN_REQUEST = 6
const INVALID_REQUEST = 18
const NEGATIVE_HEIGHT =
  'cannot query with height < 0; please provide a valid height: invalid request'

/** What a query reads of a chain. */
export type QueriedChain = Pick<ReadableChain, 'blocks' | 'state' | 'mining' | 'transactions'>

/** Found value, with its proof. */
type Found = Partial<Pick<ResponseQuery, 'key' | 'value' | 'proofOps'>>

/**
 * Answers a query of the newest committed block or an earlier one: a row of a store with its proof
 * (`/store/NAME/key`), a gRPC method, or the version of the program. Never throws for what a client
 * asks.
 */
export async function answerQuery(
  chain: QueriedChain,
  version: string,
  { path, data, height, prove }: RequestQuery,
): Promise<ResponseQuery> {
  const asked = height === 0n ? chain.blocks.latest.header.number : height
  try {
    if (height < 0n) throw new QueryError(INVALID_REQUEST, NEGATIVE_HEIGHT)
    const found = await find(chain, { path, data, number: asked, prove, version })
    return { ...EMPTY, ...found, height: asked }
  } catch (error) {
    return { ...EMPTY, ...describe(error), height: asked }
  }
}

const EMPTY: ResponseQuery = {
  ...{ code: 0, log: '', info: '', index: 0n, codespace: '', height: 0n },
  ...{ key: EMPTY_BYTES, value: EMPTY_BYTES },
}

interface Asked {
  readonly path: string
  readonly data: Uint8Array
  readonly number: bigint
  readonly prove: boolean
  readonly version: string
}

async function find(chain: QueriedChain, asked: Asked): Promise<Found> {
  const { path, data, number, version } = asked
  // Sent by CometBFT with filter_peers; an answer without a code lets the peer in.
  if (path === '/app/version') return { value: utf8ToBytes(version) }
  if (path.startsWith('/p2p/filter/')) return {}
  const ref = { number }
  const [, store] = STORE_KEY.exec(path) ?? []
  if (store !== undefined) return findRow(chain, store, asked)
  if (path === GET_TX) return { value: getNativeTx(chain, data) }
  if (path === SIMULATE) return { value: await simulate(chain, ref, data) }
  const query = Object.hasOwn(queries, path) ? queries[path] : undefined
  if (query === undefined)
    throw new QueryError(UNKNOWN_REQUEST, 'unknown query path: unknown request')
  const view = await chain.state.viewAt(ref)
  const { block } = view
  const moment = { time: timeInMessages(block.header.timestamp), height: block.header.number }
  const fields = decodeFields(data)
  const params = { ...chain.mining.feeMarket, blockMaxGas: block.header.gasLimit }
  const value = await view.readOverlay((state) => query({ state, moment, fields, params }))
  return { value }
}

async function findRow(
  { state }: QueriedChain,
  store: string,
  { data: key, number, prove }: Asked,
): Promise<Found> {
  if (!state.stores.includes(store)) {
    throw new QueryError(UNKNOWN_REQUEST, `no such store: ${store}: unknown request`)
  }
  if (key.length === 0) throw new QueryError(INVALID_REQUEST, 'the key is empty')
  const { value = EMPTY_BYTES, ops } = await state.readRow({ number }, { store, key }, prove)
  if (!prove) return { key, value }
  return { key, value, proofOps: { ops: ops.map((op) => ({ ...op })) } }
}

/** Finds a native transaction. CometBFT's own methods find all, by the bytes that it has. */
function getNativeTx({ transactions }: QueriedChain, data: Uint8Array): Uint8Array {
  const hash = txHashIn(data)
  const found = transactions.getNative(bytesToHash(hash))
  if (found === undefined) throw missingTx(hash)
  return encodeTx(resultOfNative(found))
}

/** Runs a transaction in the block after another one, at the time that the next block would get. */
async function simulate(chain: QueriedChain, ref: BlockRef, data: Uint8Array): Promise<Uint8Array> {
  const view = await chain.state.viewAt(ref)
  const { number } = view.block.header
  const following = chain.blocks.get(number + 1n)?.header
  const timestamp = following?.timestamp ?? chain.mining.nextTime
  const moment = { time: timeInMessages(timestamp), height: number + 1n }
  const raw = decodeFields(data).bytes(2)
  if (raw.length === 0) throw invalidArgument('empty txBytes is not allowed')
  const {
    gasUsed,
    events,
    data: responses,
  } = await view.readOverlay((state) => simulateNativeTransaction(state, raw, moment))
  const gas = concatBytes(varintField(1, gasUsed), varintField(2, gasUsed))
  const result = concatBytes(
    bytesField(1, responses),
    ...events.map((event) => messageField(3, encodeEvent(event))),
  )
  return concatBytes(messageField(1, gas), messageField(2, result))
}

function describe(error: unknown): Refusal {
  if (error instanceof QueryError) {
    return { codespace: 'sdk', code: error.code, log: error.message }
  }
  // Other errors than those of gRPC become this one (baseapp, `gRPCErrorToSDKError`).
  if (error instanceof ModuleError) {
    return { codespace: 'sdk', code: INVALID_REQUEST, log: `${error.message}: invalid request` }
  }
  // Bytes that are no message.
  if (error instanceof RangeError) {
    return { codespace: 'sdk', code: INVALID_REQUEST, log: error.message }
  }
  const refusal = refusalOf(error)
  if (!(error instanceof NativeTxError)) return refusal
  return { codespace: 'sdk', code: INVALID_REQUEST, log: `${refusal.log}: invalid request` }
}
