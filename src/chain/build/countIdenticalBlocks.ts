import type { Hardfork } from '../../evm/rules/hardfork.ts'
import type { BlockContext } from '../../evm/run/executor.ts'
import type { SealedBlock } from '../block/block.ts'
import { MAX_TIME } from '../mining/timeControls.ts'

/** State of a chain that may repeat its newest block. */
export interface IdenticalBlocksInput {
  readonly latest: SealedBlock
  /** The parent of the newest block. */
  readonly parent: SealedBlock | undefined
  /** Context of the next block. */
  readonly next: BlockContext
  /** Time from which the end of a block has work to do, if it had none in the newest block. */
  readonly due: bigint | undefined
  /** Whether the base fee of the newest block lasts. */
  readonly holdsBaseFee: boolean
  hardforkAt(number: bigint, timestamp: bigint): Hardfork
}

/**
 * Returns the number of future empty blocks that equal the newest one except for number and
 * timestamp: unlimited while the state and the parameters do not change.
 *
 * @param step seconds between blocks
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

/**
 * Returns whether the newest block is empty, changed nothing, and had the context of the next one.
 */
function isSteady(scene: IdenticalBlocksInput): boolean {
  const { latest, next, hardforkAt, holdsBaseFee } = scene
  const { header, transactions, native } = latest
  return (
    transactions.length + native.length === 0 &&
    (holdsBaseFee || hasSteadyFee(scene)) &&
    hardforkAt(header.number, header.timestamp) === next.hardfork &&
    header.miner === next.coinbase &&
    header.gasLimit === next.gasLimit &&
    header.difficulty === next.difficulty &&
    header.extraData.length === 0
  )
}

/** Without a change of the base fee, an empty block writes nothing. */
function hasSteadyFee({ latest: { header }, parent, next }: IdenticalBlocksInput): boolean {
  return (
    // A row that is written has a hash of its own version, so nothing was written, not even what is
    // the same.
    parent?.header.stateRoot === header.stateRoot &&
    (header.baseFeePerGas ?? 0n) === next.baseFeePerGas
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
