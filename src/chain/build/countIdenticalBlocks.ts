import type { Hardfork } from '../../evm/rules/hardfork.ts'
import type { BlockContext } from '../../evm/run/executor.ts'
import type { SealedBlock } from '../block/block.ts'
import { MAX_TIME } from '../mining/timeControls.ts'

/** Where a chain stands that may go on as it did. */
export interface IdenticalBlocksInput {
  readonly latest: SealedBlock
  /** The block before it. */
  readonly parent: SealedBlock | undefined
  /** What the next block runs in. */
  readonly next: BlockContext
  /**
   * The time from which on the end of a block has something to do, where it had nothing to do in
   * the newest one.
   */
  readonly due: bigint | undefined
  hardforkAt(number: bigint, timestamp: bigint): Hardfork
}

/**
 * How many of the blocks to come are as the newest one, but for number and time, where there are no
 * transactions: all of them, as long as the state does not change and the rules stay the same.
 *
 * @param step seconds from each block to the next.
 */
export function countIdenticalBlocks(
  scene: IdenticalBlocksInput,
  step: bigint,
  most: bigint,
): bigint {
  if (!isSteady(scene)) return 0n
  const { latest, next, due, hardforkAt } = scene
  const { number, timestamp } = latest.header
  const lastTime = due !== undefined && due <= MAX_TIME ? due - 1n : MAX_TIME
  if (timestamp + step > lastTime) return 0n
  const inTime = step === 0n ? most : (lastTime - timestamp) / step
  return lastWhere(
    inTime < most ? inTime : most,
    (count) => hardforkAt(number + count, timestamp + count * step) === next.hardfork,
  )
}

/** Whether the newest block is empty, changed nothing, and had what the next one will have. */
function isSteady({ latest, parent, next, hardforkAt }: IdenticalBlocksInput): boolean {
  const { header, transactions, native } = latest
  return (
    transactions.length + native.length === 0 &&
    // A row that is written has a hash of its own version, so nothing was written, not even what is
    // the same.
    parent?.header.stateRoot === header.stateRoot &&
    hardforkAt(header.number, header.timestamp) === next.hardfork &&
    header.miner === next.coinbase &&
    header.gasLimit === next.gasLimit &&
    (header.baseFeePerGas ?? 0n) === next.baseFeePerGas &&
    header.difficulty === next.difficulty &&
    header.extraData.length === 0
  )
}

/** The largest number up to `most` for which something holds that holds up to there. */
function lastWhere(most: bigint, holds: (number: bigint) => boolean): bigint {
  let low = 0n
  let high = most
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (holds(middle)) low = middle
    else high = middle - 1n
  }
  return low
}
