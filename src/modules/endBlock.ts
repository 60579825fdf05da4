import type { RowState } from '../state/rows/rowState.ts'
import { startRewardStreams } from './distribution/accrual.ts'
import { endGov } from './gov/endGov.ts'
import { activeQueue, inactiveQueue } from './gov/proposal.ts'
import type { HeaderInfo } from './headerInfo.ts'
import { redelegationQueue, unbondingQueue, validatorQueue } from './staking/delegation.ts'
import { endStaking } from './staking/endStaking.ts'
import { earliestTime } from './timeQueue.ts'

const queues = [inactiveQueue, activeQueue, validatorQueue, unbondingQueue, redelegationQueue]

/**
 * The time from which on the end of a block has something to do, as long as nobody else changes the
 * state: where it did nothing in the newest block, it does nothing in any before that time.
 * Undefined: never.
 */
export function nextEndBlockTime(state: RowState): bigint | undefined {
  const times = queues
    .map((queue) => earliestTime(state, queue))
    .filter((time) => time !== undefined)
  return times.reduce<bigint | undefined>(
    (first, time) => (first === undefined || time < first ? time : first),
    undefined,
  )
}

/** What the modules do at the end of a block, after its transactions. */
export function endBlock(state: RowState, moment: HeaderInfo): void {
  if (moment.height === 1n) startRewardStreams(state, moment.time)
  endGov(state, moment)
  endStaking(state, moment)
}
