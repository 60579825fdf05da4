import { hexToBytes } from '../../primitives/encoding/hex.ts'
import type { Logger } from '../../primitives/logger.ts'
import type { RemoteChain, RemoteReplay } from '../../remote/remoteChain.ts'
import { RemoteError } from '../../remote/remoteError.ts'
import type { Receipt } from '../block/block.ts'
import type { ChainCore } from '../chainCore.ts'
import { forkedHeader } from './forkedHeader.ts'
import { differenceOf, type ReplayedReceipt, readReplayedReceipts } from './replayedReceipt.ts'
import { hasBlobs, replayedTransaction } from './replayedTransaction.ts'

/**
 * Mines the first block of a fork that starts after a transaction: the transactions of its block up
 * to it, in a block with the same parameters. Then the clock continues from now. The first
 * transaction whose local run differs from the remote one, by its receipt, is logged, and each one
 * with blobs.
 *
 * @throws RemoteError BAD_FORK if a transaction cannot be repeated
 */
export async function replayBlock(
  { head, scheduler, submitter, genesis }: ChainCore,
  remote: RemoteChain,
  logger: Logger,
): Promise<void> {
  const { url, replay } = remote
  if (replay === undefined) return
  const bad = (reason: string, cause?: unknown) =>
    new RemoteError({ code: 'BAD_FORK', url, reason }, { cause })
  const { miner, timestamp, gasLimit, baseFeePerGas, mixHash } = forkedHeader(replay.block)
  const transactions = replay.transactions.map((json) => {
    try {
      return replayedTransaction(json, genesis.chainId)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw bad(`this chain has no ${error.message}, such as ${String(json.hash)}`, error)
    }
  })
  const { mining: own, clockOffset } = head.current
  const isEthereum = genesis.native.feeMarket.isEip1559 === true
  await scheduler.configure({
    automine: false,
    nextTimestamp: timestamp,
    nextBaseFee: baseFeePerGas,
    nextPrevRandao: hexToBytes(mixHash),
    gasLimit,
    ...(isEthereum && { coinbase: miner }),
  })
  const reading = readReplayedReceipts(remote, replay).catch(asRemoteError)
  await submitter.mineBlock(transactions)
  const { gasLimit: ownLimit, coinbase, automine } = own
  await scheduler.configure({ automine, gasLimit: ownLimit, coinbase, clockOffset })
  const mined = new Set(head.latest.transactions.map(({ hash }) => hash))
  const lost = transactions.find(({ hash }) => !mined.has(hash))
  if (lost !== undefined) throw bad(`transaction ${lost.hash} cannot be repeated`)
  for (const { hash } of replay.transactions.filter(hasBlobs)) {
    logger.error(
      `Warning: transaction ${hash} ran without its blobs, as one of type 2 with another hash: BLOBHASH returned 0, and it paid no blob fee`,
    )
  }
  const warning = compare(replay, head.latest.receipts, await reading)
  if (warning !== undefined) logger.error(`Warning: ${warning}`)
}

function compare(
  { transactions }: RemoteReplay,
  own: readonly Receipt[],
  receipts: readonly ReplayedReceipt[] | RemoteError,
): string | undefined {
  if (receipts instanceof RemoteError) {
    return `the repeated transactions were not compared with the remote chain: ${receipts.message}`
  }
  for (const [index, receipt] of receipts.entries()) {
    const local = own[index]
    const difference = local && differenceOf(local, receipt)
    if (difference === undefined) continue
    const hash = String(transactions[index]?.hash)
    return `transaction ${hash} ran with another result: ${difference}; the state may differ, too`
  }
  return undefined
}

function asRemoteError(error: unknown): RemoteError {
  if (error instanceof RemoteError) return error
  throw error
}
