import { type Hex, keccak256 } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../src/index.ts'
import { alice, bob, carol } from '../../support/accounts.ts'
import { executorOption } from '../../support/executor.ts'

const nodes: RockpoolNode[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})

async function start(options: Parameters<typeof createNode>[0]) {
  const node = await createNode({ ...executorOption, chainId: 31337, ...options })
  nodes.push(node)
  return (method: string, ...params: readonly unknown[]) => node.request({ method, params })
}

const STRANGER = '0x00000000000000000000000000000000000000ff'
/** Returns CALLER. */
const CALLER = '0x335f5260205ff3'
const RESET = 'HardhatNetworkConfig | undefined'
const FORKING = `${RESET}/forking: RpcForkConfig | undefined | undefined`
const BAD_TIME = 'Timestamp must be a non-negative number not exceeding 2^64 - 1'

const quantity = (value: bigint | number) => `0x${value.toString(16)}`
const refusal = (message: string, code = -32000) => ({ code, message })
const transfer = { from: alice.address, to: bob.address, gas: '0x5208' }
const legacy = { ...transfer, gasPrice: quantity(10n ** 10n) }
const types = { EIP712Domain: [], Foo: [{ name: 'a', type: 'Bar' }] }
const typed = (primaryType: string) => ({ types, primaryType, domain: {}, message: { a: {} } })
const supplied = (value: string, type: string) =>
  `Errors encountered in param 0: Invalid value ${value} supplied to : ${type}`

