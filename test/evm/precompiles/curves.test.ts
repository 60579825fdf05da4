import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { loadMclBn254 } from '../../../src/evm/precompiles/curves/bn254.ts'
import { bigIntToBytes, concatBytes } from '../../../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { expectSame } from '../../support/precompiles/compare.ts'
import {
  balancedPairs,
  bls12Field,
  bls12G1,
  bls12G2,
  bn254G1,
  bn254G2,
  damaged,
  scalar,
} from '../../support/precompiles/points.ts'
import { FULL, runs } from '../../support/runs.ts'

/*
 * Compares arithmetic on curves with the library's precompiles: gas, output, failure. BN254 uses
 * WebAssembly.
 */

beforeAll(async () => {
  expect(await loadMclBn254()).toBe(true)
})

const several = (...parts: fc.Arbitrary<Uint8Array>[]) =>
  fc
    .array(
      fc.tuple(...parts).map((bytes) => concatBytes(...bytes)),
      { maxLength: 3 },
    )
    .map((items) => concatBytes(...items))
const joined = (...parts: fc.Arbitrary<Uint8Array>[]) =>
  fc.tuple(...parts).map((bytes) => concatBytes(...bytes))
const exponents = fc.bigInt({ min: 1n, max: 1n << 128n })
const balanced = (curve: 'bn254' | 'bls12') =>
  fc
    .array(fc.tuple(exponents, exponents), { maxLength: 2 })
    .map((pairs) => balancedPairs(curve, pairs))

const bn254Inputs = [
  [0x06, joined(bn254G1, bn254G1)],
  [0x07, joined(bn254G1, scalar)],
  [0x08, fc.oneof(several(bn254G1, bn254G2), balanced('bn254'))],
] as const
const bls12Inputs = [
  [0x0b, joined(bls12G1, bls12G1)],
  [0x0c, several(bls12G1, scalar)],
  [0x0d, joined(bls12G2, bls12G2)],
  [0x0e, several(bls12G2, scalar)],
  [0x0f, fc.oneof(several(bls12G1, bls12G2), balanced('bls12'))],
  [0x10, bls12Field],
  [0x11, joined(bls12Field, bls12Field)],
] as const

test.each(bn254Inputs)('BN254 precompile %i matches the stock one', async (number, inputs) => {
  const forks = fc.constantFrom('byzantium', 'istanbul', 'prague')
  await fc.assert(
    fc.asyncProperty(forks, damaged(inputs), async (hardfork, input) => {
      await expectSame(number, hardfork, input)
    }),
    { numRuns: runs({ quick: 4, full: 20 }) },
  )
})

test.each(bls12Inputs)('BLS12-381 precompile %i matches the stock one', async (number, inputs) => {
  const forks = fc.constantFrom('prague', 'osaka')
  await fc.assert(
    fc.asyncProperty(forks, damaged(inputs), async (hardfork, input) => {
      await expectSame(number, hardfork, input)
    }),
    { numRuns: runs({ quick: 4, full: 20 }) },
  )
})

test('pairs constructed for the product one have it', async () => {
  const input = balancedPairs('bn254', [[5n, 7n]])
  expect(await expectSame(0x08, 'prague', input)).toHaveProperty(
    'output',
    `0x${'1'.padStart(64, '0')}`,
  )
  const other = balancedPairs('bls12', [[5n, 7n]])
  expect(await expectSame(0x0f, 'prague', other)).toHaveProperty(
    'output',
    `0x${'1'.padStart(64, '0')}`,
  )
})

const pad = '0'.repeat(32)
const padded = (...fields: readonly string[]) => fields.map((field) => pad + field).join('')

/**
 * EIP-2537, assets/eip-2537/map_fp_to_G1_bls.json and map_fp2_to_G2_bls.json, the first of each;
 * they are of RFC 9380.
 */
const maps = [
  {
    number: 0x10,
    gasUsed: 5500n,
    input: padded(
      '156c8a6a2c184569d69a76be144b5cdc5141d2d2ca4fe341f011e25e3969c55ad9e9b9ce2eb833c81a908e5fa4ac5f03',
    ),
    output: padded(
      '184bb665c37ff561a89ec2122dd343f20e0f4cbcaec84e3c3052ea81d1834e192c426074b02ed3dca4e7676ce4ce48ba',
      '04407b8d35af4dacc809927071fc0405218f1401a6d15af775810e4e460064bcc9468beeba82fdc751be70476c888bf3',
    ),
  },
  {
    number: 0x11,
    gasUsed: 23_800n,
    input: padded(
      '07355d25caf6e7f2f0cb2812ca0e513bd026ed09dda65b177500fa31714e09ea0ded3a078b526bed3307f804d4b93b04',
      '02829ce3c021339ccb5caf3e187f6370e1e2a311dec9b75363117063ab2015603ff52c3d3b98f19c2f65575e99e8b78c',
    ),
    output: padded(
      '00e7f4568a82b4b7dc1f14c6aaa055edf51502319c723c4dc2688c7fe5944c213f510328082396515734b6612c4e7bb7',
      '126b855e9e69b1f691f816e48ac6977664d24d99f8724868a184186469ddfd4617367e94527d4b74fc86413483afb35b',
      '0caead0fd7b6176c01436833c79d305c78be307da5f6af6c133c47311def6ff1e0babf57a0fb5539fce7ee12407b0a42',
      '1498aadcf7ae2b345243e281ae076df6de84455d766ab6fcdaad71fab60abb2e8b980a440043cd305db09d283c895e3d',
    ),
  },
]

test.each(maps)('vector of EIP-2537 for $number', async ({ number, gasUsed, input, output }) => {
  const summary = await expectSame(number, 'prague', hexToBytes(input))
  expect(summary).toEqual({ gasUsed, output: `0x${output}` })
})

test.runIf(FULL)('hundreds of pairs at once, most of them infinity', async () => {
  for (const [number, length] of [
    [0x0c, 128],
    [0x0e, 256],
  ] as const) {
    const pairs = Array.from({ length: 135 }, (_, i) => {
      const scalar = bigIntToBytes((1n << 255n) + BigInt(i), 32)
      if (i % 9 > 0) return concatBytes(new Uint8Array(length), scalar)
      const pair = balancedPairs('bls12', [[BigInt(i + 1), 3n]])
      return concatBytes(length === 128 ? pair.subarray(0, 128) : pair.subarray(128, 384), scalar)
    })
    await expectSame(number, 'prague', concatBytes(...pairs))
  }
})
