import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../src/index.ts'

let node: RockpoolNode
let reference: RockpoolNode
beforeAll(async () => {
  node = await createNode({ hardfork: 'osaka' })
  reference = await createNode({ hardfork: 'osaka', reference: true })
})
afterAll(() => Promise.all([node.close(), reference.close()]))

const zeros = (bytes: number) => '00'.repeat(bytes)
const ones = (bytes: number) => 'ff'.repeat(bytes)
/** Field element 1 of BLS12-381. */
const one = `${zeros(63)}01`
const address = (number: number) => `0x${number.toString(16).padStart(40, '0')}`

/**
 * Words of geth's core/vm/contracts.go, with inputs as in its core/vm/testdata/precompiles/fail-*.
 */
test.each([
  [0x06, `${zeros(31)}01${zeros(32)}`, 'point is not on curve'],
  [0x06, ones(32), 'invalid fp.Element encoding'],
  // The bytes that are missing are zeros: together they are above the field's order.
  [0x07, 'ff', 'invalid fp.Element encoding'],
  [0x08, zeros(191), 'bad elliptic curve pairing size'],
  [0x08, `${zeros(31)}01${zeros(160)}`, 'point is not on curve'],
  [0x09, '', 'invalid input length'],
  [0x09, zeros(212), 'invalid input length'],
  [0x09, zeros(214), 'invalid input length'],
  [0x09, `${zeros(212)}02`, 'invalid final flag'],
  [0x0a, zeros(191), 'invalid input length'],
  [0x0a, zeros(192), 'mismatched versioned hash'],
  [0x0b, '', 'invalid input length'],
  [0x0b, `${ones(16)}${zeros(240)}`, 'invalid field element top bytes'],
  [0x0b, `${zeros(16)}${ones(48)}${zeros(192)}`, 'invalid fp.Element encoding'],
  [0x0b, `${one}${zeros(192)}`, 'invalid point: not on curve'],
  [0x0c, '', 'invalid input length'],
  [0x0c, zeros(161), 'invalid input length'],
  [0x0d, zeros(511), 'invalid input length'],
  [0x0d, `${one}${zeros(448)}`, 'invalid point: not on curve'],
  [0x0e, `${zeros(64)}${ones(1)}${zeros(223)}`, 'invalid field element top bytes'],
  [0x0f, zeros(383), 'invalid input length'],
  [0x10, zeros(63), 'invalid input length'],
  [0x10, `01${zeros(63)}`, 'invalid field element top bytes'],
  [0x11, `${zeros(64)}${zeros(16)}${ones(48)}`, 'invalid fp.Element encoding'],
])('precompile %i fails with the words for 0x%s', async (number, input, words) => {
  const call = { to: address(number), data: `0x${input}`, gas: '0x989680' }
  for (const each of [node, reference]) {
    const request = each.request({ method: 'eth_call', params: [call, 'latest'] })
    await expect(request).rejects.toThrow(words)
  }
  const trace = { method: 'debug_traceCall', params: [call, 'latest', { tracer: 'callTracer' }] }
  const expected = { error: words, gasUsed: '0x989680' }
  expect(await node.request(trace)).toMatchObject(expected)
  expect(await reference.request(trace)).toMatchObject(expected)
})

test('a moved precompile keeps its words', async () => {
  const [from, to] = [address(0x09), address(0xbeef)]
  const call = { to, data: '0x', gas: '0x989680' }
  const overrides = { [from]: { movePrecompileToAddress: to } }
  for (const each of [node, reference]) {
    const request = each.request({ method: 'eth_call', params: [call, 'latest', overrides] })
    await expect(request).rejects.toThrow('invalid input length')
  }
})

test('a precompile without enough gas is out of gas, whatever its input', async () => {
  const call = { to: address(0x0b), data: '0x', gas: '0x5300' }
  const request = node.request({ method: 'eth_call', params: [call, 'latest'] })
  await expect(request).rejects.toThrow('out of gas')
})
