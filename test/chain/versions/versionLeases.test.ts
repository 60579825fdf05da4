import fc from 'fast-check'
import { expect, test } from 'vitest'
import { VersionLeases } from '../../../src/chain/versions/versionLeases.ts'

type Step =
  | { readonly kind: 'lease' | 'fork'; readonly version: number }
  | { readonly kind: 'release'; readonly place: number }
  | { readonly kind: 'clear' }

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('lease' as const), version: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('release' as const), place: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fork' as const), version: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'clear' as const }) },
)

test('leases match a list model', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 30 }), (steps) => {
      const leases = new VersionLeases()
      const releases: (() => void)[] = []
      /** The leased versions in the order of the leases; undefined: ended. */
      let model: (number | undefined)[] = []
      for (const step of steps) {
        if (step.kind === 'lease') {
          releases.push(leases.lease(step.version))
          model.push(step.version)
        } else if (step.kind === 'release') {
          // Twice ends no other.
          releases[step.place]?.()
          if (step.place < model.length) model[step.place] = undefined
        } else if (step.kind === 'fork') {
          leases.forkAt(step.version)
          model = model.map((version) =>
            version !== undefined && version > step.version ? step.version : version,
          )
        } else {
          leases.clear()
          model = model.map(() => undefined)
        }
        const left = model.filter((version) => version !== undefined)
        expect(leases.isEmpty).toBe(left.length === 0)
        const [oldest = Number.POSITIVE_INFINITY] = left.sort((a, b) => a - b)
        expect(leases.oldest).toBe(oldest)
      }
    }),
  )
})
