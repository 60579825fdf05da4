import { fc, test as propertyTest } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { diffLineages, Lineage, type LineageNode } from '../../src/primitives/lineage.ts'

type Move =
  | { readonly do: 'push' }
  | { readonly do: 'keep' }
  | { readonly do: 'moveTo'; readonly kept: number }
  | { readonly do: 'branch' }

const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.constant({ do: 'push' as const }) },
    { weight: 2, arbitrary: fc.constant({ do: 'keep' as const }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('moveTo' as const), kept: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.constant({ do: 'branch' as const }) },
  ),
  { maxLength: 300, size: 'max' },
)

propertyTest.prop([moves, fc.integer({ min: 0, max: 100 })])(
  'a lineage equals a copied list after any moves',
  (list, first) => {
    let lineage = new Lineage<number>()
    let model: number[] = []
    const kept: { step: LineageNode<number>; model: number[] }[] = []
    let value = 0
    for (const move of list) {
      if (move.do === 'push') {
        lineage.push(first + model.length, value)
        model = [...model, value++]
      }
      const { head } = lineage
      if (move.do === 'keep' && head !== undefined) kept.push({ step: head, model })
      if (move.do === 'branch') lineage = new Lineage(head)
      const target = move.do === 'moveTo' ? kept[move.kept] : undefined
      if (target !== undefined) {
        const { removed, added } = diffLineages(head, target.step)
        lineage = new Lineage(target.step)
        const shared = model.length - removed.length
        expect(model.slice(shared)).toEqual(removed.map((step) => step.value))
        expect([...model.slice(0, shared), ...added.map((step) => step.value)]).toEqual(
          target.model,
        )
        model = target.model
      }
    }
    const found = model.map((_, i) => lineage.at(first + i))
    expect(found).toEqual(model)
    expect(lineage.at(first - 1)).toBeUndefined()
    expect(lineage.at(first + model.length)).toBeUndefined()
  },
)

test('continues after dropping its past', () => {
  const lineage = new Lineage<string>()
  lineage.forgetPast()
  lineage.push(1, 'a')
  lineage.push(2, 'b')
  lineage.forgetPast()
  lineage.push(3, 'c')
  expect([1, 2, 3, 4].map((number) => lineage.at(number))).toEqual([undefined, 'b', 'c', undefined])
})

test('finds an entry a million entries back in a few dozen jumps', () => {
  const lineage = new Lineage<number>()
  for (let n = 0; n < 1_000_000; n++) lineage.push(n, n)
  let jumps = 0
  let step = lineage.head
  while (step !== undefined && step.number > 1) {
    step = step.jump.number >= 1 ? step.jump : step.parent
    jumps++
  }
  expect(jumps).toBeLessThan(60)
  expect(lineage.at(1)).toBe(1)
})

test('a longer entry leaves earlier positions as they were', () => {
  const lineage = new Lineage<string>()
  lineage.push(1, 'a')
  expect(() => lineage.extend(2)).toThrow('more than one entry')
  lineage.push(2, 'b')
  const { head } = lineage
  lineage.extend(5)
  lineage.push(6, 'c')
  expect([1, 2, 4, 5, 6, 7].map((number) => lineage.at(number))).toEqual([
    'a',
    'b',
    'b',
    'b',
    'c',
    undefined,
  ])
  expect([head?.number, head?.value]).toEqual([2, 'b'])
  expect(new Lineage(head).at(3)).toBeUndefined()
})