/** The expected values are those of Hardhat 2.29.1 and 3.18.0, which have the same. */
describe.each(['hardhat2', 'hardhat3'] as const)('%s', (compat) => {
  test.each([
    'eth_getUncleByBlockHashAndIndex',
    'eth_getUncleByBlockNumberAndIndex',
    'eth_getUncleCountByBlockHash',
    'eth_getUncleCountByBlockNumber',
    'eth_hashrate',
    'eth_signTransaction',
    'eth_signTypedData',
  ])('%s does not exist', async (method) => {
    const ask = await start({ compat })
    await expect(ask(method)).rejects.toMatchObject(
      refusal(`Method ${method} is not supported`, -32004),
    )
  })

  test.each([
    [
      'eth_sendTransaction',
      [{ ...transfer, authorizationList: [] }],
      'Invalid EIP-7702 transaction: authorization list is empty.',
      -32000,
    ],
    [
      'eth_call',
      [{ ...transfer, authorizationList: [] }],
      'Invalid EIP-7702 transaction: authorization list is empty.',
      -32000,
    ],
    [
      'eth_call',
      [{ from: alice.address, data: `0x${'00'.repeat(49_153)}` }],
      'create initcode size limit',
      -32000,
    ],
    [
      'eth_estimateGas',
      [{ from: alice.address, data: `0x${'00'.repeat(49_153)}` }],
      'create initcode size limit',
      -32000,
    ],
    [
      'eth_sendTransaction',
      [{ from: alice.address, data: `0x${'00'.repeat(49_153)}`, gas: quantity(10_000_000) }],
      "\nTrying to send a deployment transaction whose init code length is 49153. The max length allowed by EIP-3860 is 49152.\n\nEnable the 'allowUnlimitedContractSize' option to allow init codes of any length.",
      -32602,
    ],
    ['eth_subscribe', ['logs'], 'Missing params argument', -32602],
    ['eth_subscribe', ['syncing'], 'Invalid subscription type', -32602],
    ['evm_mine', [{ blocks: 2 }], BAD_TIME, -32602],
    ['evm_mine', [null], BAD_TIME, -32602],
    [
      'evm_setIntervalMining',
      [[2000, 1000]],
      'Minimum value in range is greater than maximum value',
      -32602,
    ],
    [
      'eth_getBalance',
      [alice.address, { blockNumber: '0x0', requireCanonical: true }],
      'EIP-1898 block spec cannot have both `blockNumber` and `requireCanonical`',
      -32602,
    ],
    [
      'eth_call',
      [transfer, { blockNumber: '0x0', blockHash: `0x${'12'.repeat(32)}` }],
      'EIP-1898 block spec cannot have both `blockHash` and `blockNumber`',
      -32602,
    ],
    ['eth_getStorageAt', [alice.address, '0x0', {}], 'Invalid EIP-1898 block spec', -32602],
    ['eth_getBalance', ['0x12'], 'invalid value "0x12" supplied to : ADDRESS', -32602],
    ['eth_getStorageAt', ['0x12', '0x0'], 'invalid value "0x12" supplied to : ADDRESS', -32602],
    [
      'personal_sign',
      ['hello', alice.address],
      'invalid value: string "hello", expected a valid hex string',
      -32602,
    ],
    [
      'eth_getFilterChanges',
      ['x'],
      'invalid value: string "x", expected a 32 byte hex string',
      -32602,
    ],
    ['eth_sendRawTransaction', ['0x0f'], 'Invalid transaction type 15.', -32602],
    ['eth_sendRawTransaction', ['0x80'], 'Invalid transaction type 128.', -32602],
    ['eth_sendRawTransaction', ['0x02'], 'input too short', -32602],
    ['eth_sendRawTransaction', ['0xc180'], 'input too short', -32602],
    ['eth_sendRawTransaction', ['0x04c0'], 'input too short', -32602],
    [
      'eth_signTypedData_v4',
      [alice.address, typed('Unknown')],
      'missing type in type resolution: Unknown',
      -32000,
    ],
    [
      'eth_signTypedData_v4',
      [alice.address, typed('Foo')],
      'missing type in type resolution: Bar',
      -32000,
    ],
    [
      'eth_signTypedData_v4',
      [alice.address, 'x'],
      'The message parameter is an invalid JSON.',
      -32602,
    ],
    [
      'eth_signTypedData_v4',
      [alice.address, {}],
      'The message parameter is an invalid JSON.',
      -32602,
    ],
  ])('%s %j', async (method, params, message, code) => {
    const ask = await start({ compat })
    await expect(ask(method, ...params)).rejects.toMatchObject(refusal(message, code))
  })

  test('a block is not mined at time 0', async () => {
    const ask = await start({ compat, deterministic: true })
    await expect(ask('evm_mine', 0)).rejects.toMatchObject(
      refusal("Timestamp 0 is lower than the previous block's timestamp 1735689600"),
    )
  })

  test('filters without logs', async () => {
    const ask = await start({ compat })
    const kinds = [await ask('eth_newBlockFilter'), await ask('eth_newPendingTransactionFilter')]
    for (const [i, name] of ['NewHeads', 'NewPendingTransactions'].entries()) {
      await expect(ask('eth_getFilterLogs', kinds[i])).rejects.toMatchObject(
        refusal(
          `Subscription ${i + 1} is not a Logs subscription, but a ${name} subscription`,
          -32602,
        ),
      )
    }
  })

  test.each([
    [{}, ['0x2']],
    [{ fromBlock: 'latest', toBlock: 'latest' }, ['0x2']],
    [{ fromBlock: 'pending' }, ['0x2']],
    [{ fromBlock: null }, ['0x2']],
    [{ fromBlock: '0x1' }, ['0x1', '0x2']],
    [{ fromBlock: 'earliest' }, ['0x1', '0x2']],
    [{ fromBlock: '0x3' }, []],
  ])('a filter of logs %j begins with the newest block or an earlier one', async (query, first) => {
    const ask = await start({ compat })
    // Logs no bytes.
    const create = { from: alice.address, data: '0x5f5fa0', gas: '0x186a0' }
    for (let i = 0; i < 2; i++) await ask('eth_sendTransaction', create)
    const filter = await ask('eth_newFilter', query)
    const blocks = async () =>
      Object(await ask('eth_getFilterChanges', filter)).map(
        ({ blockNumber }: { blockNumber: string }) => blockNumber,
      )
    expect(await blocks()).toEqual(first)
    await ask('eth_sendTransaction', create)
    expect(await blocks()).toEqual(['0x3'])
  })

  test('impersonated accounts are not among those of the node', async () => {
    const ask = await start({ compat, accounts: 2 })
    await ask('hardhat_impersonateAccount', STRANGER)
    expect(await ask('eth_accounts')).toEqual([alice.address, bob.address])
  })

  test('calls without a sender are of the first account', async () => {
    const ask = await start({ compat })
    const word = `0x${alice.address.slice(2).padStart(64, '0')}`
    expect(await ask('eth_call', { data: CALLER })).toBe(word)
    expect(await ask('eth_call', { data: CALLER, from: null })).toBe(word)
    const { returnValue } = Object(await ask('debug_traceCall', { data: CALLER }, 'latest'))
    expect(returnValue).toBe(word)
    // Reverts for any other caller.
    const guarded = `0x73${alice.address.slice(2)}3314601d575f5ffd5b00`
    expect(await ask('eth_estimateGas', { data: guarded })).toMatch(/^0x/)
  })

  test('a call may name any chain, and a transaction only this one', async () => {
    const ask = await start({ compat })
    const request = { ...transfer, chainId: '0x1' }
    expect(await ask('eth_call', request)).toBe('0x')
    expect(await ask('eth_estimateGas', request)).toBe('0x5208')
    await expect(ask('eth_sendTransaction', request)).rejects.toMatchObject(
      refusal('Invalid chainId 1 provided, expected 31337 instead.', -32602),
    )
  })

  test('the sender of a traced call need not have the value', async () => {
    const ask = await start({ compat })
    const call = { from: STRANGER, to: bob.address, value: '0x1' }
    const trace = await ask('debug_traceCall', call, 'latest')
    expect(trace).toMatchObject({ failed: false, gas: 21_000, structLogs: [] })
  })

  test('legacy transactions have no chain id', async () => {
    const ask = await start({ compat })
    const hash = await ask('eth_sendTransaction', legacy)
    const block = Object(await ask('eth_getBlockByNumber', '0x1', true))
    const views = [
      await ask('eth_getTransactionByHash', hash),
      await ask('eth_getTransactionByBlockNumberAndIndex', '0x1', '0x0'),
      await ask('eth_getTransactionByBlockHashAndIndex', block.hash, '0x0'),
      block.transactions[0],
      Object(await ask('eth_getBlockByHash', block.hash, true)).transactions[0],
    ]
    await ask('evm_setAutomine', false)
    await ask('eth_sendTransaction', legacy)
    const pending = Object(await ask('eth_pendingTransactions'))
    for (const view of [...views, pending[0]]) {
      expect(view).toMatchObject({ type: '0x0', from: alice.address })
      expect(view).not.toHaveProperty('chainId')
    }
    await ask('evm_mine')
    const other = await ask('eth_sendTransaction', { ...transfer, from: bob.address })
    await ask('evm_mine')
    expect(await ask('eth_getTransactionByHash', other)).toMatchObject({ chainId: '0x7a69' })
  })

  test('a refused transaction leaves those that were mined before it waiting', async () => {
    const ask = await start({ compat, balance: 1, gasLimit: 45_000 })
    const price = 10n ** 10n
    const send = (fields: object) =>
      ask('eth_sendTransaction', { ...transfer, gasPrice: quantity(price), ...fields })
    await ask('evm_setAutomine', false)
    const rest = 10n ** 18n - 3n * 21_000n * price
    const sent = [await send({}), await send({}), await send({ value: quantity(rest) })]
    await ask('evm_setAutomine', true)
    await expect(send({ value: '0x64' })).rejects.toThrow("Sender doesn't have enough funds")
    expect(await ask('eth_blockNumber')).toBe('0x0')
    const waiting = Object(await ask('eth_pendingTransactions'))
    expect(waiting.map(({ hash }: { hash: string }) => hash)).toEqual(sent)
    // One that is valid takes them along, in two blocks.
    await ask('eth_sendTransaction', { ...transfer, from: carol.address })
    expect(await ask('eth_blockNumber')).toBe('0x2')
    expect(await ask('eth_pendingTransactions')).toEqual([])
  })

  test('the pending block has prices, and determines the pending nonce', async () => {
    const ask = await start({ compat, noMining: true })
    const tip = 10n ** 9n
    const fees = { maxFeePerGas: quantity(5n * tip), maxPriorityFeePerGas: quantity(tip) }
    await ask('eth_sendTransaction', { ...transfer, ...fees })
    // It cannot pay the base fee, and those after it wait for it.
    await ask('eth_sendTransaction', { ...transfer, maxFeePerGas: '0x2710' })
    await ask('eth_sendTransaction', { ...transfer, ...fees })
    expect(await ask('eth_getTransactionCount', alice.address, 'pending')).toBe('0x1')
    const block = Object(await ask('eth_getBlockByNumber', 'pending', true))
    const gasPrice = quantity(BigInt(block.baseFeePerGas) + tip)
    expect(block.transactions).toMatchObject([{ gasPrice, ...fees }])
    expect(await ask('eth_getTransactionByBlockNumberAndIndex', 'pending', '0x0')).toMatchObject({
      gasPrice,
    })
    expect(await ask('eth_pendingTransactions')).toHaveLength(3)
    expect(Object(await ask('eth_pendingTransactions'))[0].gasPrice).toBe(fees.maxFeePerGas)
  })

  test('long runs of empty blocks keep the base fee', async () => {
    const ask = await start({ compat })
    const fee = async (block: string) =>
      BigInt(Object(await ask('eth_getBlockByNumber', block, false)).baseFeePerGas)
    const lower = (base: bigint, times: number): bigint =>
      times === 0 ? base : lower(base - base / 8n, times - 1)
    const first = await fee('0x0')
    // Two blocks, a run, and a last block, which continues from the run.
    await ask('hardhat_mine', quantity(40))
    expect(await fee('0x2')).toBe(lower(first, 2))
    for (const number of [3, 20, 39]) expect(await fee(quantity(number))).toBe(lower(first, 2))
    expect(await fee('latest')).toBe(lower(first, 3))
    expect(await fee('pending')).toBe(lower(first, 4))
    // Fewer than six blocks after the first two are no run.
    await ask('hardhat_mine', '0x7')
    expect(await fee('latest')).toBe(lower(first, 10))
    await ask('hardhat_mine', '0x8')
    expect(await fee('latest')).toBe(lower(first, 13))
    await ask('hardhat_mine', quantity(10 ** 9))
    expect(await fee('pending')).toBe(lower(first, 17))
  })

  test('each PREVRANDAO after one that was set is the hash of the one before', async () => {
    const ask = await start({ compat })
    const mixHash = async (block = 'latest') =>
      Object(await ask('eth_getBlockByNumber', block, false)).mixHash
    const set = `0x${'12345678'.repeat(8)}`
    await ask('hardhat_setPrevRandao', set)
    const snapshot = await ask('evm_snapshot')
    for (let i = 0; i < 2; i++) {
      await ask('evm_mine')
      expect(await mixHash()).toBe(set)
      const next = keccak256(set as Hex)
      // In Hardhat's own test.
      expect(next).toBe('0x3d6b7104c741bf23615b1bb00e067e9ef51c8ba2ab40042ee05086c14870f17c')
      await ask('eth_sendTransaction', transfer)
      expect(await mixHash()).toBe(next)
      if (i === 0) await ask('evm_revert', snapshot)
    }
    await ask('hardhat_mine', quantity(10 ** 9))
    expect(await mixHash()).not.toBe(await mixHash(quantity(500)))
    await ask('hardhat_setPrevRandao', set)
    await ask('hardhat_reset')
    await ask('evm_mine')
    await ask('evm_mine')
    expect(await mixHash()).not.toBe(keccak256(set as Hex))
  })

  test('a snapshot does not have the mining mode', async () => {
    const ask = await start({ compat })
    const snapshot = await ask('evm_snapshot')
    await ask('evm_setAutomine', false)
    await ask('evm_setIntervalMining', 3_600_000)
    expect(await ask('evm_revert', snapshot)).toBe(true)
    expect(await ask('hardhat_getAutomine')).toBe(false)
    expect(await ask('hardhat_getIntervalMining')).toBe(3600)
    const waiting = await ask('eth_sendTransaction', transfer)
    const other = await ask('evm_snapshot')
    await ask('evm_setAutomine', true)
    expect(await ask('evm_revert', other)).toBe(true)
    // It is mined with the next transaction.
    expect(await ask('eth_pendingTransactions')).toMatchObject([{ hash: waiting }])
    expect(await ask('hardhat_getAutomine')).toBe(true)
    expect(await ask('evm_revert', '0x99')).toBe(false)
  })

  test('blocks at intervals under a second have times of their own', async () => {
    const ask = await start({ compat, blockTime: 0.9 })
    for (let i = 0; i < 4; i++) await ask('evm_mine')
    const times = []
    for (let number = 0; number <= 4; number++) {
      const block = Object(await ask('eth_getBlockByNumber', quantity(number), false))
      times.push(Number(block.timestamp))
    }
    expect(new Set(times).size).toBe(5)
  })

  test('the run begins after the blocks with transactions and an empty one', async () => {
    const ask = await start({ compat, gasLimit: 45_000 })
    await ask('evm_setAutomine', false)
    for (let i = 0; i < 3; i++) await ask('eth_sendTransaction', transfer)
    await ask('hardhat_mine', quantity(30))
    const block = async (number: number) =>
      Object(await ask('eth_getBlockByNumber', quantity(number), false))
    const [second, third, fourth, last] = [
      await block(2),
      await block(3),
      await block(29),
      await block(30),
    ]
    expect(second.transactions).toHaveLength(1)
    expect(third.baseFeePerGas).toBe(fourth.baseFeePerGas)
    expect(BigInt(last.baseFeePerGas)).toBeLessThan(BigInt(fourth.baseFeePerGas))
    expect(fourth.number).toBe('0x1d')
  })

  test('numbers without digits and bytes without a prefix', async () => {
    const ask = await start({ compat })
    expect(await ask('hardhat_setBalance', bob.address, '0x')).toBe(true)
    expect(await ask('eth_getBalance', bob.address)).toBe('0x0')
    expect(await ask('hardhat_setNonce', bob.address, '0x')).toBe(true)
    expect(await ask('hardhat_setNextBlockBaseFeePerGas', '0x')).toBe(true)
    // The hash of the bytes 0x1234.
    const hash = '0x56570de287d73cd1cb6092bb8fdee6173974955fdef345ae579ee9f475ea7432'
    expect(await ask('web3_sha3', '1234')).toBe(hash)
    expect(await ask('eth_sign', alice.address, '1234')).toBe(
      await ask('eth_sign', alice.address, '0x1234'),
    )
    const sent = await ask('eth_sendTransaction', {
      ...transfer,
      gas: '0x7530',
      data: '12',
      value: '0x',
    })
    expect(await ask('eth_getTransactionByHash', sent)).toMatchObject({
      input: '0x12',
      value: '0x0',
    })
  })

  test('metadata have no snapshots', async () => {
    const ask = await start({ compat })
    await ask('evm_snapshot')
    expect(Object.keys(Object(await ask('hardhat_metadata'))).sort()).toEqual([
      'chainId',
      'clientVersion',
      'instanceId',
      'latestBlockHash',
      'latestBlockNumber',
    ])
  })
})

