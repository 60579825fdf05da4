import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Snapshots } from '../../../src/chain/rewind/snapshots.ts'

const anyStep = fc.record({
  kind: fc.constantFrom('add', 'add', 'keep', 'release', 'releaseFrom', 'clear'),
  id: fc.nat(12),
})

test('snapshots match a list model', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 30 }), (steps) => {
      const snapshots = new Snapshots<string>()
      let model: { id: number; content: string; isKept: boolean }[] = []
      let last = 0
      /** How often each was unpinned. */
      const unpinned = new Map<number, number>()
      for (const { kind, id } of steps) {
        if (kind === 'add' || kind === 'keep') {
          last++
          const [own, content, isKept] = [last, `content ${last}`, kind === 'keep']
          const given = snapshots.add(content, isKept, () => {
            unpinned.set(own, (unpinned.get(own) ?? 0) + 1)
          })
          expect(given).toBe(own)
          model.push({ id: own, content, isKept })
        } else if (kind === 'release') {
          expect(snapshots.release(id)).toBe(model.some((each) => each.id === id))
          model = model.filter((each) => each.id !== id)
        } else if (kind === 'releaseFrom') {
          snapshots.releaseFrom(id)
          model = model.filter((each) => each.id < id || each.isKept)
        } else {
          snapshots.clear()
          model = []
        }
        const all = snapshots.all().map(({ id, content, isKept }) => ({ id, content, isKept }))
        expect(all).toEqual(model)
        for (let each = 1; each <= last; each++) {
          const found = model.find((one) => one.id === each)
          expect(snapshots.get(each)).toBe(found?.content)
          expect(unpinned.get(each) ?? 0).toBe(found === undefined ? 1 : 0)
        }
      }
    }),
  )
})
