import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ArrayList,
  intersect,
  lowerBound,
  type PostingList,
  union,
} from '../../../src/chain/history/postingList.ts'

const numbers = fc
  .uniqueArray(fc.nat(60), { maxLength: 40 })
  .map((list) => list.sort((a, b) => a - b))
const target = fc.integer({ min: -2, max: 64 })

/** Numbers a list stands at when it is asked for targets one after the other, which only rise. */
const targets = fc.array(target, { maxLength: 8 }).map((list) => list.sort((a, b) => a - b))

/** How many numbers were read: a list that is asked needlessly costs time. */
class Counting implements PostingList {
  asked = 0
  readonly #list: ArrayList

  constructor(list: readonly number[]) {
    this.#list = new ArrayList(list, 0, 100)
  }

  get current(): number {
    return this.#list.current
  }

  advance(target: number): undefined {
    this.asked++
    this.#list.advance(target)
  }
}

/** A list that has to be read first each time. */
class Slow implements PostingList {
  current = Number.NEGATIVE_INFINITY
  readonly #list: ArrayList

  constructor(list: readonly number[]) {
    this.#list = new ArrayList(list, 0, 100)
  }

  async advance(target: number): Promise<void> {
    await setImmediate()
    this.#list.advance(target)
    this.current = this.#list.current
  }
}

/** What a list has, in order. */
function readAll(list: PostingList): number[] {
  const found: number[] = []
  void list.advance(0)
  while (list.current !== Number.POSITIVE_INFINITY) {
    found.push(list.current)
    void list.advance(list.current + 1)
  }
  return found
}

const firstFrom = (list: readonly number[], target: number) =>
  list.find((number) => number >= target) ?? Number.POSITIVE_INFINITY

describe('lowerBound', () => {
  test('is the index of the first number not below', () => {
    fc.assert(
      fc.property(numbers, target, (list, number) => {
        const place = list.findIndex((each) => each >= number)
        expect(lowerBound(list, number)).toBe(place === -1 ? list.length : place)
      }),
    )
  })

  test('searches a part', () => {
    fc.assert(
      fc.property(numbers, target, fc.nat(40), fc.nat(40), (list, number, a, b) => {
        const [low, high] = [Math.min(a, b, list.length), Math.min(Math.max(a, b), list.length)]
        const place = list.findIndex((each, i) => i >= low && i < high && each >= number)
        expect(lowerBound(list, number, low, high)).toBe(place === -1 ? high : place)
      }),
    )
  })
})

describe('a list of an array', () => {
  test('advances to the target', () => {
    fc.assert(
      fc.property(numbers, target, target, targets, (list, a, b, asked) => {
        const [first, last] = [Math.min(a, b), Math.max(a, b)]
        const part = list.filter((number) => number >= first && number <= last)
        const posting = new ArrayList(list, first, last)
        expect(posting.current).toBe(Number.NEGATIVE_INFINITY)
        for (const target of asked) {
          posting.advance(target)
          expect(posting.current).toBe(firstFrom(part, target))
        }
      }),
    )
  })

  test('reads few numbers for distant targets', () => {
    let reads = 0
    const list = new Proxy(
      Array.from({ length: 100_000 }, (_, i) => i),
      {
        get(array, name) {
          reads++
          return Reflect.get(array, name)
        },
      },
    )
    const posting = new ArrayList(list, 0, 100_000)
    posting.advance(90_000)
    expect(posting.current).toBe(90_000)
    expect(reads).toBeLessThan(100)
  })
})

