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

describe('does not read an input', () => {
  test.each<[string, SeiVersion, string, Hex, bigint]>([
    ['an array', '6.6', '1007', withdraw, 3n * (sizeOf(withdraw) - 1024n)],
    ['a function with a price', '6.6', '1006', propose, 50_000n + 30n * (sizeOf(propose) - 1024n)],
    ['a look-up', '6.6', '100a', look, 2000n + 3n * (sizeOf(look) - 1024n)],
    // With the selector (precompiles/common/decode_cost.go).
    ['a metered function', '6.7', '1001', balance, 1000n + 3n * (4n + sizeOf(balance))],
    ['a proposal', '6.7', '1006', propose, 1000n + 3n * (4n + sizeOf(propose))],
  ])('that is not paid for: %s in %s', (_what, version, digits, data, price) => {
    const run = nativePrecompilesOf(version).get(at(digits))
    for (const gasLimit of [0n, 1n, price - 1n]) {
      expect(run?.(blindCall(data, { gasLimit }))).toEqual({
        gasUsed: gasLimit,
        output: EMPTY_BYTES,
        reason: 'out of gas',
      })
    }
    // With the price it is read.
    expect(() => run?.(blindCall(data, { gasLimit: price }))).toThrow('the input was read')
  })

  test('of unknown functions', () => {
    const run = nativePrecompilesOf('6.6').get(at('1001'))
    expect(run?.(blindCall(`0xdeadbeef${'00'.repeat(100_000)}`, {}))).toMatchObject({
      gasUsed: 3000n,
      reason: 'no method with id: 0xdeadbeef',
    })
    expect(run?.(blindCall('0xde', {}))).toMatchObject({ reason: 'no method with id: 0xde' })
  })

  test.each<[string, Partial<StatefulCall>, string]>([
    ['static', { isStatic: true }, 'cannot call gov precompile from staticcall'],
    ['delegated', { isDelegated: true }, 'cannot delegatecall gov'],
    ['paid in fractions', { value: 1n }, /non-zero wei remainder/.source],
  ])('of a call that may not be: %s', (_what, call, reason) => {
    const run = nativePrecompilesOf('6.6').get(at('1006'))
    const outcome = run?.(blindCall(propose, { ...call, gasLimit: 10n ** 9n }))
    expect(outcome).toMatchObject({ reason: expect.stringContaining(reason) })
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
  const reason = `${`input does not contain key ${LONG}`.slice(0, 255)}…`
  expect(await new Scene(() => {}).run(call)).toEqual(revertedFor(reason, 100n * sizeOf(data)))
})
