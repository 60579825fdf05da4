import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { nativePrecompilesOf } from '../../../../src/evm/precompiles/native/nativePrecompiles.ts'
import type { SeiVersion } from '../../../../src/evm/precompiles/native/seiVersion.ts'
import type { StatefulCall } from '../../../../src/evm/precompiles/statefulPrecompile.ts'
import { ZERO_ADDRESS } from '../../../../src/primitives/address.ts'
import { EMPTY_BYTES } from '../../../../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../../../../src/primitives/encoding/hex.ts'
import { createStateDatabase } from '../../../../src/state/stateDatabase.ts'
import { alice } from '../../../support/accounts.ts'
import { at, GAS, revertedFor, Scene } from '../../../support/precompiles/scene.ts'

const abi = parseAbi([
  'function balance(address acc, string denom) view returns (uint256)',
  'function withdrawMultipleDelegationRewards(string[] validators) returns (bool)',
  'function submitProposal(string proposalJSON) returns (uint64)',
  'function getNativePointer(string token) view returns (address, uint16, bool)',
  'function extractAsUint256(bytes input, string key) view returns (uint256)',
])

const LONG = 'x'.repeat(100_000)
const balance = encodeFunctionData({ abi, functionName: 'balance', args: [ZERO_ADDRESS, LONG] })
const withdraw = encodeFunctionData({
  abi,
  functionName: 'withdrawMultipleDelegationRewards',
  args: [Array.from({ length: 2000 }, () => '')],
})
const propose = encodeFunctionData({ abi, functionName: 'submitProposal', args: [LONG] })
const look = encodeFunctionData({ abi, functionName: 'getNativePointer', args: [LONG] })

/** Size up to which decoding is free in 6.6. */
const USUAL = 16_384n

/** Bytes of the arguments. */
const sizeOf = (data: Hex) => BigInt((data.length - 2) / 2 - 4)

/** A call whose input must not be read. */
function blindCall(data: Hex, call: Partial<StatefulCall>): StatefulCall {
  const bytes = hexToBytes(data)
  const state = createStateDatabase({ bech32Prefix: 'sei', denomination: 'usei' }).newest
  return {
    isTopLevel: true,
    isDelegated: false,
    isStatic: false,
    address: ZERO_ADDRESS,
    caller: alice.address,
    value: 0n,
    get input(): Uint8Array {
      throw new Error('the input was read')
    },
    inputSize: bytes.length,
    selector: bytes.slice(0, 4),
    gasLimit: GAS,
    chainId: 1n,
    block: {
      hardfork: 'cancun',
      number: 1n,
      timestamp: 1n,
      coinbase: ZERO_ADDRESS,
      gasLimit: GAS,
      baseFeePerGas: 7n,
      blobBaseFee: 1n,
      prevRandao: new Uint8Array(32),
      difficulty: 0n,
      blockHash: () => undefined,
    },
    state,
    getStorage: () => new Uint8Array(32),
    setCode: () => {},
    emit: () => {},
    log() {},
    ...call,
  }
}

const HALT = { fault: 'out of gas' }
const revertFor = (reason: string) => ({ output: EMPTY_BYTES, reason })

