import { hexToBytes } from '../../primitives/encoding/hex.ts'
import type { RemoteChain } from '../../remote/remoteChain.ts'
import { RemoteError } from '../../remote/remoteError.ts'
import type { ChainCore } from '../chainCore.ts'
import { forkedHeader } from './forkedHeader.ts'
import { replayedTransaction } from './replayedTransaction.ts'

/**
 * Mines the first block of a fork that starts after a transaction: the transactions of its block up
 * to it, in a block with the same parameters. Then the clock continues from now.
 *
 * @throws RemoteError BAD_FORK if a transaction cannot be repeated
 */
export async function replayBlock(
  { head, scheduler, submitter, genesis }: ChainCore,
  { url, replay }: RemoteChain,
): Promise<void> {
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
  await submitter.mineBlock(transactions)
  const { gasLimit: ownLimit, coinbase, automine } = own
  await scheduler.configure({ automine, gasLimit: ownLimit, coinbase, clockOffset })
  const mined = new Set(head.latest.transactions.map(({ hash }) => hash))
  const lost = transactions.find(({ hash }) => !mined.has(hash))
  if (lost !== undefined) throw bad(`transaction ${lost.hash} cannot be repeated`)
}