describe('a union', () => {
  const lists = fc.array(numbers, { maxLength: 5 })

  test('starts at the first number of any list', () => {
    fc.assert(
      fc.property(lists, targets, (all, asked) => {
        const joined = union(all.map((list) => new ArrayList(list, 0, 100)))
        const every = all.flat().sort((a, b) => a - b)
        for (const target of asked) {
          void joined.advance(target)
          expect(joined.current).toBe(firstFrom(every, target))
        }
      }),
    )
  })

  test('has the numbers of all lists, each once', () => {
    fc.assert(
      fc.property(lists, (all) => {
        const joined = union(all.map((list) => new ArrayList(list, 0, 100)))
        expect(readAll(joined)).toEqual([...new Set(all.flat())].sort((a, b) => a - b))
      }),
    )
  })

  test('of one list is that list, of none is empty', () => {
    const only = new ArrayList([1], 0, 1)
    expect(union([only])).toBe(only)
    expect(readAll(union([]))).toEqual([])
  })

  test('starts before its first number', () => {
    const joined = union([new ArrayList([1], 0, 1), new ArrayList([2], 0, 2)])
    expect(joined.current).toBe(Number.NEGATIVE_INFINITY)
  })

  test('advances only lists that are behind', () => {
    const [near, far] = [new Counting([1, 2, 3]), new Counting([50])]
    const joined = union([far, near])
    for (const target of [0, 2, 3, 3]) void joined.advance(target)
    expect([near.asked, far.asked]).toEqual([3, 1])
    expect(joined.advance(50)).toBeUndefined()
    expect([near.asked, far.asked, joined.current]).toEqual([4, 1, 50])
  })

  test('advances no list that is at the target', () => {
    const [behind, there] = [new Counting([1, 9]), new Counting([5])]
    for (const pair of [
      [behind, there],
      [new Counting([5]), new Counting([1, 9])],
    ] as const) {
      const joined = union(pair)
      for (const target of [0, 5]) void joined.advance(target)
      expect(joined.current).toBe(5)
      expect(pair.map(({ asked }) => asked).sort()).toEqual([1, 2])
    }
    const [near, far] = [new Counting([1, 2, 3]), new Counting([50])]
    const joined = union([near, far])
    for (const target of [0, 2, 3]) void joined.advance(target)
    expect([near.asked, far.asked]).toEqual([3, 1])
  })

  test('is correct after an asynchronous read', async () => {
    await fc.assert(
      fc.asyncProperty(numbers, numbers, targets, async (slow, quick, asked) => {
        for (const joined of [
          union([new Slow(slow), new ArrayList(quick, 0, 100)]),
          union([new ArrayList(quick, 0, 100), new Slow(slow)]),
          union([new Slow(quick), new Slow(slow)]),
        ]) {
          const every = [...slow, ...quick].sort((a, b) => a - b)
          for (const target of asked) {
            await joined.advance(target)
            expect(joined.current).toBe(firstFrom(every, target))
          }
        }
      }),
    )
  })
})

describe('an intersection', () => {
  const lists = fc.array(numbers, { minLength: 1, maxLength: 3 })
  const common = (all: readonly (readonly number[])[], first: number) =>
    (all[0] ?? []).filter((number) => number >= first && all.every((list) => list.includes(number)))

  test('has the common numbers', () => {
    fc.assert(
      fc.property(lists, fc.nat(60), (all, first) => {
        const found = intersect(
          all.map((list) => new ArrayList(list, 0, 100)),
          first,
        )
        expect([...found]).toEqual(common(all, first))
      }),
    )
  })

  test('awaits lists that must be read', async () => {
    await fc.assert(
      fc.asyncProperty(lists, fc.nat(60), async (all, first) => {
        const found: number[] = []
        const slow = all.map((list) => new Slow(list))
        for (const step of intersect(slow, first)) {
          if (typeof step === 'number') found.push(step)
          else await step
        }
        expect(found).toEqual(common(all, first))
      }),
    )
  })

  test('advances a list only from the position of the one before it', () => {
    const [short, long] = [
      new Counting([7, 30]),
      new Counting(Array.from({ length: 40 }, (_, i) => i)),
    ]
    expect([...intersect([short, long], 0)]).toEqual([7, 30])
    // At 7 and 30, each found by both, and at the end.
    expect(long.asked).toBeLessThan(6)
  })
})
