import { fc, test } from '@fast-check/vitest'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Node } from '../../../src/node/node.ts'
import { blockNumberRef, blockRef } from '../../../src/rpc/codec/blockRef.ts'
import type { Codec } from '../../../src/rpc/codec/codec.ts'
import { blockOverrides, stateOverrides } from '../../../src/rpc/codec/overrides.ts'
import { address, boolean, bytes, hash, quantity, uint64 } from '../../../src/rpc/codec/scalar.ts'
import { storageKey } from '../../../src/rpc/codec/storageKey.ts'
import { transactionRequest } from '../../../src/rpc/codec/transactionRequest.ts'
import { createDispatcher } from '../../../src/rpc/core/dispatch.ts'
import { methods } from '../../../src/rpc/core/registry.ts'
import { exampleValues } from '../../../src/rpc/examples/exampleValues.ts'
import { createExampleChain } from '../../support/rpc/exampleChain.ts'
import { runs } from '../../support/runs.ts'

const { alice, block1 } = exampleValues
const ALICE_NATIVE = 'sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc'
const NO_TAG = 'want a block number in hex or one of earliest, latest, safe, finalized, pending'
const big = `0x${'f'.repeat(64)}`

test.each<[string, Codec<unknown>, unknown, unknown]>([
  ['a number', quantity, '0x2a', 42n],
  ['leading zeros', quantity, '0x002a', 42n],
  ['an odd number of digits', quantity, '0xfff', 4095n],
  ['a decimal number', quantity, '42', 42n],
  ['a JSON number', quantity, 42, 42n],
  ['the largest word', quantity, big, 2n ** 256n - 1n],
  ['an address in any case', address, alice.toUpperCase().replace('0X', '0x'), alice],
  ['a tag', blockRef, 'safe', { tag: 'safe' }],
  ['a block number', blockRef, '0x10', { number: 16n }],
  ['a block number as number', blockNumberRef, 16, { number: 16n }],
  ['a block hash', blockRef, block1.hash, { hash: block1.hash }],
  ['EIP-1898 by number', blockRef, { blockNumber: '0x1' }, { number: 1n }],
  ['EIP-1898 by tag', blockRef, { blockNumber: 'latest' }, { tag: 'latest' }],
  [
    'EIP-1898 by hash',
    blockRef,
    { blockHash: block1.hash, requireCanonical: true },
    { hash: block1.hash },
  ],
  ['a call with nulls and more', transactionRequest, { to: null, extra: 1 }, {}],
  ['data', transactionRequest, { data: '0x01' }, { data: Uint8Array.of(1) }],
  ['data twice', transactionRequest, { data: '0x', input: '0x' }, { data: new Uint8Array(0) }],
  ['a type', transactionRequest, { type: '0x02', nonce: 1 }, { type: 2, nonce: 1n }],
])('reads %s', (_, codec, json, value) => {
  const decoded = codec.decode(json, 'x')
  expect(decoded instanceof Uint8Array ? [...decoded] : decoded).toEqual(value)
})

