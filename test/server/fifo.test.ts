import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Fifo } from '../../src/server/fifo.ts'

test('behaves like an array', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('push', 'push', 'shift', 'drain'), { maxLength: 300 }),
      (ops) => {
        const fifo = new Fifo<number>()
        const array: number[] = []
        for (const [i, op] of ops.entries()) {
          if (op === 'push') {
            fifo.push(i)
            array.push(i)
          } else if (op === 'shift') expect(fifo.shift()).toBe(array.shift())
          else if (i % 50 === 0) expect(fifo.drain()).toEqual(array.splice(0))
          expect(fifo.size).toBe(array.length)
        }
      },
    ),
  )
})
