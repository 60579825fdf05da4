import {
  increaseTime,
  setNextTimestamp,
  setTime,
  setTimestampInterval,
} from '../../../chain/mining/timeControls.ts'
import { nullResult, numberOfSeconds, secondsOrMs } from '../../codec/mining.ts'
import { boolean, uint32, uint64 } from '../../codec/scalar.ts'
import { changingMethod, param } from '../../core/method.ts'

/** From this on, Hardhat's clients mean milliseconds. */
const SMALLEST_MS = 1000n

export const evm_increaseTime = changingMethod({
  summary:
    'Moves the clock forward by a number of seconds and returns its offset from the system clock.',
  params: [param('seconds', uint64)],
  result: numberOfSeconds,
  aliases: ['anvil_increaseTime', 'hardhat_increaseTime', 'ganache_increaseTime'],
  async run({ mining }, seconds) {
    await mining.configure(increaseTime(seconds))
    return mining.clockOffset
  },
})

export const evm_setNextBlockTimestamp = changingMethod({
  summary:
    'Sets the timestamp of the next block, in seconds since 1970. The clock continues from there.',
  params: [param('timestamp', uint64)],
  result: nullResult,
  aliases: [
    'anvil_setNextBlockTimestamp',
    'hardhat_setNextBlockTimestamp',
    'ganache_setNextBlockTimestamp',
  ],
  run: ({ mining }, timestamp) => mining.configure(setNextTimestamp(timestamp)),
})

export const evm_setTime = changingMethod({
  summary:
    'Sets the clock in seconds since 1970 (milliseconds above 10^12) and returns its offset from the system clock.',
  params: [param('time', secondsOrMs)],
  result: numberOfSeconds,
  aliases: ['anvil_setTime', 'hardhat_setTime', 'ganache_setTime'],
  async run({ mining }, time) {
    await mining.configure(setTime(time))
    return mining.clockOffset
  },
})

export const anvil_setBlockTimestampInterval = changingMethod({
  summary: 'Sets a fixed time between the timestamps of blocks, in seconds.',
  params: [param('seconds', uint32)],
  result: boolean,
  aliases: ['ganache_setBlockTimestampInterval'],
  async run({ mining }, seconds) {
    await mining.configure(setTimestampInterval(seconds))
    return true
  },
})

export const hardhat_setBlockTimestampInterval = changingMethod({
  summary:
    'Sets a fixed time between the timestamps of blocks, in seconds; in milliseconds from 1000, as viem sends to Hardhat.',
  params: [param('interval', uint32)],
  result: boolean,
  async run({ mining }, interval) {
    const seconds = interval < SMALLEST_MS ? interval : interval / SMALLEST_MS
    await mining.configure(setTimestampInterval(seconds))
    return true
  },
})

export const anvil_removeBlockTimestampInterval = changingMethod({
  summary: 'Removes the fixed time between blocks. Returns whether one was set.',
  params: [],
  result: boolean,
  aliases: ['hardhat_removeBlockTimestampInterval', 'ganache_removeBlockTimestampInterval'],
  async run({ mining }) {
    const { timestampInterval } = mining.config
    await mining.configure(setTimestampInterval(undefined))
    return timestampInterval !== undefined
  },
})
