import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { moduleTable } from '../../src/modules/rows.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import type { IterableTableKind } from '../../src/state/rows/stateTable.ts'
import { createStateDatabase } from '../../src/state/stateDatabase.ts'
import { WorldState } from '../../src/state/worldState.ts'

const names = { bech32Prefix: 'sei', denomination: 'usei' }

/** A table between two adjacent tables. */
const [before, kind, after] = [0x10, 0x11, 0x12].map(
  (prefix): IterableTableKind<number> =>
    moduleTable({
      store: 'gov',
      name: `t${prefix}`,
      prefix,
      id: { toBytes: (id) => hexToBytes(id as Hex), fromBytes: bytesToHex },
      encode: (value) => Uint8Array.of(value),
      decode: (bytes) => bytes[0] ?? 0,
    }),
) as [IterableTableKind<number>, IterableTableKind<number>, IterableTableKind<number>]

/** Few keys, so that they collide; some are prefixes of others. */
const key = fc.array(fc.constantFrom(0, 1, 0xff), { maxLength: 3 }).map((k) => Uint8Array.from(k))

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ set: key, value: fc.option(fc.integer({ min: 1, max: 3 })) }),
  },
  fc.constantFrom('mark', 'revert', 'commit', 'overlay', 'list'),
)

const range = fc.record({ start: key, end: key }, { requiredKeys: [] })

test.prop([fc.array(step, { maxLength: 60 }), fc.array(range, { minLength: 1, maxLength: 8 })])(
  'a range of a table has its rows in order after any writes, reverts and commits',
  (steps, ranges) => {
    const states = createStateDatabase(names)
    for (const neighbour of [before, after]) states.newest.set(neighbour, '0x00', 1)
    let state = states.newest
    let model = new Map<string, number>()
    let marked: [WorldState, number, Map<string, number>] | undefined

    const expectRanges = (): void => {
      for (const { start, end } of ranges) {
        const [from, to] = [start, end].map((bytes) => bytes && bytesToHex(bytes))
        // Hexadecimal digits sort like the bytes.
        const wanted = [...model.keys()]
          .filter((id) => (from === undefined || id >= from) && (to === undefined || id < to))
          .sort()
        const given = { ...(start && { start }), ...(end && { end }) }
        expect([...state.ids(kind, given)]).toEqual(wanted)
        const second = new WorldState(state.asSource(), names)
        expect([...second.ids(kind, given)]).toEqual(wanted)
      }
    }

    for (const each of steps) {
      if (typeof each === 'object') {
        const id = bytesToHex(each.set)
        state.set(kind, id, each.value ?? undefined)
        if (each.value === null) model.delete(id)
        else model.set(id, each.value)
      } else if (each === 'mark') {
        marked = [state, state.mark, new Map(model)]
      } else if (each === 'revert' && marked?.[0] === state) {
        state.revertTo(marked[1])
        model = marked[2]
        marked = undefined
      } else if (each === 'commit' && state === states.newest) {
        states.commit()
        marked = undefined
      } else if (each === 'overlay') {
        state = new WorldState(state.asSource(), names)
      } else if (each === 'list') {
        expectRanges()
      }
    }
    expectRanges()
    expect([...states.newest.ids(before)]).toEqual(['0x00'])
  },
)

test('rows are found lazily, committed or not', () => {
  const states = createStateDatabase(names)
  for (const half of [0, 1]) {
    for (let i = half; i < 200; i += 2) states.newest.set(kind, bytesToHex(Uint8Array.of(i)), 1)
    if (half === 0) states.commit()
  }
  let decoded = 0
  const counting: IterableTableKind<number> = {
    ...kind,
    idOf(rest) {
      decoded++
      return kind.idOf(rest)
    },
  }
  const found = []
  for (const id of states.newest.ids(counting, { start: Uint8Array.of(0x64) })) {
    found.push(id)
    if (found.length === 3) break
  }
  expect(found).toEqual(['0x64', '0x65', '0x66'])
  expect(decoded).toBeLessThan(6)
})
