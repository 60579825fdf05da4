import { afterEach, describe, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../src/index.ts'
import { alice, bob } from '../../support/accounts.ts'
import { executorOption } from '../../support/executor.ts'

const nodes: RockpoolNode[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})

async function start(options: Parameters<typeof createNode>[0] = {}) {
  const node = await createNode({ ...executorOption, compat: 'ganache', ...options })
  nodes.push(node)
  return (method: string, ...params: readonly unknown[]) => node.request({ method, params })
}

const GWEI = 10n ** 9n
const quantity = (value: bigint | number) => `0x${value.toString(16)}`
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const transfer = { from: alice.address, to: bob.address }
const unreadable = (message: string) => ({ code: -32700, message })
const HOUR = 3_600

/** The expected values are those of Ganache 7.9.2. */
describe('ganache', () => {
  test('a default fee cap is the largest base fee of the third block', async () => {
    const ask = await start({ noMining: true })
    const sent = async (fields: object) => {
      const hash = await ask('eth_sendTransaction', { ...transfer, ...fields })
      return Object(await ask('eth_getTransactionByHash', hash))
    }
    // 0.875 gwei, and twice an eighth more.
    const cap = quantity(1_107_421_875)
    const fees = { maxFeePerGas: cap, maxPriorityFeePerGas: quantity(GWEI) }
    expect(await sent({})).toMatchObject(fees)
    expect(await sent({ maxPriorityFeePerGas: '0x5' })).toMatchObject({
      maxFeePerGas: cap,
      maxPriorityFeePerGas: '0x5',
    })
    const high = quantity(2n * GWEI)
    expect(await sent({ maxPriorityFeePerGas: high })).toMatchObject({ maxFeePerGas: high })
    expect(await sent({ gasPrice: high })).toMatchObject({ type: '0x0', gasPrice: high })
    await expect(sent({ maxPriorityFeePerGas: 'x' })).rejects.toMatchObject({ code: -32700 })
  })

  test('before London the fields of the fee market are ignored', async () => {
    const ask = await start({ hardfork: 'berlin' })
    const hash = await ask('eth_sendTransaction', { ...transfer, maxFeePerGas: '0x1' })
    const legacy = { type: '0x0', gasPrice: quantity(2n * GWEI) }
    expect(await ask('eth_getTransactionByHash', hash)).toMatchObject(legacy)
  })

  test('the tip falls with the base fee', async () => {
    const ask = await start()
    await ask('evm_mine', { blocks: 20 })
    const hash = await ask('eth_sendTransaction', transfer)
    const { maxFeePerGas, maxPriorityFeePerGas } = Object(
      await ask('eth_getTransactionByHash', hash),
    )
    expect(maxPriorityFeePerGas).toBe(maxFeePerGas)
    expect(BigInt(maxFeePerGas)).toBeLessThan(GWEI)
  })

  test('a replacement pays a tenth more', async () => {
    const ask = await start({ noMining: true })
    const send = (gasPrice: bigint) =>
      ask('eth_sendTransaction', { ...transfer, nonce: '0x0', gasPrice: quantity(gasPrice) })
    await send(20n * GWEI)
    const refusal = { code: -32003, message: 'transaction underpriced' }
    await expect(send(22n * GWEI - 1n)).rejects.toMatchObject(refusal)
    await send(22n * GWEI)
  })

  test('the history of fees has rewards if asked for, and at least one block', async () => {
    const ask = await start()
    await ask('evm_mine', { blocks: 2 })
    const one = await ask('eth_feeHistory', '0x1', '0x2', [])
    expect(one).not.toHaveProperty('reward')
    expect(await ask('eth_feeHistory', '0x0', '0x2', [])).toEqual(one)
    expect(await ask('eth_feeHistory', '0x1', '0x2', [50])).toHaveProperty('reward', [['0x0']])
    const message = 'invalid reward percentile: percentiles must be unique and in ascending order'
    await expect(ask('eth_feeHistory', '0x1', '0x2', [200])).rejects.toMatchObject(
      unreadable(message),
    )
  })

  test('times are milliseconds or dates; the clock also goes back', async () => {
    const ask = await start()
    const now = Date.now()
    const offset = async (method: string, given: unknown) => Number(await ask(method, given))
    const near = (seconds: number) => [seconds - 1, seconds, seconds + 1]
    const later = now + HOUR * 1_000
    expect(near(HOUR)).toContain(await offset('evm_setTime', later))
    expect(near(HOUR)).toContain(await offset('evm_setTime', quantity(later)))
    expect(near(HOUR)).toContain(await offset('evm_setTime', new Date(later)))
    expect(near(HOUR)).toContain(await offset('evm_setTime', new Date(later).toISOString()))
    expect(near(HOUR)).toContain(await offset('evm_increaseTime', -HOUR))
    expect(near(HOUR)).toContain(await offset('evm_increaseTime', -(2 ** 60)))
    expect(near(HOUR + 5)).toContain(await offset('evm_increaseTime', '0x5'))
    await expect(ask('evm_increaseTime', '-5')).rejects.toMatchObject({ code: -32700 })
    expect(near(-HOUR)).toContain(await offset('evm_setTime', now - HOUR * 1_000))
    expect(near(60 - HOUR)).toContain(await offset('evm_increaseTime', 60))
    await expect(ask('evm_setTime', '2026-13-45T')).rejects.toMatchObject({ code: -32700 })
    await ask('evm_mine')
    expect(await ask('eth_blockNumber')).toBe('0x1')
  })

  test.each([
    ['eth_getBlockByNumber', [], 'between 1 and 2 arguments'],
    ['eth_blockNumber', [1, 2], 'exactly 0 arguments'],
    ['evm_revert', [], 'exactly 1 argument'],
    ['evm_setAccountBalance', [alice.address], 'exactly 2 arguments'],
    ['personal_sendTransaction', [transfer], 'exactly 2 arguments'],
    ['debug_storageRangeAt', [1], 'exactly 5 arguments'],
  ])('%s counts its arguments', async (method, params, wanted) => {
    const ask = await start()
    const message = `Incorrect number of arguments. '${method}' requires ${wanted}.`
    await expect(ask(method, ...params)).rejects.toMatchObject(unreadable(message))
  })

  const prefix = (value: string) =>
    `Cannot wrap string value "${value}" as a json-rpc type; strings must be prefixed with "0x".`
  test.each([
    ['evm_revert', [{ foo: 'bar' }], 'Cannot wrap a "object" as a json-rpc type'],
    ['evm_revert', [true], 'Cannot wrap a "boolean" as a json-rpc type'],
    ['evm_revert', [0.5], 'Cannot wrap a decimal as a json-rpc type'],
    ['evm_revert', [-1], 'Cannot wrap a negative value as a json-rpc type'],
    ['evm_revert', ['1'], prefix('1')],
    ['evm_revert', [null], 'invalid snapshotId'],
    ['web3_sha3', ['hello'], prefix('hello')],
    ['eth_sendTransaction', [{ ...transfer, value: 'x' }], prefix('x')],
    ['eth_sendRawTransaction', ['foo'], prefix('foo')],
    [
      'eth_getCode',
      ['0xabcdefg0'],
      'Cannot wrap string value "0xabcdefg0" as a json-rpc type; the input value contains an invalid hex character.',
    ],
    ['personal_importRawKey', ['0x12', ''], 'Expected 32 bytes of private key'],
    [
      'personal_unlockAccount',
      [bob.address.replace('7', '8'), ''],
      'no key for given address or file',
    ],
    ['eth_sign', [bob.address.replace('7', '8'), '0x12'], 'cannot sign data; no private key'],
    ['eth_sendTransaction', [{ to: bob.address }], 'from not found; is required'],
  ])('%s of %j is unreadable', async (method, params, message) => {
    const ask = await start()
    await expect(ask(method, ...params)).rejects.toMatchObject(unreadable(message))
  })

  test('methods of other nodes keep their words', async () => {
    const ask = await start()
    await expect(ask('hardhat_setBalance', 'x')).rejects.toMatchObject({ code: -32602 })
  })

  test('short addresses and hashes are numbers; a slot is the last 32 bytes', async () => {
    const ask = await start()
    expect(await ask('eth_getBalance', '0x12')).toBe('0x0')
    expect(await ask('eth_getCode', '0x12')).toBe('0x')
    expect(await ask('eth_getTransactionCount', '0x12')).toBe('0x0')
    expect(await ask('eth_call', { from: '0x123', to: bob.address })).toBe('0x')
    expect(await ask('eth_getTransactionByHash', '0x0')).toBeNull()
    expect(await ask('eth_getTransactionReceipt', '0x0')).toBeNull()
    expect(await ask('eth_getTransactionReceipt', '0x')).toBeNull()
    for (const [method, ...params] of [
      ['eth_getBlockByHash', '0x1', true],
      ['eth_getBlockTransactionCountByHash', '0x1'],
      ['eth_getTransactionByBlockHashAndIndex', '0x1', '0x0'],
      ['eth_getUncleByBlockHashAndIndex', '0x1', '0x0'],
    ] as const) {
      expect(await ask(method, ...params)).toBeNull()
    }
    await expect(ask('debug_traceTransaction', '0x1')).rejects.toMatchObject({ code: -32700 })
    await expect(ask('eth_sign', '0x1', '0x01')).rejects.toMatchObject({
      message: 'cannot sign data; no private key',
    })
    expect(await ask('personal_lockAccount', '0x1')).toBe(false)
    expect(await ask('evm_setAccountBalance', '0x77', '0x5')).toBe(true)
    expect(await ask('eth_getBalance', '0x77')).toBe('0x5')
    // LOG1 with topic 1, and the word 1.
    await ask('evm_setAccountCode', '0x77', '0x600160006000a1600160005260206000f3')
    expect(await ask('eth_call', { to: '0x77' })).toBe(word(1))
    const filter = await ask('eth_newFilter', { address: '0x77' })
    const emitter = `0x${'77'.padStart(40, '0')}`
    await ask('eth_sendTransaction', { from: alice.address, to: emitter, gas: '0x186a0' })
    for (const address of ['0x77', ['0x77', '0x1']]) {
      expect(await ask('eth_getLogs', { address })).toHaveLength(1)
    }
    expect(await ask('eth_getLogs', { blockHash: '0x1' })).toEqual([])
    expect(await ask('eth_getFilterChanges', filter)).toHaveLength(1)
    await ask('evm_setAccountStorageAt', bob.address, word(0), word(123))
    const slot = `0x1${word(0).slice(2)}`
    expect(await ask('eth_getStorageAt', bob.address, slot)).toBe(word(123))
  })

  test('logs are those of the newest block unless the query begins before', async () => {
    const ask = await start()
    const emitter = `0x${'e1'.repeat(20)}`
    await ask('evm_setAccountCode', emitter, '0x60006000a0')
    await ask('eth_sendTransaction', { from: alice.address, to: emitter })
    expect(await ask('eth_getLogs', { address: emitter })).toHaveLength(1)
    await ask('evm_mine')
    expect(await ask('eth_getLogs', { address: emitter })).toEqual([])
    expect(await ask('eth_getLogs', { address: emitter, toBlock: '0x1' })).toEqual([])
    expect(await ask('eth_getLogs', { address: emitter, fromBlock: '0x0' })).toHaveLength(1)
    const { hash: blockHash } = Object(await ask('eth_getBlockByNumber', '0x1'))
    expect(await ask('eth_getLogs', { blockHash })).toHaveLength(1)
  })

  test('struct logs are plain words, with gas in hexadecimal and no return value', async () => {
    const ask = await start()
    const contract = `0x${'c0'.repeat(20)}`
    // PUSH1 5 PUSH1 0 SSTORE PUSH1 7 PUSH1 0 MSTORE PUSH1 32 PUSH1 0 RETURN
    await ask('evm_setAccountCode', contract, '0x6005600055600760005260206000f3')
    const hash = await ask('eth_sendTransaction', { from: alice.address, to: contract })
    const { gasUsed } = Object(await ask('eth_getTransactionReceipt', hash))
    const trace = Object(await ask('debug_traceTransaction', hash, {}))
    const { structLogs, ...rest } = trace
    expect(rest).toEqual({ gas: gasUsed, returnValue: '', storage: {} })
    const plain = (value: number) => word(value).slice(2)
    expect(structLogs.at(-1)).toMatchObject({
      ...{ op: 'RETURN', error: '', pc: 14, depth: 1 },
      gas: expect.stringMatching(/^0x[0-9a-f]+$/),
      stack: [plain(32), plain(0)],
      memory: [plain(7)],
      storage: { [plain(0)]: plain(5) },
    })
    const bare = Object(
      await ask('debug_traceTransaction', hash, { disableMemory: true, disableStorage: true }),
    )
    expect(bare.structLogs.at(-1)).toMatchObject({ memory: [], storage: null })
  })

  test('blocks have a total difficulty; modules are those of Ganache', async () => {
    const ask = await start()
    expect(await ask('eth_getBlockByNumber', 'latest')).toMatchObject({ totalDifficulty: '0x0' })
    expect(await ask('eth_getBlockByNumber', '0x9')).toBeNull()
    expect(Object.keys(Object(await ask('rpc_modules'))).sort()).toEqual([
      'eth',
      'evm',
      'net',
      'personal',
      'rpc',
      'web3',
    ])
  })

  test('subscriptions', async () => {
    const ask = await start()
    const id = await ask('eth_subscribe', 'newHeads')
    expect([await ask('eth_unsubscribe', id), await ask('eth_unsubscribe', id)]).toEqual([
      true,
      false,
    ])
    await expect(ask('eth_subscribe', 'foo')).rejects.toMatchObject({
      code: -32601,
      message: 'no "foo" subscription in eth namespace',
    })
  })

  test('an empty reason is not the lack of one', async () => {
    const ask = await start({ vmErrorsOnRpcResponse: true })
    const contract = `0x${'c1'.repeat(20)}`
    const error = `08c379a0${word(32).slice(2)}${word(0).slice(2)}`
    // CODECOPY of the error behind the code, REVERT.
    await ask('evm_setAccountCode', contract, `0x6044600b5f3960445ffd00${error}`)
    const failed = await Promise.resolve(
      ask('eth_sendTransaction', { from: alice.address, to: contract }),
    ).catch((e) => e)
    expect(failed).toMatchObject({
      message: 'VM Exception while processing transaction: revert',
      data: { reason: '', message: 'revert' },
    })
  })
})
