import { isAtLeast } from '../../evm/rules/hardfork.ts'
import { isHex } from '../../primitives/encoding/hex.ts'
import { address, boolean, hash, quantity, uint32, uint64, word } from '../codec/scalar.ts'
import { type Context, changingMethod, type Method, optional, param } from '../core/method.ts'
import { invalidParams, RpcError, rpcCode } from '../errors/rpcError.ts'
import {
  evm_setAutomine,
  evm_setBlockGasLimit,
  hardhat_mine,
  hardhat_setMinGasPrice,
  hardhat_setNextBlockBaseFeePerGas,
  hardhat_setPrevRandao,
} from '../methods/dev/mining.ts'
import { hardhat_dropTransaction } from '../methods/dev/pool.ts'
import { evm_revert } from '../methods/dev/snapshot.ts'
import { hardhat_setNonce, hardhat_setStorageAt } from '../methods/dev/state.ts'
import { eth_feeHistory } from '../methods/eth/feeMarket.ts'
import { eth_getFilterChanges } from '../methods/eth/filter.ts'
import { checked, orElse, withPrecheck } from './dialect.ts'
import { upperSnake } from './hardhat/forkChecks.ts'
import { hardhatFeeHistory } from './hardhat/hardhatFees.ts'
import { checkBlocks } from './hardhatRequests.ts'
import { unlimitedLogQueries } from './logQueries.ts'

type Replacement = readonly [Method, Method]

const MOST_BLOCKS = 1024n

const refused = (message: string) => new RpcError(rpcCode.refused, message)

/** Transactions that wait are mined with the next one. */
const setAutomine = changingMethod({
  ...evm_setAutomine,
  params: [param('automine', boolean)],
  result: boolean,
  async run({ mining }, automine) {
    await mining.configure({ automine }, { minesWaiting: false })
    return true
  },
})

/** A snapshot does not have the mining mode. */
const revert: Method = {
  ...evm_revert,
  async call(context, params) {
    const { automine, intervalMs } = context.mining.config
    const isReverted = await evm_revert.call(context, params)
    const { config } = context.mining
    if (config.automine !== automine || config.intervalMs !== intervalMs) {
      await context.mining.configure({ automine, intervalMs }, { minesWaiting: false })
    }
    return isReverted
  },
}

/** Each later PREVRANDAO is the hash of the one before. */
const setPrevRandao = changingMethod({
  ...hardhat_setPrevRandao,
  params: [param('prevRandao', word)],
  result: boolean,
  async run({ mining }, nextPrevRandao) {
    await mining.configure({ nextPrevRandao, chainsPrevRandao: true })
    return true
  },
})

/** Long runs of empty blocks keep the base fee. */
const mine = changingMethod({
  ...hardhat_mine,
  params: [param('blocks', quantity, '0x1'), optional('interval', uint32)],
  result: boolean,
  async run({ mining }, blocks, interval) {
    await mining.mine({ blocks, holdsBaseFee: true, ...(interval !== undefined && { interval }) })
    return true
  },
})

/** What Hardhat refuses and this node takes, and queries of logs and filters. */
export const hardhatChecks: readonly Replacement[] = [
  checked(hardhat_setNonce, checkNonce),
  checked(hardhat_setStorageAt, checkStorage),
  checked(hardhat_setMinGasPrice, checkMinGasPrice),
  [eth_feeHistory, checked(hardhatFeeHistory, checkFeeHistory)[1]],
  [hardhat_setPrevRandao, checked(setPrevRandao, checkPrevRandao)[1]],
  checked(hardhat_setNextBlockBaseFeePerGas, checkBaseFee),
  checked(hardhat_dropTransaction, checkDrop),
  [evm_setAutomine, setAutomine],
  [hardhat_mine, mine],
  [evm_revert, revert],
  checked(evm_setBlockGasLimit, checkGasLimit),
  [eth_getFilterChanges, nullIfMissing(eth_getFilterChanges)],
  ...unlimitedLogQueries('LOG_RANGE_REVERSED').map(
    ([method, query]) => [method, withPrecheck(nullIfMissing(query), checkBlocks)[1]] as const,
  ),
]

/** Refuses to mine before the latest block, which this node does as early as it can. */
export function checkMineTime({ blocks }: Context, [timestamp]: readonly unknown[]): void {
  if (typeof timestamp !== 'number' && typeof timestamp !== 'string') return
  const time = uint64.decode(timestamp, 'invalid argument 0')
  const latest = blocks.latest.header.timestamp
  if (time < latest) throw refused(earlierThan(time, latest))
}