describe('does not read an input', () => {
  test.each<[string, SeiVersion, string, Hex, bigint, object]>([
    ['an array', '6.6', '1007', withdraw, 3n * (sizeOf(withdraw) - USUAL), revertFor('{ReadFlat}')],
    ['a priced function', '6.6', '1006', propose, 50_000n + 30n * (sizeOf(propose) - USUAL), HALT],
    ['a look-up', '6.6', '100a', look, 2000n + 3n * (sizeOf(look) - USUAL), HALT],
    // With the selector (precompiles/common/decode_cost.go).
    [
      'a metered function',
      '6.7',
      '1001',
      balance,
      1000n + 3n * (4n + sizeOf(balance)),
      revertFor('{bank precompile calldata scan}'),
    ],
    [
      'a proposal',
      '6.7',
      '1006',
      propose,
      1000n + 3n * (4n + sizeOf(propose)),
      revertFor('{gov precompile calldata scan}'),
    ],
  ])('that is not paid for: %s in %s', (_what, version, digits, data, price, outcome) => {
    const run = nativePrecompilesOf(version).get(at(digits))
    for (const gasLimit of [0n, 1n, price - 1n]) {
      const gasUsed = 'fault' in outcome ? {} : { gasUsed: gasLimit }
      expect(run?.(blindCall(data, { gasLimit }))).toEqual({ ...outcome, ...gasUsed })
    }
    // With the price it is read.
    expect(() => run?.(blindCall(data, { gasLimit: price }))).toThrow('the input was read')
  })

  test.each([
    ['1001', GAS],
    // UnknownMethodCallGas of contracts with a price.
    ['1006', 3000n],
  ])('of unknown functions of 0x%s', (digits, gasUsed) => {
    const run = nativePrecompilesOf('6.6').get(at(digits))
    expect(run?.(blindCall(`0xdeadbeef${'00'.repeat(100_000)}`, {}))).toEqual({
      gasUsed,
      output: EMPTY_BYTES,
      reason: 'no method with id: 0xdeadbeef',
    })
    const reason = 'input too short to extract method ID'
    for (const data of ['0x', '0xdeadbe'] as const) {
      expect(run?.(blindCall(data, {}))).toEqual({ gasUsed, output: EMPTY_BYTES, reason })
    }
  })
})

test('the strings of Sei 6.7 cost what copying them costs, before they are copied', () => {
  const word = (value: number) => value.toString(16).padStart(64, '0')
  // A list of 1,000 times the same string of 1,000 bytes (decode_cost_test.go, Aliased).
  const offsets = word(32 * 1000).repeat(1000)
  const text = `${word(1000)}${'61'.repeat(1000)}`
  const selector = withdraw.slice(0, 10)
  const data = `${selector}${word(32)}${word(1000)}${offsets}${text}` as Hex
  const run = nativePrecompilesOf('6.7').get(at('1007'))
  const scan = 1000n + 3n * (4n + sizeOf(data))
  const input = hexToBytes(data)
  const call = (gasLimit: bigint) => blindCall(data, { gasLimit, input })
  expect(run?.(call(scan + 3_000_000n - 1n))).toMatchObject({
    reason: '{distribution precompile calldata decode}',
  })
  // Then the caller, who is not associated, is looked up.
  expect(run?.(call(scan + 3_010_000n))).toMatchObject({
    reason: expect.stringMatching(/is not linked$/),
  })
  // In 6.6 copying is free, so that it is limited.
  expect(nativePrecompilesOf('6.6').get(at('1007'))?.(call(10n ** 9n))).toMatchObject({
    reason: 'the strings share too many bytes',
  })
})

test('arguments of normal size do not change a fixed price', async () => {
  const scene = new Scene(() => {})
  const text = 'x'.repeat(900)
  const data = encodeFunctionData({ abi, functionName: 'getNativePointer', args: [text] })
  const outcome = await scene.run({ to: at('100a'), data: hexToBytes(data) })
  expect(outcome).toMatchObject({ kind: 'success', gasUsed: 2000n })
})

test('the reason of a failure is short for any input', async () => {
  const json = `0x${Buffer.from(JSON.stringify({ k: LONG })).toString('hex')}` as const
  const data = encodeFunctionData({ abi, functionName: 'extractAsUint256', args: [json, LONG] })
  const call = { to: at('1003'), data: hexToBytes(data), gasLimit: 10n ** 8n }
  const reason = `${`input does not contain key ${LONG}`.slice(0, 511)}…`
  expect(await new Scene(() => {}).run(call)).toEqual(revertedFor(reason, 100n * sizeOf(data)))
})
