import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { unbondingQueue } from '../../src/modules/staking/delegation.ts'
import { dequeueMatured, earliestTime, enqueue } from '../../src/modules/timeQueue.ts'
import { createStateDatabase } from '../../src/state/stateDatabase.ts'

const row = (number: number) => `0x${number.toString(16).padStart(40, '0')}`

/** Adds a row due at a time, or removes those that are due. */
const step = fc.record({
  isRemoval: fc.boolean(),
  time: fc.bigInt({ min: 1n, max: 9n }),
  number: fc.nat(5),
})

test.prop([fc.array(step, { maxLength: 25 })])(
  'a queue has the rows of a map at each version, read before and after changes',
  (steps) => {
    const states = createStateDatabase({ bech32Prefix: 'sei', denomination: 'usei' })
    const model = new Map<string, bigint>()
    for (const { isRemoval, time, number } of steps) {
      if (isRemoval) {
        const due = [...dequeueMatured(states.newest, unbondingQueue, time)]
        const wanted = [...model].filter(([, at]) => at <= time).map(([key]) => key)
        expect(due.length).toBe(wanted.length)
        for (const key of wanted) model.delete(key)
      } else {
        enqueue(states.newest, unbondingQueue, time, row(number))
        model.set(`${time}/${number}`, time)
      }
      const { version } = states.commit()
      const first = [...model.values()].sort((a, b) => Number(a - b))[0]
      expect(earliestTime(states.newest, unbondingQueue)).toBe(first)
      expect(earliestTime(states.overlay(version), unbondingQueue)).toBe(first)
    }
  },
)
