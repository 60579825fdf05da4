import { format } from 'node:util'
import fc from 'fast-check'
import {
  type AbiParameter,
  encodeFunctionData,
  getAddress,
  type Hex,
  toFunctionSelector,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { consoleSignatures } from '../../../../src/evm/precompiles/console/consoleSignatures.ts'
import { consoleLine } from '../../../../src/evm/precompiles/console/consoleText.ts'
import { hexToBytes } from '../../../../src/primitives/encoding/hex.ts'

/** What a console library is called with. */
function said(types: readonly string[], ...args: readonly unknown[]): Uint8Array {
  const inputs: AbiParameter[] = types.map((type) => ({ type }))
  const abi = [
    { type: 'function', name: 'log', inputs, outputs: [], stateMutability: 'view' },
  ] as const
  return hexToBytes(encodeFunctionData({ abi, args, functionName: 'log' }) as Hex)
}

const textOf = (types: readonly string[], ...args: readonly unknown[]) =>
  consoleLine(said(types, ...args))?.message

const VITALIK = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'

describe('functions', () => {
  const names = ['uint256', 'string', 'bool', 'address']
  const combinations = (count: number): string[][] =>
    count === 0 ? [[]] : combinations(count - 1).flatMap((of) => names.map((name) => [...of, name]))
  const known = (signature: string) =>
    consoleSignatures().get(Number(toFunctionSelector(signature)))

  test.each([0, 1, 2, 3, 4])('log of %i arguments in all combinations', (count) => {
    for (const types of combinations(count)) {
      expect(known(`log(${types.join(',')})`)).toEqual(types)
    }
  })

  // As in published versions of the libraries.
  test.each([
    ['51973ec9', []],
    ['41304fac', ['string']],
    ['f82c50f1', ['uint256']],
    ['f5b1bba9', ['uint256']],
    ['2d5b6cb9', ['int256']],
    ['4e0c1d1d', ['int256']],
    ['32458eed', ['bool']],
    ['2c2ecbc2', ['address']],
    ['0be77f56', ['bytes']],
    ['b60e72cc', ['string', 'uint256']],
    ['9710a9d0', ['string', 'uint256']],
    ['3ca6268e', ['string', 'int256']],
    ['665bf134', ['address', 'address', 'address', 'address']],
    ['6e18a128', ['bytes1']],
    ['27b7cf85', ['bytes32']],
  ])('%s', (selector, types) => {
    expect(consoleSignatures().get(Number.parseInt(selector, 16))).toEqual(types)
  })

  test('has no other functions', () => {
    const all = 1 + 4 + 16 + 64 + 256
    const withoutNumbers = 1 + 3 + 9 + 27 + 81
    expect(consoleSignatures().size).toBe(all + (all - withoutNumbers) + 4 + 1 + 32)
  })
})

describe('arguments', () => {
  test('of all types as text', () => {
    const max = 2n ** 256n - 1n
    expect(
      consoleLine(said(['uint256', 'bool', 'address', 'string'], max, true, VITALIK, 'π')),
    ).toEqual({
      message: `${max} true ${getAddress(VITALIK)} π`,
      args: [String(max), 'true', getAddress(VITALIK), 'π'],
      types: ['uint256', 'bool', 'address', 'string'],
    })
    expect(textOf(['int256'], -5n)).toBe('-5')
    expect(textOf(['bytes'], '0x0102')).toBe('0x0102')
    expect(textOf(['bytes3'], '0xabcdef')).toBe('0xabcdef')
    expect(textOf([])).toBe('')
    expect(textOf(['string'], '100 %% of %s')).toBe('100 %% of %s')
  })

  test.each<[string, string[], unknown[], string]>([
    ['%s sent %d', ['string', 'uint256'], ['bob', 7n], 'bob sent 7'],
    [
      '%i of %d',
      ['uint256', 'uint256'],
      [2n ** 200n, 10n ** 30n],
      `${2n ** 200n} of ${10n ** 30n}`,
    ],
    ['%d%% and %%d', ['uint256'], [5n], '5% and %d'],
    ['%x %x', ['uint256', 'bool'], [255n, true], '0xff true'],
    ['%s', ['uint256', 'string'], [1n, 'more'], '1 more'],
    ['%s %s', ['string'], ['%d'], '%d %s'],
    ['%o', ['string'], ['quoted'], "'quoted'"],
    ['nothing', ['bool', 'bool'], [true, false], 'nothing true false'],
  ])('%s', (pattern, types, args, text) => {
    expect(textOf(['string', ...types], pattern, ...args)).toBe(text)
  })

  test('are formatted as in Node.js', () => {
    const piece = fc.constantFrom('%s', '%%', '%', 'a', ' ', '%j', '%o', '%O', '%c', '%f', 's', 'd')
    const pattern = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(pattern, fc.array(fc.string(), { maxLength: 3 }), (first, rest) => {
        // What follows a lone percent sign may be one of ours.
        fc.pre(!/%[dix]/.test(first.replaceAll('%%', '')))
        const types = ['string', ...rest.map(() => 'string')]
        expect(textOf(types, first, ...rest)).toBe(format(first, ...rest))
      }),
    )
  })
})

test('ignores unknown functions and invalid data', () => {
  expect(consoleLine(new Uint8Array(3))).toBeUndefined()
  expect(consoleLine(hexToBytes('0xdeadbeef'))).toBeUndefined()
  const whole = said(['string', 'uint256'], 'text', 1n)
  expect(consoleLine(whole.subarray(0, 4 + 63))).toBeUndefined()
  const faraway = whole.slice()
  faraway[4] = 0xff
  expect(consoleLine(faraway)).toBeUndefined()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (data) => {
      const input = Uint8Array.of(0x41, 0x30, 0x4f, 0xac, ...data)
      expect(() => consoleLine(input)).not.toThrow()
    }),
  )
})
