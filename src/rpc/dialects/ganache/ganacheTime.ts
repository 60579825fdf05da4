import { requireTime } from '../../../chain/mining/timeControls.ts'
import type { Codec } from '../../codec/codec.ts'
import { numberOfSeconds } from '../../codec/mining.ts'
import { uint64 } from '../../codec/scalar.ts'
import { changingMethod, type Method, param } from '../../core/method.ts'
import { evm_increaseTime, evm_setTime } from '../../methods/dev/time.ts'

type Replacement = readonly [Method, Method]

/** A negative number of seconds changes nothing. */
const seconds: Codec<bigint> = {
  ...uint64,
  decode: (json, path) => (typeof json === 'number' && json < 0 ? 0n : uint64.decode(json, path)),
}

/** Milliseconds since 1970, or a date: Ganache takes one in process. */
const moment: Codec<bigint> = {
  ...uint64,
  decode(json, path) {
    if (json instanceof Date) return BigInt(json.getTime())
    const isDate = typeof json === 'string' && /^\d{4}-\d\d-\d\dT/.test(json)
    const time = isDate ? Date.parse(json) : Number.NaN
    return Number.isNaN(time) ? uint64.decode(json, path) : BigInt(time)
  },
}

/** The offset of the clock is what all changes of it add up to; it may be negative. */
export const ganacheTime: readonly Replacement[] = [
  [
    evm_increaseTime,
    changingMethod({
      ...evm_increaseTime,
      params: [param('seconds', seconds)],
      result: numberOfSeconds,
      async run({ mining }, by) {
        await mining.configure(({ clockOffset, now }) => {
          requireTime(now + by, 'seconds')
          return { clockOffset: clockOffset + by }
        })
        return mining.clockOffset
      },
    }),
  ],
  [
    evm_setTime,
    changingMethod({
      ...evm_setTime,
      params: [param('time', moment)],
      result: numberOfSeconds,
      async run({ mining }, ms) {
        await mining.configure(({ clockOffset, now }) => {
          return { clockOffset: clockOffset + requireTime(ms / 1000n, 'time') - now }
        })
        return mining.clockOffset
      },
    }),
  ],
]
