import type { BlockContext } from '../evm/executor.ts'
import { type ForkSchedule, isAtLeast } from '../evm/hardfork.ts'
import type { Clock } from '../primitives/clock.ts'
import { hexToBytes } from '../primitives/hex.ts'
import type { Header } from './block.ts'
import type { BlockOverrides, BlockView } from './chain.ts'
import { feeCollector } from './feeCollector.ts'
import type { History } from './history.ts'
import { prevRandao } from './prevRandao.ts'

/** Makes the contexts that code runs in, from the chain's rules and its blocks so far. */
export interface BlockContexts {
  /** The block to come. Its time is the clock's, but always later than its parent's. */
  next(baseFeePerGas: bigint): BlockContext
  /** A block that is there, with what a simulation changes about it. */
  at(view: Pick<BlockView, 'block' | 'blockAt'>, overrides?: BlockOverrides): BlockContext
}

export function createBlockContexts(
  history: History,
  schedule: ForkSchedule,
  clock: Clock,
): BlockContexts {
  const hashBefore =
    (number: bigint, blockAt: BlockView['blockAt']): BlockContext['blockHash'] =>
    (wanted) => {
      const hash = wanted < number ? blockAt(wanted)?.hash : undefined
      return hash === undefined ? undefined : hexToBytes(hash)
    }

  return {
    next(baseFeePerGas) {
      const parent: Header = history.latest.header
      const number = parent.number + 1n
      const now = BigInt(clock.now())
      const timestamp = now > parent.timestamp ? now : parent.timestamp + 1n
      const hardfork = schedule(number, timestamp)
      return {
        hardfork,
        number,
        timestamp,
        coinbase: feeCollector.evm,
        gasLimit: parent.gasLimit,
        blobBaseFee: 1n,
        baseFeePerGas: isAtLeast(hardfork, 'london') ? baseFeePerGas : 0n,
        prevRandao: prevRandao(timestamp),
        difficulty: 0n,
        blockHash: hashBefore(number, history.reader()),
      }
    },
    at({ block: { header }, blockAt }, overrides = {}) {
      const number = overrides.number ?? header.number
      const timestamp = overrides.time ?? header.timestamp
      return {
        hardfork: schedule(number, timestamp),
        number,
        timestamp,
        coinbase: overrides.feeRecipient ?? header.miner,
        gasLimit: overrides.gasLimit ?? header.gasLimit,
        blobBaseFee: overrides.blobBaseFee ?? 1n,
        baseFeePerGas: overrides.baseFeePerGas ?? header.baseFeePerGas ?? 0n,
        prevRandao: overrides.prevRandao ?? hexToBytes(header.mixHash),
        difficulty: overrides.difficulty ?? header.difficulty,
        blockHash: hashBefore(number, blockAt),
      }
    },
  }
}
