import { type ForkSchedule, type Hardfork, isAtLeast } from '../../evm/rules/hardfork.ts'
import type { BlockContext } from '../../evm/run/executor.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'
import type { Clock } from '../../primitives/time/clock.ts'
import type { Header } from '../block/block.ts'
import { prevRandao } from '../block/prevRandao.ts'
import type { BlockOverrides, BlockView } from '../chain.ts'
import type { History } from '../history/history.ts'
import type { CurrentControls } from '../mining/controls.ts'

/** Makes the contexts that code runs in, from the chain's rules and its blocks so far. */
export interface BlockContexts {
  /** What the chain's clock says: seconds since 1970. */
  readonly now: bigint
  /** Time of the block to come. */
  readonly nextTime: bigint
  /** The block to come, as the controls say. By its own rules it would have this base fee. */
  next(baseFeePerGas: bigint): BlockContext
  /** The rules of a block. */
  hardforkAt(number: bigint, timestamp: bigint): Hardfork
  /** A block that is there, with what a simulation changes about it. */
  at(view: Pick<BlockView, 'block' | 'blockAt'>, overrides?: BlockOverrides): BlockContext
}

export function createBlockContexts(
  history: History,
  schedule: ForkSchedule,
  clock: Clock,
  controls: CurrentControls,
  codeSizeLimit?: number,
): BlockContexts {
  const limits = codeSizeLimit === undefined ? {} : { codeSizeLimit }
  const now = (): bigint => BigInt(clock.now()) + controls.current.clockOffset

  /** The clock's time, but later than the parent's, unless the controls say otherwise. */
  function timeAfter(parent: Header): bigint {
    const { nextTimestamp, timestampInterval, allowEqualTimestamps } = controls.current
    if (nextTimestamp !== undefined) return nextTimestamp
    if (timestampInterval !== undefined) return parent.timestamp + timestampInterval
    const earliest = allowEqualTimestamps ? parent.timestamp : parent.timestamp + 1n
    const time = now()
    return time > earliest ? time : earliest
  }

  function baseFeeAfter(ruled: bigint): bigint {
    const { nextBaseFee, minBaseFee = 0n } = controls.current
    return nextBaseFee ?? (ruled > minBaseFee ? ruled : minBaseFee)
  }

  const hashBefore =
    (number: bigint, blockAt: BlockView['blockAt']): BlockContext['blockHash'] =>
    (wanted) => {
      const hash = wanted < number ? blockAt(wanted)?.hash : undefined
      return hash === undefined ? undefined : hexToBytes(hash)
    }

  return {
    get now() {
      return now()
    },
    get nextTime() {
      return timeAfter(history.latest.header)
    },
    next(baseFeePerGas) {
      const parent: Header = history.latest.header
      const { coinbase, gasLimit, nextPrevRandao } = controls.current
      const number = parent.number + 1n
      const timestamp = timeAfter(parent)
      const hardfork = schedule(number, timestamp)
      return {
        hardfork,
        number,
        timestamp,
        coinbase,
        gasLimit,
        blobBaseFee: 1n,
        baseFeePerGas: isAtLeast(hardfork, 'london') ? baseFeeAfter(baseFeePerGas) : 0n,
        prevRandao: nextPrevRandao ?? prevRandao(timestamp),
        difficulty: 0n,
        ...limits,
        blockHash: hashBefore(number, history.reader()),
      }
    },
    hardforkAt: schedule,
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
        ...limits,
        blockHash: hashBefore(number, blockAt),
      }
    },
  }
}
