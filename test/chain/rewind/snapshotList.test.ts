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
      /** How often each was unpinned, in order of creation. */
      const unpinned: number[] = []
      for (const { kind, id } of steps) {
        if (kind === 'add' || kind === 'keep') {
          last++
          const own = unpinned.push(0) - 1
          const [content, isKept] = [`content ${own}`, kind === 'keep']
          const given = snapshots.add(content, isKept, () => {
            unpinned[own] = (unpinned[own] ?? 0) + 1
          })
          expect(given).toBe(last)
          model.push({ id: last, content, isKept })
        } else if (kind === 'release') {
          expect(snapshots.release(id)).toBe(model.some((each) => each.id === id))
          model = model.filter((each) => each.id !== id)
        } else if (kind === 'releaseFrom') {
          snapshots.releaseFrom(id)
          model = model.filter((each) => each.id < id || each.isKept)
        } else {
          snapshots.clear()
          model = []
          last = 0
        }
        const all = snapshots.all().map(({ id, content, isKept }) => ({ id, content, isKept }))
        expect(all).toEqual(model)
        for (let each = 1; each <= last; each++) {
          expect(snapshots.get(each)).toBe(model.find(({ id }) => id === each)?.content)
        }
        for (const [own, times] of unpinned.entries()) {
          const isThere = model.some(({ content }) => content === `content ${own}`)
          expect(times).toBe(isThere ? 0 : 1)
        }
      }
    }),
  )
})
