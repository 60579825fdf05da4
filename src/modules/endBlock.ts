import type { RowState } from '../state/rows/rowState.ts'
import { startRewardStreams } from './distribution/accrual.ts'
import { endGov, type RevertibleState } from './gov/endGov.ts'
import { activeQueue, inactiveQueue } from './gov/proposal.ts'
import type { HeaderInfo } from './headerInfo.ts'
import { redelegationQueue, unbondingQueue, validatorQueue } from './staking/delegation.ts'
import { endStaking } from './staking/endStaking.ts'
import { earliestTime } from './timeQueue.ts'

const queues = [inactiveQueue, activeQueue, validatorQueue, unbondingQueue, redelegationQueue]

/**
 * Returns the first time at which the end of a block has work to do, if the state does not change
 * otherwise and the newest block had no work. Undefined if no such time exists.
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

/** Runs the modules at the end of a block. */
export function endBlock(state: RevertibleState, moment: HeaderInfo): void {
  if (moment.height === 1n) startRewardStreams(state, moment.time)
  endGov(state, moment)
  endStaking(state, moment)
}
