import {
  increaseTime,
  setNextTimestamp,
  setTime,
  setTimestampInterval,
} from '../../../chain/mining/timeControls.ts'
import { nullResult, numberOfSeconds, secondsOrMs } from '../../codec/mining.ts'
import { boolean, uint32, uint64 } from '../../codec/scalar.ts'
import { changingMethod, param } from '../../core/method.ts'

/** From here on Hardhat's clients mean milliseconds. */
const SMALLEST_MS = 1000n

export const evm_increaseTime = changingMethod({
  summary:
    "Moves the chain's clock so many seconds on, from the newest block's time where that is ahead of it; how much it is then ahead of the machine's.",
  params: [param('seconds', uint64)],
  result: numberOfSeconds,
  aliases: ['anvil_increaseTime', 'hardhat_increaseTime', 'ganache_increaseTime'],
  async run({ mining }, seconds) {
    await mining.configure(increaseTime(seconds))
    return mining.clockOffset
  },
})

export const evm_setNextBlockTimestamp = changingMethod({
  summary: 'Time of the next block, in seconds since 1970, from which the clock then goes on.',
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
    "Sets the chain's clock, in seconds since 1970 (in milliseconds above 10^12); how much it is then ahead of the machine's.",
  params: [param('time', secondsOrMs)],
  result: numberOfSeconds,
  aliases: ['anvil_setTime', 'hardhat_setTime', 'ganache_setTime'],
  async run({ mining }, time) {
    await mining.configure(setTime(time))
    return mining.clockOffset
  },
})

export const anvil_setBlockTimestampInterval = changingMethod({
  summary: 'Makes each block so many seconds later than its parent, whatever the clock says.',
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
    'Makes each block so many seconds later than its parent; from 1000 on in milliseconds, as viem sends it to Hardhat.',
  params: [param('interval', uint32)],
  result: boolean,
  async run({ mining }, interval) {
    const seconds = interval < SMALLEST_MS ? interval : interval / SMALLEST_MS
    await mining.configure(setTimestampInterval(seconds))
    return true
  },
})

export const anvil_removeBlockTimestampInterval = changingMethod({
  summary: 'Lets blocks have the time of the clock again; whether they had another one.',
  params: [],
  result: boolean,
  aliases: ['hardhat_removeBlockTimestampInterval', 'ganache_removeBlockTimestampInterval'],
  async run({ mining }) {
    const { timestampInterval } = mining.config
    await mining.configure(setTimestampInterval(undefined))
    return timestampInterval !== undefined
  },
})
