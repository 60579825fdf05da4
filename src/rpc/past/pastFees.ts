import { BLOB_BASE_FEE } from '../../chain/build/blockContext.ts'
import { isAtLeast } from '../../evm/rules/hardfork.ts'
import { toQuantity } from '../../primitives/encoding/hex.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import {
  askLocal,
  askRemote,
  forkNumber,
  numberIn,
  numberOf,
  type PastCall,
  type PastRule,
} from './pastCall.ts'

/** Most blocks of an answer, as in geth. */
const MAX_BLOCKS = 1024n

/** Lists with one entry for each block. */
const PER_BLOCK = ['gasUsedRatio', 'reward', 'blobGasUsedRatio']
/** Lists with one more, for the next block. */
const PER_BLOCK_AND_NEXT = ['baseFeePerGas', 'baseFeePerBlobGas']

/** Rule of eth_blobBaseFee: unlike Sei, other chains have one from Cancun on. */
export const ofBlobBaseFee: PastRule = (call) =>
  hasBlobs(call) ? toQuantity(BLOB_BASE_FEE) : undefined

function hasBlobs({ remote, context }: PastCall): boolean {
  const { forks, blocks } = context
  const { number, timestamp } = blocks.latest.header
  const current = forks.findLast(({ at, byTime }) => at <= (byTime ? timestamp : number))
  return !remote.isSei && current !== undefined && isAtLeast(current.fork, 'cancun')
}

/** Rule of eth_feeHistory. */
export const ofFeeHistory: PastRule = async (call) => {
  const [given, newestRef, percentiles] = call.params
  const count = typeof given === 'number' ? BigInt(given) : numberIn(given)
  const newest = await numberOf(call, newestRef === 'pending' ? 'latest' : newestRef)
  if (count === undefined || newest === undefined) return undefined
  const fork = forkNumber(call)
  const wanted = count < MAX_BLOCKS ? count : MAX_BLOCKS
  const localCount = newest > fork ? newest - fork : 0n
  if (newest > BigInt(call.context.blocks.latest.number)) return undefined
  if (wanted <= localCount) return askOwn(call, call.params)
  const end = newest < fork ? newest : fork
  const rest = percentiles === undefined ? [] : [percentiles]
  const pastParams = [toQuantity(wanted - localCount), toQuantity(end), ...rest]
  if (newest < fork) return askRemote(call, 'eth_feeHistory', pastParams)
  // The base fee after the forked block is that of the fork.
  const localParams = [toQuantity(localCount || 1n), toQuantity(newest), ...rest]
  const [past, local] = await Promise.all([
    askRemote(call, 'eth_feeHistory', pastParams),
    askOwn(call, localParams),
  ])
  return join(past, local, localCount === 0n)
}

/** Asks the local chain. Its blocks have no blobs; where the remote's have, their fee is known. */
async function askOwn(call: PastCall, params: readonly unknown[]): Promise<Json> {
  const own = await askLocal(call, params)
  if (call.remote.isSei || !isJsonObject(own)) return own
  // As in geth, where blocks before Cancun have a fee of 0.
  const fee = toQuantity(hasBlobs(call) ? BLOB_BASE_FEE : 0n)
  return {
    ...(own as Record<string, Json>),
    baseFeePerBlobGas: listOf(own.baseFeePerGas).map(() => fee),
    blobGasUsedRatio: listOf(own.gasUsedRatio).map(() => 0),
  }
}

/** @param hasForked whether the local part is of the forked block, which the other has, too */
function join(past: Json, local: Json, hasForked: boolean): Json {
  if (!isJsonObject(past) || !isJsonObject(local)) return past
  const joined: Record<string, Json> = { ...(past as Record<string, Json>) }
  const count = listOf(past.gasUsedRatio).length
  // A list that one side lacks, such as fees of blobs, would be shorter than the others.
  for (const name of [...PER_BLOCK, ...PER_BLOCK_AND_NEXT]) {
    const isShort = listOf(past[name]).length < count
    const isMissing = local[name] === undefined && !hasForked
    if (isShort || isMissing) delete joined[name]
  }
  for (const name of PER_BLOCK) {
    if (hasForked || joined[name] === undefined) continue
    joined[name] = [...listOf(past[name]), ...listOf(local[name])]
  }
  for (const name of PER_BLOCK_AND_NEXT) {
    if (joined[name] === undefined) continue
    const after = listOf(local[name]).slice(hasForked ? 1 : 0)
    joined[name] = [...listOf(past[name]).slice(0, count), ...after]
  }
  return joined
}

function listOf(json: unknown): readonly Json[] {
  return Array.isArray(json) ? json : []
}
