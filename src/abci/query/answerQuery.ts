import type { RequestQuery, ResponseQuery } from 'cosmjs-types/tendermint/abci/types'
import type { SealedBlock } from '../../chain/block/block.ts'
import type { BlockRef } from '../../chain/block/blockRef.ts'
import { timeInMessages } from '../../modules/headerInfo.ts'
import { ModuleError } from '../../modules/moduleError.ts'
import { NativeTxError } from '../../native/errors.ts'
import { simulateNativeTransaction } from '../../native/run/simulateNativeTransaction.ts'
import {
  bytesToLatin1,
  concatBytes,
  EMPTY_BYTES,
  utf8ToBytes,
} from '../../primitives/encoding/bytes.ts'
import {
  bytesField,
  decodeFields,
  messageField,
  varintField,
} from '../../primitives/encoding/protobuf.ts'
import { type Refusal, refusalOf } from '../app/resultCodes.ts'
import type { Network } from '../network/network.ts'
import { accountQueries } from './accountQueries.ts'
import { govQueries } from './govQueries.ts'
import { type GrpcQueries, invalidArgument, QueryError } from './grpcQuery.ts'
import { stakingQueries } from './stakingQueries.ts'

const queries: GrpcQueries = { ...accountQueries, ...stakingQueries, ...govQueries }

const SIMULATE = '/cosmos.tx.v1beta1.Service/Simulate'
const STORE_KEY = /^\/store\/([a-z0-9-]+)\/key$/
/** Code of the Cosmos SDK for an unknown path. */
const UNKNOWN_REQUEST = 6
const INVALID_REQUEST = 18
const NEGATIVE_HEIGHT =
  'cannot query with height < 0; please provide a valid height: invalid request'

/** Found value, with its proof. */
type Found = Partial<Pick<ResponseQuery, 'key' | 'value' | 'proofOps'>>

/**
 * Answers a query of the newest committed block or an earlier one: a row of a store with its proof
 * (`/store/NAME/key`), a gRPC method, or the version of the program. Never throws for what a client
 * asks.
 */
export async function answerQuery(
  network: Network,
  version: string,
  { path, data, height, prove }: RequestQuery,
): Promise<ResponseQuery> {
  const { latest } = network.driver
  const asked = height === 0n ? latest.header.number : height
  try {
    if (height < 0n) throw new QueryError(INVALID_REQUEST, NEGATIVE_HEIGHT)
    const found = await find(network, { path, data, number: asked, prove, version })
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

async function find(network: Network, asked: Asked): Promise<Found> {
  const { path, data, number, version } = asked
  // Sent by CometBFT with filter_peers; an answer without a code lets the peer in.
  if (path === '/app/version') return { value: utf8ToBytes(version) }
  if (path.startsWith('/p2p/filter/')) return {}
  const ref = { number }
  const [, store] = STORE_KEY.exec(path) ?? []
  if (store !== undefined) return findRow(network, store, asked)
  if (path === SIMULATE) return { value: await simulate(network, ref, data) }
  const query = Object.hasOwn(queries, path) ? queries[path] : undefined
  if (query === undefined)
    throw new QueryError(UNKNOWN_REQUEST, 'unknown query path: unknown request')
  const { overlay, block } = await network.chain.state.viewAt(ref)
  const moment = { time: timeInMessages(block.header.timestamp), height: block.header.number }
  return { value: query({ state: overlay(), moment, fields: decodeFields(data) }) }
}

async function findRow(
  { core, chain }: Network,
  store: string,
  { data: key, number, prove }: Asked,
): Promise<Found> {
  const { stores } = core.states
  if (!stores.names.includes(store)) {
    throw new QueryError(UNKNOWN_REQUEST, `no such store: ${store}: unknown request`)
  }
  if (key.length === 0) throw new QueryError(INVALID_REQUEST, 'the key is empty')
  const { block } = await chain.state.viewAt({ number })
  const version = core.views.provableVersion(block as SealedBlock)
  if (!prove)
    return { key, value: stores.reader(version).get(store, bytesToLatin1(key)) ?? EMPTY_BYTES }
  const { value = EMPTY_BYTES, ops } = stores.prove(store, key, version)
  return { key, value, proofOps: { ops: ops.map((op) => ({ ...op })) } }
}

async function simulate({ chain }: Network, ref: BlockRef, data: Uint8Array): Promise<Uint8Array> {
  const view = await chain.state.viewAt(ref)
  const { timestamp, number } = view.block.header
  const moment = { time: timeInMessages(timestamp), height: number + 1n }
  const raw = decodeFields(data).bytes(2)
  if (raw.length === 0) throw invalidArgument('empty txBytes is not allowed')
  const { gasUsed } = simulateNativeTransaction(view.overlay(), raw, moment)
  const gas = concatBytes(varintField(1, gasUsed), varintField(2, gasUsed))
  return concatBytes(messageField(1, gas), messageField(2, bytesField(1, EMPTY_BYTES)))
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
