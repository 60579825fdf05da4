import { bls12_381 as bls } from '@noble/curves/bls12-381.js'
import { bn254 } from '@noble/curves/bn254.js'
import fc from 'fast-check'
import { bigIntToBytes, concatBytes } from '../../../src/primitives/encoding/bytes.ts'

/*
 * Encoded points from noble: valid ones, infinity, points outside the subgroup or off the curve,
 * with y = 0, and with coordinates not below the modulus.
 */

type Quality = 'good' | 'infinity' | 'outside' | 'off' | 'large' | 'zero'

const qualities = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Quality>('good') },
  { weight: 2, arbitrary: fc.constant<Quality>('infinity') },
  { weight: 1, arbitrary: fc.constant<Quality>('outside') },
  { weight: 1, arbitrary: fc.constant<Quality>('off') },
  { weight: 1, arbitrary: fc.constant<Quality>('large') },
  { weight: 1, arbitrary: fc.constant<Quality>('zero') },
)

interface Seed {
  readonly quality: Quality
  readonly number: bigint
  readonly place: number
}

/** Small numbers, so that equal and opposite points occur. */
const numbers = fc.oneof(
  fc.constantFrom(1n, 2n, 3n, -1n, -2n),
  fc.bigInt({ min: 1n, max: (1n << 250n) - 1n }),
)
const seeds: fc.Arbitrary<Seed> = fc.record({
  quality: qualities,
  number: numbers,
  place: fc.nat(3),
})

/** Numbers of an affine point's encoding, in order. */
type Encode = (parts: readonly bigint[]) => Uint8Array

interface Curve {
  readonly parts: number
  readonly modulus: bigint
  readonly encode: Encode
  multiple(scalar: bigint): readonly bigint[]
  /**
   * A point on the curve, with the first x from `start` on; usually outside the subgroup if there
   * is a cofactor.
   */
  find(start: bigint): readonly bigint[]
}

function pointOf(curve: Curve, { quality, number, place }: Seed): Uint8Array {
  if (quality === 'infinity') return curve.encode(Array(curve.parts).fill(0n))
  if (quality === 'outside') return curve.encode(curve.find(number))
  const parts = [...curve.multiple(number)]
  const index = place % curve.parts
  const part = parts[index] ?? 0n
  if (quality === 'off') parts[index] = (part + 1n) % curve.modulus
  if (quality === 'large') parts[index] = part + curve.modulus
  if (quality === 'zero') parts.fill(0n, curve.parts / 2)
  return curve.encode(parts)
}

const field =
  (length: number): Encode =>
  (parts) =>
    concatBytes(...parts.map((part) => bigIntToBytes(part, length)))

/** Finds a square root for increasing x. */
function firstRoot<T>(start: bigint, root: (x: bigint) => T): T {
  for (let x = start < 0n ? -start : start; ; x++) {
    try {
      return root(x)
    } catch {
      // not a square
    }
  }
}

const { Fp, Fp2, Fr } = bn254.fields
const bnG1: Curve = {
  parts: 2,
  modulus: Fp.ORDER,
  encode: field(32),
  multiple(scalar) {
    const { x, y } = bn254.G1.Point.BASE.multiplyUnsafe(Fr.create(scalar)).toAffine()
    return [x, y]
  },
  find: (start) => firstRoot(start, (x) => [x, Fp.sqrt(Fp.create(x ** 3n + 3n))]),
}
const bnG2: Curve = {
  parts: 4,
  modulus: Fp.ORDER,
  encode: field(32),
  multiple(scalar) {
    const { x, y } = bn254.G2.Point.BASE.multiplyUnsafe(Fr.create(scalar)).toAffine()
    return [x.c1, x.c0, y.c1, y.c0]
  },
  find: (start) =>
    firstRoot(start, (c0) => {
      const x = Fp2.create({ c0, c1: 1n })
      const y = Fp2.sqrt(Fp2.add(Fp2.mul(Fp2.sqr(x), x), bn254.G2.Point.CURVE().b))
      return [x.c1, x.c0, y.c1, y.c0]
    }),
}