/** Hardhat's refusal of a timestamp. */
export function earlierThan(timestamp: bigint, latest: bigint): string {
  return timestamp === latest
    ? `Timestamp ${timestamp} is equal to the previous block's timestamp. Enable the 'allowBlocksWithSameTimestamp' option to allow this`
    : `Timestamp ${timestamp} is lower than the previous block's timestamp ${latest}`
}

async function checkNonce(
  { pool, state }: Context,
  [account, nonce]: readonly unknown[],
): Promise<void> {
  const owner = address.decode(account, 'invalid argument 0')
  const next = quantity.decode(nonce, 'invalid argument 1')
  const { pending, queued } = pool.contents
  if (pending.size + queued.size > 0) {
    const message = 'Cannot set account nonce when the transaction pool is not empty'
    throw new RpcError(rpcCode.internalError, message)
  }
  const view = await state.viewAt({ tag: 'latest' })
  const now = await view.read((reader) => reader.getNonce(owner))
  if (next >= now) return
  throw refused(`New nonce (${next}) must not be smaller than the existing nonce (${now})`)
}

function checkStorage(_: Context, [account, slot, word]: readonly unknown[]): void {
  address.decode(account, 'invalid argument 0')
  if (typeof slot === 'string' && isHex(slot) && slot.length > 2 && BigInt(slot) >> 256n > 0n) {
    throw refused(`Storage key must not be greater than or equal to 2^256. Received ${slot}.`)
  }
  if (typeof word !== 'string' || !word.startsWith('0x') || word.length === 66) return
  throw refused(
    `Storage value must be exactly 32 bytes long. Received ${word}, which is ${(word.length - 2) >> 1} bytes long.`,
  )
}

function checkMinGasPrice({ blocks }: Context): void {
  if (blocks.latest.header.baseFeePerGas === undefined) return
  throw refused('hardhat_setMinGasPrice is not supported when EIP-1559 is active')
}

function checkBaseFee({ blocks }: Context): void {
  if (blocks.latest.header.baseFeePerGas !== undefined) return
  throw refused('hardhat_setNextBlockBaseFeePerGas is disabled because EIP-1559 is not active')
}

function checkDrop({ transactions }: Context, [given]: readonly unknown[]): void {
  const wanted = hash.decode(given, 'invalid argument 0')
  if (transactions.get(wanted) === undefined) return
  throw invalidParams(`Transaction ${wanted} cannot be dropped because it's already mined`)
}

function checkPrevRandao({ mining }: Context, [randao]: readonly unknown[]): void {
  if (!isAtLeast(mining.nextHardfork, 'paris')) {
    const fork = upperSnake(mining.nextHardfork)
    throw refused(
      `hardhat_setPrevRandao is only available in post-merge hardforks, the current hardfork is ${fork}`,
    )
  }
  if (typeof randao !== 'string' || randao.length === 66) return
  throw invalidParams('invalid argument 0: want 32 bytes')
}

function checkGasLimit(_: Context, [limit]: readonly unknown[]): void {
  if (quantity.decode(limit, 'invalid argument 0') > 0n) return
  throw refused('Block gas limit must be greater than 0')
}

function checkFeeHistory(_: Context, [count, , percentiles]: readonly unknown[]): void {
  const blocks = quantity.decode(count, 'invalid argument 0')
  if (blocks === 0n) throw refused('blockCount should be at least 1')
  if (blocks > MOST_BLOCKS) throw refused(`blockCount should be at most ${MOST_BLOCKS}`)
  for (const [i, each] of Array.isArray(percentiles) ? percentiles.entries() : []) {
    if (!(each >= 0 && each <= 100)) {
      throw refused(
        `The reward percentile number ${i + 1} is invalid. It must be a float between 0 and 100, but is ${each} instead.`,
      )
    }
    if (Array.isArray(percentiles) && each > percentiles[i + 1]) {
      throw refused(
        `The reward percentiles should be in non-decreasing order, but the percentile number ${i + 1} is greater than the next one`,
      )
    }
  }
}

/** Hardhat answers null for an unknown filter. */
function nullIfMissing(method: Method): Method {
  return orElse(method, ['FILTER_NOT_FOUND'], null)
}