describe('hardhat2', () => {
  test.each([
    [{ forking: {} }, supplied('undefined', `${FORKING}/jsonRpcUrl: string`)],
    [{ forking: null }, supplied('null', FORKING)],
    [{ forking: { jsonRpcUrl: 123 } }, supplied('123', `${FORKING}/jsonRpcUrl: string`)],
    [
      { forking: { jsonRpcUrl: 'http://127.0.0.1:1', blockNumber: '0' } },
      supplied('"0"', `${FORKING}/blockNumber: number | undefined`),
    ],
    ['x', supplied('"x"', RESET)],
  ])('hardhat_reset %j', async (config, message) => {
    const ask = await start({ compat: 'hardhat2' })
    await expect(ask('hardhat_reset', config)).rejects.toMatchObject(refusal(message, -32602))
    await expect(ask('hardhat_reset', {}, {})).rejects.toMatchObject(
      refusal('Expected between 0 and 1 arguments and got 2', -32602),
    )
    expect(await ask('hardhat_reset', {})).toBe(true)
  })

  test('there are no tracers', async () => {
    const ask = await start({ compat: 'hardhat2' })
    const sent = await ask('eth_sendTransaction', transfer)
    const tracer = { tracer: 'callTracer' }
    const message =
      'Hardhat currently only supports the default tracer, so no tracer parameter should be passed.'
    for (const [method, ...params] of [
      ['debug_traceTransaction', sent],
      ['debug_traceCall', transfer, 'latest'],
    ] as const) {
      await expect(ask(method, ...params, tracer)).rejects.toMatchObject(refusal(message, -32602))
    }
    const other = await start({ compat: 'hardhat3' })
    expect(await other('debug_traceCall', transfer, 'latest', tracer)).toMatchObject({
      type: 'CALL',
    })
  })

  test('a transaction needs a sender', async () => {
    const ask = await start({ compat: 'hardhat2' })
    await expect(ask('eth_sendTransaction', { to: bob.address })).rejects.toMatchObject(
      refusal('missing field `from`', -32602),
    )
    const other = await start({ compat: 'hardhat3' })
    expect(await other('eth_sendTransaction', { to: bob.address })).toMatch(/^0x/)
  })

  test('stack traces do not fail', async () => {
    const ask = await start({ compat: 'hardhat2' })
    expect(await ask('hardhat_getStackTraceFailuresCount')).toBe(0)
  })
})
