import type { Header, SealedBlock } from '../block/block.ts'
import type { BlockBuilder } from '../build/blockBuilder.ts'
import type { BlockContexts } from '../build/blockContext.ts'
import { type Head, type HeadUpdate, latestOf } from '../chainHead.ts'
import { blocksAdded } from '../history/historyChange.ts'
import type { BlockScheduler } from '../mining/blockScheduler.ts'
import { withMiningChange } from '../mining/miningConfig.ts'
import { setNextTimestampOrLater, setTime } from '../mining/timeControls.ts'
import type { DumpedBlock } from './dumpedBlocks.ts'

/** Maximum number of missing blocks that are built. */
const MAX_MISSING_BLOCKS = 10_000_000

/** Dependencies of catching up. */
export interface CatchUpParts {
  readonly builder: BlockBuilder
  readonly contexts: BlockContexts
  readonly scheduler: BlockScheduler
}

type BlockPlace = Pick<Header, 'number' | 'timestamp'>

/** The block to catch up with. */
interface Target extends BlockPlace {
  /** Blocks of another chain up to it. */
  readonly blocks: readonly DumpedBlock[]
}

/** Returns whether a head is behind a block by number or timestamp. */
export function isBehind(
  head: Head,
  { number, timestamp }: BlockPlace,
  contexts: BlockContexts,
): boolean {
  return latestOf(head).header.number < number || contexts.now(head) < timestamp
}

/**
 * Takes the blocks of the other chain that are missing, builds empty ones before them, unless they
 * exceed {@link MAX_MISSING_BLOCKS}, and sets the clock to a later time. The empty blocks are one
 * second apart, or share a timestamp if they are more than the seconds.
 *
 * @throws ChainError CHAIN_CLOSED
 */
export async function catchUp(
  head: Head,
  { number, timestamp, blocks }: Target,
  { builder, contexts, scheduler }: CatchUpParts,
): Promise<HeadUpdate> {
  const entered: SealedBlock[] = []
  let current = head
  const add = (update: HeadUpdate | undefined): bigint => {
    if (update === undefined) return 0n
    const before = latestOf(current).number
    current = { ...update.next, mining: head.mining, clockOffset: head.clockOffset }
    entered.push(latestOf(current))
    return BigInt(latestOf(current).number - before)
  }
  const after = latestOf(head).header.number
  const taken =
    number - after <= MAX_MISSING_BLOCKS
      ? blocks.filter((block) => block.header.number > after)
      : []
  const missing = number - after - BigInt(taken.length)
  /** Time of the last empty block. */
  const end = taken[0]?.header.timestamp ?? timestamp
  const rest = scheduler.createRest()
  for (let made = 0n; made < missing && missing <= MAX_MISSING_BLOCKS; await rest()) {
    const planned = end - missing + made + 1n
    const earliest = latestOf(current).header.timestamp
    const nextTimestamp = planned > earliest ? planned : earliest
    const own = { nextTimestamp, nextBaseFee: undefined, nextPrevRandao: undefined }
    made += add(await builder.empty(withMiningChange(current, own)))
    const left = missing - made
    // Blocks share a timestamp until the remaining seconds equal the remaining blocks.
    const behind = latestOf(current).header.timestamp - planned
    const most = behind === 0n || left < behind ? left : behind
    const steady = withMiningChange(current, { ...own, nextTimestamp: undefined })
    const step = behind === 0n ? 1n : 0n
    const range = await builder.planRange(steady, { most, step, holdsBaseFee: false }, rest)
    if (range !== undefined) made += add(builder.appendRange(steady, range))
  }
  for (const block of taken) {
    add(builder.appendForeign(current, block))
    await rest()
  }
  const next = withMiningChange(current, { nextTimestamp: undefined })
  return { next: settled(next), changes: { blocks: blocksAdded(...entered) } }

  /** The timestamp of the next block stays set, and the clock is not behind. */
  function settled(given: Head): Head {
    const { nextTimestamp } = head.mining
    const timed =
      nextTimestamp === undefined
        ? given
        : scheduler.changed(given, setNextTimestampOrLater(nextTimestamp))
    return contexts.now(timed) < timestamp ? scheduler.changed(timed, setTime(timestamp)) : timed
  }
}