const blsFields = bls.fields
const blsG1: Curve = {
  parts: 2,
  modulus: blsFields.Fp.ORDER,
  encode: field(64),
  multiple(scalar) {
    const { x, y } = bls.G1.Point.BASE.multiplyUnsafe(blsFields.Fr.create(scalar)).toAffine()
    return [x, y]
  },
  find: (start) =>
    firstRoot(start, (x) => [x, blsFields.Fp.sqrt(blsFields.Fp.create(x ** 3n + 4n))]),
}
const blsG2: Curve = {
  parts: 4,
  modulus: blsFields.Fp.ORDER,
  encode: field(64),
  multiple(scalar) {
    const { x, y } = bls.G2.Point.BASE.multiplyUnsafe(blsFields.Fr.create(scalar)).toAffine()
    return [x.c0, x.c1, y.c0, y.c1]
  },
  find: (start) =>
    firstRoot(start, (c0) => {
      const F = blsFields.Fp2
      const x = F.create({ c0, c1: 1n })
      const y = F.sqrt(F.add(F.mul(F.sqr(x), x), bls.G2.Point.CURVE().b))
      return [x.c0, x.c1, y.c0, y.c1]
    }),
}

const points = (curve: Curve): fc.Arbitrary<Uint8Array> => seeds.map((seed) => pointOf(curve, seed))

export const bn254G1 = points(bnG1)
export const bn254G2 = points(bnG2)
export const bls12G1 = points(blsG1)
export const bls12G2 = points(blsG2)

/** A field element of BLS12-381 as 64 bytes, sometimes too large. */
export const bls12Field = fc
  .oneof(
    fc.bigInt({ min: 0n, max: (1n << 382n) - 1n }),
    fc.constantFrom(0n, 1n, blsFields.Fp.ORDER - 1n, blsFields.Fp.ORDER),
  )
  .map((value) => bigIntToBytes(value, 64))

/** A scalar of 32 bytes, also near the orders. */
export const scalar = fc
  .oneof(
    fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }),
    fc.constantFrom(0n, 1n, 2n, Fr.ORDER, Fr.ORDER - 1n, Fr.ORDER + 1n),
    fc.constantFrom(blsFields.Fr.ORDER, blsFields.Fr.ORDER - 1n, blsFields.Fr.ORDER + 1n),
    fc.constant((1n << 256n) - 1n),
  )
  .map((value) => bigIntToBytes(value, 32))

/** Pairs `[aG1, bG2]` and a last pair that makes their product one. */
export function balancedPairs(
  curve: 'bn254' | 'bls12',
  exponents: readonly (readonly [bigint, bigint])[],
): Uint8Array {
  const [g1, g2] = curve === 'bn254' ? [bnG1, bnG2] : [blsG1, blsG2]
  const sum = exponents.reduce((total, [a, b]) => total + a * b, 0n)
  return concatBytes(
    ...[...exponents, [-sum, 1n] as const].flatMap(([a, b]) => [
      g1.encode(g1.multiple(a)),
      g2.encode(g2.multiple(b)),
    ]),
  )
}

/** Input that is sometimes damaged: a byte changed, truncated, or extended. */
export function damaged(input: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  const damage = fc.oneof(
    { weight: 6, arbitrary: fc.constant((bytes: Uint8Array) => bytes) },
    { weight: 1, arbitrary: fc.nat().map((at) => (bytes: Uint8Array) => flip(bytes, at)) },
    {
      weight: 1,
      arbitrary: fc.nat(200).map((n) => (bytes: Uint8Array) => bytes.subarray(0, -n)),
    },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ maxLength: 200 })
        .map((more) => (bytes: Uint8Array) => concatBytes(bytes, more)),
    },
  )
  return fc.tuple(input, damage).map(([bytes, change]) => change(bytes))
}

function flip(bytes: Uint8Array, at: number): Uint8Array {
  const changed = Uint8Array.from(bytes)
  const index = at % Math.max(1, bytes.length)
  if (bytes.length > 0) changed[index] = (changed[index] ?? 0) ^ 1
  return changed
}