test.each<[Codec<unknown>, unknown, string]>([
  [quantity, '0x', 'x: hex string "0x"'],
  [quantity, '', 'x: empty hex string'],
  [quantity, 'abc', 'x: hex string without 0x prefix'],
  [quantity, '0xzz', 'x: invalid hex string'],
  [quantity, `${big}f`, 'x: hex number > 256 bits'],
  [quantity, `0x${'1'.repeat(2_000_000)}`, 'x: hex number too long'],
  [quantity, -1, 'x: want a non-negative integer'],
  [quantity, 1.5, 'x: want a non-negative integer'],
  [quantity, 2 ** 60, 'x: want a non-negative integer'],
  [quantity, true, 'x: want a hex string, got boolean'],
  [quantity, [], 'x: want a hex string, got array'],
  [uint64, '0x10000000000000000', 'x: hex number > 64 bits'],
  [boolean, 'true', 'x: want true or false, got string'],
  [bytes, '0x123', 'x: hex string of odd length'],
  [address, '0x1234', 'x: hex string has length 4, want 40'],
  [address, alice.slice(2), 'x: hex string without 0x prefix'],
  [hash, alice, 'x: hex string has length 40, want 64'],
  [address, ALICE_NATIVE, 'x: want an EVM address, got a native address'],
  [address, ALICE_NATIVE.toUpperCase(), 'x: want an EVM address, got a native address'],
  [address, 'alice.eth', 'x: want a 20-byte hex EVM address, got a name'],
  [address, 'alice', 'x: hex string without 0x prefix'],
  [address, '1234567890'.repeat(4), 'x: hex string without 0x prefix'],
  [address, 'a1'.repeat(20), 'x: hex string without 0x prefix'],
  [address, '0xzz', 'x: invalid hex string'],
  [transactionRequest, { to: ALICE_NATIVE }, 'x: to: want an EVM address, got a native address'],
  [blockRef, 'newest', `x: ${NO_TAG}`],
  [blockNumberRef, 'lates', `x: ${NO_TAG}`],
  [blockRef, 'Latest', `x: ${NO_TAG}`],
  [blockRef, { blockNumber: 'lates' }, `x: blockNumber: ${NO_TAG}`],
  [blockRef, 'x'.repeat(66), `x: ${NO_TAG}`],
  [blockRef, '0xlatest', 'x: invalid hex string'],
  [blockRef, '', 'x: empty hex string'],
  [blockRef, 'abc', 'x: hex string without 0x prefix'],
  [blockRef, '100', 'x: hex string without 0x prefix'],
  [blockRef, '0x8000000000000000', 'x: block number larger than int64'],
  [blockNumberRef, block1.hash, 'x: hex number > 64 bits'],
  [blockNumberRef, { blockNumber: '0x1' }, 'x: want a hex string, got object'],
  [blockRef, {}, 'x: want blockNumber or blockHash'],
  [
    blockRef,
    { blockHash: block1.hash, blockNumber: '0x1' },
    'x: cannot specify both BlockHash and BlockNumber, choose one or the other',
  ],
  [transactionRequest, 'text', 'x: want an object, got string'],
  [transactionRequest, { to: '0x1234' }, 'x: to: hex string has length 4, want 40'],
  [
    transactionRequest,
    { accessList: [{ address: alice }] },
    'x: accessList[0]: storageKeys: missing value',
  ],
  [
    transactionRequest,
    { data: '0x01', input: '0x02' },
    'x: both "data" and "input" are set and not equal. Please use "input" to pass transaction call data',
  ],
  [
    transactionRequest,
    { gasPrice: '0x1', maxFeePerGas: '0x1' },
    'x: both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified',
  ],
  [
    stateOverrides,
    { [alice]: { balance: 'x' } },
    `x: ${alice}: balance: hex string without 0x prefix`,
  ],
  [stateOverrides, { abc: {} }, 'x: account: hex string without 0x prefix'],
  [
    stateOverrides,
    { [alice]: { state: {}, stateDiff: {} } },
    `x: ${alice}: account has both 'state' and 'stateDiff'`,
  ],
  [blockOverrides, { time: {} }, 'x: time: want a hex string, got object'],
])('refuses what it cannot read %#', (codec, json, message) => {
  expect(() => codec.decode(json, 'x')).toThrow(expect.objectContaining({ code: -32602, message }))
})

test.each([
  ['0x0', '00'],
  ['0', '00'],
  ['0x123', '0123'],
  [big, 'ff'.repeat(32)],
  ['', '00'],
])('a storage key may be %s', (key, digits) => {
  expect(Buffer.from(storageKey.decode(key, 'x')).toString('hex')).toBe(digits.padStart(64, '0'))
})

test.each([
  ['0xzz', 'unable to decode storage key: hex string invalid'],
  [`${big}0`, 'unable to decode storage key: hex string too long, want at most 32 bytes'],
])('rejects the storage key %s', (key, message) => {
  expect(() => storageKey.decode(key, 'x')).toThrow(
    expect.objectContaining({ code: -32000, message }),
  )
})

describe('with any parameters', () => {
  let node: Node
  beforeAll(async () => {
    node = await createExampleChain()
  })
  afterAll(() => node.close())

  /** Values that get past some of the codecs. */
  const plausible = fc.constantFrom<unknown>(
    'latest',
    'pending',
    'earliest',
    '0x0',
    '0x1',
    '0xff',
    '0x',
    big,
    alice,
    exampleValues.contract,
    block1.hash,
    exampleValues.rawTransfer,
    exampleValues.rawNext.slice(0, -2),
    true,
    null,
    [50],
    ['0x0'],
  )
  const field = fc.oneof(plausible, fc.jsonValue({ maxDepth: 2 }))
  const callObject = fc.record(
    {
      type: field,
      chainId: fc.constantFrom('0xae3f2', '0x1'),
      from: fc.constantFrom(alice, exampleValues.bob, exampleValues.contract),
      to: fc.oneof(fc.constantFrom(exampleValues.contract, exampleValues.bob), field),
      gas: field,
      gasPrice: field,
      maxFeePerGas: field,
      value: field,
      data: field,
      nonce: field,
      accessList: field,
      authorizationList: field,
    },
    { requiredKeys: [] },
  )
  const overrides = fc.dictionary(
    fc.constantFrom<string>(alice, exampleValues.contract),
    fc.record(
      { balance: field, nonce: field, code: field, stateDiff: field },
      { requiredKeys: [] },
    ),
  )
  const blockFields = fc.record(
    { number: field, time: field, gasLimit: field, baseFeePerGas: field },
    { requiredKeys: [] },
  )
  const value = fc.oneof(field, callObject, overrides, blockFields)
  const request = fc.record({
    method: fc.constantFrom(...methods.keys()),
    params: fc.oneof(fc.array(value, { maxLength: 5 }), fc.jsonValue()),
  })

  test.prop([request], { numRuns: runs({ quick: 300, full: 3000 }) })(
    'no request triggers a bug',
    async ({ method, params }) => {
      const { handle } = createDispatcher(node, methods, { batchLimit: 1 })
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const answer = JSON.parse(String(await handle(body)))
      expect(answer.error?.code).not.toBe(-32603)
    },
    120_000,
  )
})
