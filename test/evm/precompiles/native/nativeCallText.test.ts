import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { nativeCallText } from '../../../../src/evm/precompiles/native/abi/nativeCallText.ts'
import { parseAddress } from '../../../../src/primitives/address.ts'
import { hexToBytes } from '../../../../src/primitives/encoding/hex.ts'

const at = (digits: string) => parseAddress(`0x${digits.padStart(40, '0')}`)
const abi = parseAbi([
  'function balance(address account, string denom) view returns (uint256)',
  'function extractAsBytes(bytes input, string key) view returns (bytes)',
  'function withdrawMultipleDelegationRewards(string[] validators) returns (bool)',
  'function rewards(address delegator) view returns (uint256)',
])
const ALICE = `0x${'a1'.repeat(20)}` as const

test('formats calls of the chain’s precompiles', () => {
  const balance = encodeFunctionData({ abi, functionName: 'balance', args: [ALICE, 'usei'] })
  expect(nativeCallText(at('1001'), hexToBytes(balance))).toMatch(
    new RegExp(`^balance\\(${ALICE}, "usei"\\)$`, 'i'),
  )
  const args = ['0x0102', 'k'] as const
  const bytes = encodeFunctionData({ abi, functionName: 'extractAsBytes', args })
  expect(nativeCallText(at('1003'), hexToBytes(bytes))).toBe('extractAsBytes(0x0102, "k")')
  const list = encodeFunctionData({
    abi,
    functionName: 'withdrawMultipleDelegationRewards',
    args: [['a', 'b']],
  })
  expect(nativeCallText(at('1007'), hexToBytes(list))).toBe(
    'withdrawMultipleDelegationRewards(["a", "b"])',
  )
})

test('ignores other calls', () => {
  expect(nativeCallText(at('1001'), hexToBytes('0x12345678'))).toBeUndefined()
  expect(nativeCallText(at('1001'), new Uint8Array(2))).toBeUndefined()
  const cut = encodeFunctionData({ abi, functionName: 'balance', args: [ALICE, 'usei'] })
  expect(nativeCallText(at('1001'), hexToBytes(cut).subarray(0, 40))).toBeUndefined()
  expect(nativeCallText(at('4'), hexToBytes(cut))).toBeUndefined()
})
