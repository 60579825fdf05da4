import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { JsonStream, ReaderClosedError, streamText } from '../../../src/rpc/stream/jsonStream.ts'
import { ResponseLimiter, type ResponseSlot } from '../../../src/rpc/stream/responseLimiter.ts'

/** A result of so many times 100,000 characters. */
const result = (count: number) =>
  new JsonStream(async (sink) => {
    for (let i = 0; i < count; i++) {
      sink.write(' '.repeat(100_000))
      if (sink.isFull) await sink.drained()
    }
    sink.write('1')
  })

const answer = (count: number, turn: ResponseSlot, signal?: AbortSignal) =>
  streamText(result(count), ['', ''], () => {}, signal, turn)

/** Long enough for whatever may go on without anybody's doing. */
const aWhile = async () => {
  for (let i = 0; i < 100; i++) await setImmediate()
}

test('allows four concurrent long responses, and any number of short ones', async () => {
  const answers = new ResponseLimiter()
  const made: number[] = []
  const turns = Array.from({ length: 6 }, () => answers.turn())
  const long = turns.map((turn, i) => answer(10, turn).then(() => made.push(i)))
  await Promise.all(long.slice(0, 4))
  await aWhile()
  expect(made).toEqual([0, 1, 2, 3])
  for (let i = 0; i < 10; i++) await answer(2, answers.turn())
  turns[2]?.end()
  turns[2]?.end()
  await long[4]
  await aWhile()
  expect(made).toEqual([0, 1, 2, 3, 4])
  turns[0]?.end()
  await Promise.all(long)
})

test('an aborted response takes no turn', async () => {
  const answers = new ResponseLimiter()
  const turns = Array.from({ length: 6 }, () => answers.turn())
  const gone = new AbortController()
  await Promise.all(turns.slice(0, 4).map((turn) => answer(10, turn)))
  const left = answer(10, answers.turn(), gone.signal)
  const next = answer(10, answers.turn())
  gone.abort()
  // It waits no longer.
  await expect(left).rejects.toBeInstanceOf(ReaderClosedError)
  turns[0]?.end()
  expect(String(await next)).toHaveLength(1_000_001)
})
