import { decodeErrorResult, encodeErrorResult, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { nativePrecompilesOf } from '../../../../src/evm/precompiles/native/nativePrecompiles.ts'
import { bytesToHex, hexToBytes } from '../../../../src/primitives/encoding/hex.ts'
import { alice } from '../../../support/accounts.ts'
import { at, GAS, interfaceOf, Scene } from '../../../support/precompiles/scene.ts'

const ORACLE = at('1008')
const oracle = interfaceOf([
  'function getExchangeRates() view returns (string[])',
  'function getOracleTwaps(uint64 lookbackSeconds) view returns (string[])',
])
// precompiles/oracle of the release: retired.
const REASON = 'oracle precompile is retired; oracle data queries are disabled'

test.each<[string, readonly unknown[]]>([
  ['getExchangeRates', []],
  ['getOracleTwaps', [600n]],
])('%s reverts with the reason as data and costs nothing', async (name, args) => {
  const outcome = await new Scene(() => {}).run({ to: ORACLE, data: oracle.encode(name, ...args) })
  const abi = parseAbi(['error Error(string)'])
  expect(outcome).toMatchObject({
    kind: 'revert',
    gasUsed: 0n,
    precompileError: REASON,
    output: hexToBytes(encodeErrorResult({ abi, args: [REASON] })),
  })
  const data = bytesToHex((outcome as { output: Uint8Array }).output)
  expect(decodeErrorResult({ abi, data }).args).toEqual([REASON])
})

test.each<[string, object, RegExp]>([
  ['value', { value: 1n }, /^sending funds to a non-payable function$/],
  [
    'cut arguments',
    { data: oracle.encode('getOracleTwaps', 1n).slice(0, 30) },
    /^abi: cannot marshal in to go type: length insufficient 26 require 32$/,
  ],
  ['an unknown function', { data: hexToBytes('0x01020304') }, /^no method with id: 0x01020304$/],
])('%s consumes all gas', async (_what, call, reason) => {
  const data = oracle.encode('getExchangeRates')
  const outcome = await new Scene((state) => state.setBalance(alice.address, 1n)).run({
    to: ORACLE,
    data,
    ...call,
  })
  expect(outcome).toMatchObject({ kind: 'revert', gasUsed: GAS, output: new Uint8Array(0) })
  expect(outcome).toHaveProperty('precompileError', expect.stringMatching(reason))
})

test('in Sei 6.7 it costs what decoding costs', async () => {
  const data = oracle.encode('getOracleTwaps', 600n)
  const outcome = await new Scene(() => {}, nativePrecompilesOf('6.7')).run({ to: ORACLE, data })
  expect(outcome).toMatchObject({ kind: 'revert', gasUsed: 1000n + 3n * 36n })
})
