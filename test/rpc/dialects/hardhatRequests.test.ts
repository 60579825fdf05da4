import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../src/index.ts'
import { alice, bob } from '../../support/accounts.ts'
import { executorOption } from '../../support/executor.ts'

const nodes: RockpoolNode[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})

async function start(options: Parameters<typeof createNode>[0]) {
  const node = await createNode({ ...executorOption, chainId: 31337, ...options })
  nodes.push(node)
  return node
}

type Ask = (method: string, ...params: readonly unknown[]) => Promise<unknown>

const asking =
  (node: RockpoolNode): Ask =>
  async (method, ...params) =>
    node.request({ method, params })

const transfer = { from: alice.address, to: bob.address, gas: '0x5208' }
const refusal = (message: string, code = -32000) => ({ code, message })
const UNKNOWN = `0x${'12'.repeat(32)}`
const PROBE = `0x${'77'.padStart(40, '0')}`
const word = (value: number) => value.toString(16).padStart(64, '0')
const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)

/** The expected words are those of Hardhat 3.18. */
describe.each(['hardhat2', 'hardhat3'] as const)('%s', (compat) => {
  test.each([
    ['eth_sendTransaction', { from: alice.address }, 'Contract creation without any data provided'],
    [
      'eth_call',
      { from: alice.address, data: '0x' },
      'Contract creation without any data provided',
    ],
    [
      'eth_call',
      { ...transfer, gasPrice: '0x1', maxFeePerGas: '0x1' },
      'Cannot send both gasPrice and maxFeePerGas params',
    ],
    [
      'eth_estimateGas',
      { ...transfer, gasPrice: '0x1', maxPriorityFeePerGas: '0x1' },
      'Cannot send both gasPrice and maxPriorityFeePerGas',
    ],
    [
      'eth_estimateGas',
      { ...transfer, gas: '0x1' },
      'Transaction requires at least 21000 gas but got 1',
    ],
    [
      'eth_estimateGas',
      { ...transfer, gas: '0x1', data: '0x01' },
      'Transaction requires at least 21016 gas but got 1',
    ],
    [
      'eth_sendTransaction',
      { ...transfer, gasPrice: '0x1' },
      'Transaction gasPrice (1) is too low for the next block, which has a baseFeePerGas of 875000000',
    ],
    [
      'eth_sendTransaction',
      { from: alice.address, to: bob.address, gasPrice: '0x1' },
      'Transaction gasPrice (1) is too low for the next block, which has a baseFeePerGas of 875000000',
    ],
    [
      'eth_call',
      { ...transfer, gas: '0x5410', data: `0x${'11'.repeat(32)}` },
      'Transaction requires gas floor of 22280 but got limit of 21520',
    ],
    [
      'eth_estimateGas',
      // Jumps to 0 for ever: the estimate itself runs out of gas.
      { from: alice.address, data: '0x5b600056', gas: '0x1' },
      'Transaction requires at least 53054 gas but got 1',
    ],
  ])('%s %j', async (method, request, message) => {
    const ask = asking(await start({ compat }))
    await expect(ask(method, request)).rejects.toMatchObject(refusal(message))
  })

  test.each([
    ['an invalid jump', '0x600056', 'Transaction reverted without a reason string'],
    ['a stack underflow', '0x01', 'Transaction reverted without a reason string'],
    [
      'return data out of bounds',
      '0x6001600060003e',
      'Transaction reverted without a reason string',
    ],
    [
      'large code',
      '0x6160016000f3',
      'Transaction reverted: trying to deploy a contract whose code is too large',
    ],
    ['INVALID', '0xfe', 'VM Exception while processing transaction: invalid opcode'],
  ])('words %s', async (_, data, message) => {
    const ask = asking(await start({ compat }))
    const request = { from: alice.address, data, gas: '0x7a1200' }
    const prefix = compat === 'hardhat2' ? 'Error: ' : ''
    for (const method of ['eth_call', 'eth_sendTransaction']) {
      await expect(ask(method, request)).rejects.toMatchObject({ message: prefix + message })
    }
    expect(await ask('eth_blockNumber')).toBe('0x1')
  })

  test('checks of controls and overrides', async () => {
    const ask = asking(await start({ compat }))
    await expect(ask('evm_setBlockGasLimit', '0x0')).rejects.toMatchObject(
      refusal('Block gas limit must be greater than 0'),
    )
    await expect(ask('hardhat_setPrevRandao', '0x12')).rejects.toMatchObject({ code: -32602 })
    expect(await ask('hardhat_setPrevRandao', UNKNOWN)).toBe(true)
    await expect(ask('hardhat_setStorageAt', '0x12', '0x0', '0x')).rejects.toMatchObject({
      code: -32602,
    })
    const overrides = { [bob.address]: { state: {}, stateDiff: {} } }
    await expect(ask('eth_call', transfer, 'latest', overrides)).rejects.toMatchObject(
      refusal(
        "The properties 'state' and 'stateDiff' cannot be used simultaneously when configuring the state override set passed to the eth_call method.",
      ),
    )
    const large = { from: alice.address, data: `0x${'00'.repeat(50_000)}`, gas: '0xe4e1c0' }
    await expect(ask('eth_sendTransaction', large)).rejects.toThrow(
      /whose init code length is 50000\. The max length allowed by EIP-3860 is 49152/,
    )
  })

  test('a filter of blocks begins with the newest one', async () => {
    const ask = asking(await start({ compat }))
    const filter = await ask('eth_newBlockFilter')
    await ask('evm_mine')
    const hashOf = async (number: string) =>
      Object(await ask('eth_getBlockByNumber', number, false)).hash
    expect(await ask('eth_getFilterChanges', filter)).toEqual([
      await hashOf('0x0'),
      await hashOf('0x1'),
    ])
    expect(await ask('eth_getFilterChanges', filter)).toEqual([])
    await ask('evm_mine')
    expect(await ask('eth_getFilterChanges', filter)).toEqual([await hashOf('0x2')])
  })

  test('a replacement pays a tenth more', async () => {
    const ask = asking(await start({ compat, noMining: true }))
    const fees = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint) => ({
      ...transfer,
      nonce: '0x0',
      maxFeePerGas: `0x${maxFeePerGas.toString(16)}`,
      maxPriorityFeePerGas: `0x${maxPriorityFeePerGas.toString(16)}`,
    })
    await ask('eth_sendTransaction', fees(10n ** 10n, 11n))
    const underpriced = (field: string, least: bigint) =>
      refusal(
        `Replacement transaction underpriced. A gasPrice/${field} of at least ${least} is necessary to replace the existing transaction with nonce 0.`,
      )
    await expect(ask('eth_sendTransaction', fees(11n * 10n ** 9n - 1n, 13n))).rejects.toMatchObject(
      underpriced('maxFeePerGas', 11n * 10n ** 9n),
    )
    await expect(ask('eth_sendTransaction', fees(11n * 10n ** 9n, 12n))).rejects.toMatchObject(
      underpriced('maxPriorityFeePerGas', 13n),
    )
    const hash = await ask('eth_sendTransaction', fees(11n * 10n ** 9n, 13n))
    await ask('evm_mine')
    expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
    await expect(ask('eth_sendTransaction', { ...transfer, nonce: '0x0' })).rejects.toMatchObject(
      refusal('Transaction nonce too low. Expected nonce to be at least 1 but got 0.'),
    )
  })

  test('raw transactions that are malformed or of another chain', async () => {
    const ask = asking(await start({ compat }))
    const fields = { nonce: 0, to: bob.address, gas: 21_000n } as const
    const typed = await signer.signTransaction({ ...fields, chainId: 5, maxFeePerGas: 1n })
    const legacy = await signer.signTransaction({ ...fields, chainId: 5, gasPrice: 1n })
    for (const [raw, message] of [
      ['0x223456', 'Invalid transaction type 34.'],
      ['0x', 'input too short'],
      [
        typed,
        'Trying to send a raw transaction with an invalid chainId. The expected chainId is 31337',
      ],
      [legacy, 'Trying to send an incompatible EIP-155 transaction, signed for another chain.'],
    ] as const) {
      await expect(ask('eth_sendRawTransaction', raw)).rejects.toMatchObject(
        refusal(message, -32602),
      )
    }
  })

  test('debug_traceCall takes and refuses what eth_call does', async () => {
    const ask = asking(await start({ compat }))
    // Returns BASEFEE and GASPRICE.
    await ask('hardhat_setCode', PROBE, '0x485f523a60205260405ff3')
    const call = { from: alice.address, to: PROBE }
    for (const [fields, price] of [
      [{}, 0],
      [{ maxFeePerGas: '0x1' }, 0],
      [{ gasPrice: '0x1' }, 1],
      [{ maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x5' }, 5],
      [{ chainId: '0x5', value: '0x', nonce: '0x', data: '12' }, 0],
      [{ type: '0x9', value: `0x${'f'.repeat(40)}` }, 0],
    ] as const) {
      const trace = await ask('debug_traceCall', { ...call, ...fields }, '0x')
      const returnValue = `0x${word(0)}${word(price)}`
      expect(trace).toMatchObject({ failed: false, returnValue })
      expect(await ask('eth_call', { ...call, ...fields }, '0x')).toBe(returnValue)
    }
    for (const [fields, message] of [
      [{ gas: '0x' }, 'Transaction requires at least 21000 gas but got 0'],
      [{ authorizationList: [] }, 'Invalid EIP-7702 transaction: authorization list is empty.'],
      [
        { gasPrice: '0x1', maxFeePerGas: '0x1' },
        'Cannot send both gasPrice and maxFeePerGas params',
      ],
      [{ to: null }, 'Contract creation without any data provided'],
    ] as const) {
      const asked = ask('debug_traceCall', { ...call, ...fields }, 'latest')
      await expect(asked).rejects.toMatchObject(refusal(message))
    }
    expect(await ask('debug_traceCall', { ...call, data: '0x' })).toMatchObject({ failed: false })
  })

  test('types of requests are ignored', async () => {
    const ask = asking(await start({ compat }))
    for (const [fields, type] of [
      [{ type: '0x9' }, '0x2'],
      [{ type: '0x0' }, '0x2'],
      [{ type: '0x' }, '0x2'],
      [{ type: '0x2', gasPrice: '0x77359400' }, '0x0'],
      [{ type: '0x0', maxFeePerGas: '0x77359400' }, '0x2'],
    ] as const) {
      const hash = await ask('eth_sendTransaction', { ...transfer, ...fields })
      expect(await ask('eth_getTransactionByHash', hash)).toMatchObject({ type })
    }
    expect(await ask('eth_estimateGas', { ...transfer, type: '0x9' })).toBe('0x5208')
    const invalid = ask('eth_sendTransaction', { ...transfer, type: 'zz' })
    await expect(invalid).rejects.toMatchObject({ code: -32602 })
    await expect(ask('eth_sendTransaction', { ...transfer, type: '0x3' })).rejects.toThrow(
      /An EIP-4844 \(shard blob\) transaction was received/,
    )
  })

  test('0x is the number zero', async () => {
    const ask = asking(await start({ compat }))
    for (const params of [['0x'], ['0x1', '0x'], ['0x2', '0x3']]) {
      expect(await ask('hardhat_mine', ...params)).toBe(true)
    }
    expect(await ask('eth_blockNumber')).toBe('0x3')
    const zero = await ask('eth_getBlockByNumber', '0x0', false)
    expect(zero).not.toBeNull()
    expect(await ask('eth_getBlockByNumber', '0x', false)).toEqual(zero)
    expect(await ask('eth_getBlockTransactionCountByNumber', '0x')).toBe('0x0')
    expect(await ask('eth_getTransactionByBlockNumberAndIndex', '0x', '0x')).toBeNull()
    expect(await ask('eth_getTransactionByBlockHashAndIndex', UNKNOWN, '0x')).toBeNull()
    await ask('hardhat_setBalance', alice.address, '0x5')
    expect(await ask('eth_getBalance', alice.address, '0x')).not.toBe('0x5')
    expect(await ask('eth_getCode', alice.address, { blockNumber: '0x' })).toBe('0x')
    expect(await ask('eth_getTransactionCount', alice.address, '0x')).toBe('0x0')
    expect(await ask('eth_getStorageAt', PROBE, '0x', '0x')).toBe(`0x${word(0)}`)
    expect(await ask('eth_feeHistory', '0x1', '0x', [])).toMatchObject({ oldestBlock: '0x0' })
    await expect(ask('eth_feeHistory', '0x', 'latest', [])).rejects.toMatchObject(
      refusal('blockCount should be at least 1'),
    )
    expect(await ask('eth_newFilter', { fromBlock: '0x' })).toMatch(/^0x/)
    expect(await ask('eth_getLogs', { fromBlock: '0x', toBlock: '0x' })).toEqual([])
    expect(await ask('evm_revert', '0x')).toBe(false)
    await expect(ask('evm_setBlockGasLimit', '0x')).rejects.toMatchObject(
      refusal('Block gas limit must be greater than 0'),
    )
    const total = await ask('evm_increaseTime', 5)
    expect(await ask('evm_increaseTime', '0x')).toBe(total)
  })

  test('unknown block hashes', async () => {
    const ask = asking(await start({ compat }))
    const query = { blockHash: UNKNOWN }
    for (const method of ['eth_getLogs', 'eth_newFilter']) {
      await expect(ask(method, query)).rejects.toMatchObject(
        refusal('blockHash cannot be found', -32602),
      )
      await expect(ask(method, { ...query, fromBlock: '0x0' })).rejects.toMatchObject(
        refusal('blockHash is mutually exclusive with fromBlock/toBlock', -32602),
      )
    }
    await expect(ask('eth_getBalance', alice.address, query)).rejects.toMatchObject(
      refusal(`Received invalid block tag ${UNKNOWN}. Latest block number is 0`),
    )
  })

  test('subscriptions over HTTP are filters', async () => {
    const node = await start({ compat })
    const { url } = await node.listen({ port: 0 })
    const ask: Ask = async (method, ...params) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const headers = { 'content-type': 'application/json' }
      const { result } = Object(await (await fetch(url, { method: 'POST', headers, body })).json())
      return result
    }
    const id = await ask('eth_subscribe', 'newHeads')
    await ask('evm_mine')
    expect(await ask('eth_getFilterChanges', id)).toHaveLength(1)
    expect(await ask('eth_unsubscribe', id)).toBe(true)
    expect(await ask('eth_unsubscribe', id)).toBe(false)
    expect(await ask('eth_subscribe', 'logs', { address: bob.address })).toMatch(/^0x/)
  })
})
