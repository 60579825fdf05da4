import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../src/index.ts'
import { executorOption } from '../../support/executor.ts'

const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

let node: RockpoolNode
beforeAll(async () => {
  node = await createNode({ ...executorOption, compat: 'sei' })
})
afterAll(() => node.close())

const ask = (method: string, params?: unknown) =>
  node.request({ method, ...(params !== undefined && { params: params as never }) })

describe('arguments of --compat sei are refused in the words of its Go server', () => {
  test.each<readonly [string, unknown, string]>([
    ['eth_getBalance', [], 'missing value for required argument 0'],
    ['eth_getBalance', [from], 'missing value for required argument 1'],
    ['eth_getCode', [from], 'missing value for required argument 1'],
    ['eth_getTransactionCount', [from], 'missing value for required argument 1'],
    ['eth_getStorageAt', [from, '0x0'], 'missing value for required argument 2'],
    ['eth_getProof', [from, []], 'missing value for required argument 2'],
    ['eth_getBlockByNumber', ['latest'], 'missing value for required argument 1'],
    ['eth_feeHistory', ['0x1', 'latest'], 'missing value for required argument 2'],
    ['debug_traceCall', [{}], 'missing value for required argument 1'],
    ['eth_getLogs', [], 'missing value for required argument 0'],
    ['eth_getBalance', undefined, 'missing value for required argument 0'],
    ['eth_getBalance', {}, 'non-array args'],
    [
      'eth_getBalance',
      ['0x12', 'latest'],
      'invalid argument 0: hex string has length 2, want 40 for common.Address',
    ],
    [
      'eth_getBalance',
      ['0x123', 'latest'],
      'invalid argument 0: json: cannot unmarshal hex string of odd length into Go value of type common.Address',
    ],
    [
      'eth_getBalance',
      ['12', 'latest'],
      'invalid argument 0: json: cannot unmarshal hex string without 0x prefix into Go value of type common.Address',
    ],
    [
      'eth_getBalance',
      [5, 'latest'],
      'invalid argument 0: json: cannot unmarshal non-string into Go value of type common.Address',
    ],
    [
      'eth_getBalance',
      [`0x${'zz'.repeat(20)}`, 'latest'],
      'invalid argument 0: json: cannot unmarshal invalid hex string into Go value of type common.Address',
    ],
    ['eth_getBalance', [from, 'newest'], 'invalid argument 1: hex string without 0x prefix'],
    ['eth_getBalance', [from, '0x'], 'invalid argument 1: hex string "0x"'],
    ['eth_getBalance', [from, '0x01'], 'invalid argument 1: hex number with leading zero digits'],
    ['eth_getBalance', [from, `0x8${'0'.repeat(15)}`], 'block number larger than int64'],
    [
      'eth_getBlockByHash',
      ['0x00', true],
      'invalid argument 0: hex string has length 2, want 64 for common.Hash',
    ],
    [
      'eth_getBlockByNumber',
      ['latest', 'yes'],
      'invalid argument 1: json: cannot unmarshal string into Go value of type bool',
    ],
    [
      'eth_call',
      [{ from: 'me' }, 'latest'],
      'invalid argument 0: json: cannot unmarshal hex string without 0x prefix into Go struct field TransactionArgs.from of type common.Address',
    ],
    [
      'eth_call',
      [{ gas: '0x' }, 'latest'],
      'invalid argument 0: json: cannot unmarshal hex string "0x" into Go struct field TransactionArgs.gas of type hexutil.Uint64',
    ],
    [
      'eth_call',
      ['0x', 'latest'],
      'invalid argument 0: json: cannot unmarshal string into Go value of type ethapi.TransactionArgs',
    ],
  ])('%s of %j: %s', async (method, params, message) => {
    await expect(ask(method, params)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(message),
    })
  })

  test.each<readonly [string, unknown]>([
    ['eth_getBalance', [from, 'latest']],
    ['eth_getBalance', [from, { blockNumber: '0x0' }]],
    ['eth_getBlockByNumber', ['0x0', false]],
    ['eth_call', [{ from, to: from, data: '0x', gas: null }, 'latest']],
    ['eth_estimateGas', [{ from, to: from }]],
    ['eth_feeHistory', ['0x1', 'latest', []]],
    ['eth_chainId', undefined],
    // A control keeps its own forms.
    ['hardhat_mine', [1]],
  ])('%s of %j is taken', async (method, params) => {
    expect(await ask(method, params)).toBeDefined()
  })
})

test('a refused transaction has the text of its code', async () => {
  await ask('eth_sendTransaction', [{ from, to: from }])
  const again = ask('eth_sendTransaction', [{ from, to: from, nonce: '0x0' }])
  await expect(again).rejects.toThrow(/^nonce too low: .*: incorrect account sequence$/)
  const other = ask('eth_sendTransaction', [{ from, to: from, chainId: '0x1' }])
  await expect(other).rejects.toThrow('invalid chain-id')
  const blob = ask('eth_sendRawTransaction', ['0x03c0'])
  await expect(blob).rejects.toThrow('unsupported transaction type')
})

test('logs have no time, and heads no hashes of uncles and mix', async () => {
  const heard: { readonly result: Record<string, unknown> }[] = []
  node.on('message', ({ data }) => void heard.push(data as (typeof heard)[number]))
  const ids = [await ask('eth_subscribe', ['newHeads']), await ask('eth_subscribe', ['logs', {}])]
  // LOG0 in a constructor.
  const hash = await ask('eth_sendTransaction', [{ from, data: '0x5f5fa0', gas: '0x186a0' }])
  const receipt = (await ask('eth_getTransactionReceipt', [hash])) as { logs: object[] }
  const logs = (await ask('eth_getLogs', [{}])) as object[]
  for (const id of ids) await ask('eth_unsubscribe', [id])
  const [head, log] = heard.map(({ result }) => result)
  const zero = `0x${'00'.repeat(32)}`
  expect(head).toMatchObject({ sha3Uncles: zero, mixHash: zero, parentHash: expect.any(String) })
  for (const each of [log, receipt.logs[0], logs[0]]) {
    expect(each).toMatchObject({ transactionHash: hash, logIndex: '0x0' })
    expect(each).not.toHaveProperty('blockTimestamp')
  }
})
