import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forkRules } from '../../../src/evm/rules/forkRules.ts'
import type { Hardfork } from '../../../src/evm/rules/hardfork.ts'
import {
  type PricedMessage,
  requireInitCodeSize,
  requireIntrinsicGas,
} from '../../../src/evm/transaction/intrinsicGas.ts'
import { bytesToHash } from '../../../src/primitives/encoding/hex.ts'
import { alice } from '../../support/accounts.ts'

const slot = bytesToHash(new Uint8Array(32))
const call: PricedMessage = {
  isCreation: false,
  data: new Uint8Array(0),
  accessList: [],
  authorizations: 0,
}
const PLENTY = 10n ** 9n

const costsOf = (fork: Hardfork, fields: Partial<PricedMessage>, gas = PLENTY) =>
  requireIntrinsicGas(forkRules(1n, fork), { ...call, ...fields }, gas)

/** Some zero bytes, and some that are not. */
const dataOf = (zeros: number, others: number) =>
  Uint8Array.from([...new Array(zeros).fill(0), ...new Array(others).fill(1)])

describe('costs match the yellow paper and the EIPs', () => {
  test.each<readonly [string, Hardfork, Partial<PricedMessage>, bigint, bigint]>([
    ['nothing', 'prague', {}, 21_000n, 21_000n],
    ['5 zeros and 3 others', 'prague', { data: dataOf(5, 3) }, 21_068n, 21_170n],
    ['the same before EIP-7623', 'cancun', { data: dataOf(5, 3) }, 21_068n, 0n],
    ['the same before EIP-2028', 'byzantium', { data: dataOf(5, 3) }, 21_224n, 0n],
    ['a creation', 'prague', { isCreation: true }, 53_000n, 21_000n],
    ['a creation of Frontier', 'chainstart', { isCreation: true }, 21_000n, 0n],
    ['a creation of Homestead', 'homestead', { isCreation: true }, 53_000n, 0n],
    ['init code of a word', 'shanghai', { isCreation: true, data: dataOf(32, 0) }, 53_130n, 0n],
    [
      'init code of a word and a byte',
      'shanghai',
      { isCreation: true, data: dataOf(33, 0) },
      53_136n,
      0n,
    ],
    ['the same before EIP-3860', 'paris', { isCreation: true, data: dataOf(33, 0) }, 53_132n, 0n],
    ['data that is no init code', 'shanghai', { data: dataOf(33, 0) }, 21_132n, 0n],
    [
      'an access list',
      'berlin',
      {
        accessList: [
          { address: alice.address, storageKeys: [slot, slot, slot] },
          { address: alice.address, storageKeys: [] },
        ],
      },
      31_500n,
      0n,
    ],
    ['authorizations', 'prague', { authorizations: 3 }, 96_000n, 21_000n],
  ])('of %s under %s', (_, fork, fields, intrinsic, floor) => {
    expect(costsOf(fork, fields)).toEqual({ intrinsic, floor })
    const least = intrinsic > floor ? intrinsic : floor
    expect(costsOf(fork, fields, least)).toEqual({ intrinsic, floor })
    const isFloor = intrinsic < floor
    expect(() => costsOf(fork, fields, least - 1n)).toThrow(
      expect.objectContaining({
        details: {
          code: isFloor ? 'FLOOR_GAS_TOO_LOW' : 'INTRINSIC_GAS_TOO_LOW',
          have: least - 1n,
          want: least,
        },
      }),
    )
  })
})

test('add up over bytes, slots and authorizations', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 100 }),
      fc.boolean(),
      fc.nat(3),
      fc.nat(3),
      (data, isCreation, slots, authorizations) => {
        const accessList = [{ address: alice.address, storageKeys: new Array(slots).fill(slot) }]
        const bytes = [...data].map((byte) => (byte === 0 ? 4 : 16)).reduce((a, b) => a + b, 0)
        const words = (data.length + ((32 - (data.length % 32)) % 32)) / 32
        const own = 21_000 + bytes + (isCreation ? 32_000 + 2 * words : 0)
        expect(costsOf('prague', { data, isCreation, accessList, authorizations })).toEqual({
          intrinsic: BigInt(own + 2_400 + 1_900 * slots + 25_000 * authorizations),
          floor: BigInt(21_000 + (10 * bytes) / 4),
        })
      },
    ),
  )
})

describe('init code', () => {
  const refusalOf = (fork: Hardfork, isCreation: boolean, size: number, limit?: number) => () =>
    requireInitCodeSize(forkRules(1n, fork, limit), isCreation, new Uint8Array(size))

  test('may be as long as the limit, from Shanghai on', () => {
    expect(refusalOf('shanghai', true, 49_152)).not.toThrow()
    const refusal = { code: 'INIT_CODE_TOO_LARGE', size: 49_153, limit: 49_152 }
    expect(refusalOf('shanghai', true, 49_153)).toThrow(
      expect.objectContaining({ details: refusal }),
    )
    expect(refusalOf('shanghai', false, 49_153)).not.toThrow()
    expect(refusalOf('paris', true, 49_153)).not.toThrow()
  })

  test('has twice the limit of code', () => {
    expect(refusalOf('prague', true, 20, 10)).not.toThrow()
    const refusal = { code: 'INIT_CODE_TOO_LARGE', size: 21, limit: 20 }
    expect(refusalOf('prague', true, 21, 10)).toThrow(expect.objectContaining({ details: refusal }))
  })
})
