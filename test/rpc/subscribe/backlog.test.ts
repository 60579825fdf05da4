import { expect, test } from 'vitest'
import { Backlog, SubscriptionEvent } from '../../../src/rpc/subscribe/backlog.ts'

/** An event with `count` results of 100 characters, which count as 200. */
function happening(count: number) {
  const event = new SubscriptionEvent()
  const results = Array.from({ length: count }, () => event.encode('x'.repeat(98)))
  return { results, addTo: (to: Backlog) => results.map((result) => to.add(result, event)) }
}

/** Adds as many small events as a backlog takes: how many. */
function fill(backlog: Backlog): number {
  for (let count = 0; ; count++) {
    const { results, addTo } = happening(1)
    if (!addTo(backlog).includes(false)) continue
    for (const result of results) backlog.remove(result)
    return count
  }
}

test('limits many small events plus one', () => {
  expect(fill(new Backlog(2000))).toBe(11)
})

test('does not count one copy of the largest event until less than the limit is unsent', () => {
  const backlog = new Backlog(2000)
  const large = happening(100)
  expect(large.addTo(backlog)).not.toContain(false)
  expect(fill(backlog)).toBe(10)
  for (const result of large.results) backlog.remove(result)
  expect(fill(backlog)).toBe(1)
})

test('counts repeated results', () => {
  const backlog = new Backlog(2000)
  const large = happening(100)
  expect(large.addTo(backlog)).not.toContain(false)
  expect(large.addTo(backlog).indexOf(false)).toBe(10)
})

test('does not count notifications that were unsent while the client was excused', () => {
  const backlog = new Backlog(2000)
  backlog.excuse()
  for (let i = 0; i < 60; i++) expect(happening(1).addTo(backlog)).toEqual([true])
  backlog.blame()
  expect(fill(backlog)).toBe(11)
})

test('has a bound nevertheless', () => {
  const backlog = new Backlog(2000)
  backlog.excuse()
  expect(fill(backlog)).toBe(8 * 10 + 1)
})
