import { afterEach, describe, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../src/index.ts'
import { ZERO_ADDRESS } from '../../../src/primitives/address.ts'
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

const POOR = '0x47dc9a4a1ff2436deb1828d038868561c8a5aedf'
/** Returns the word of slot 1. */
const READER = '0x60015460005260206000f3'
const FAILED = 'VM Exception while processing transaction:'
const DATA = `0x${'baddad42'.repeat(8)}`
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const SLOT = word(1)

/** The expected values are those of Ganache 7.9.2 and of its tests. */
describe('ganache', () => {
  test('prices, gas and coinbase have fixed defaults', async () => {
    const ask = await start({ chainId: 1337 })
    expect(await ask('eth_coinbase')).toBe(ZERO_ADDRESS)
    expect(await ask('eth_gasPrice')).toBe('0x77359400')
    const hash = await ask('eth_sendTransaction', {
      ...{ from: alice.address, to: bob.address, value: '0x1', gasPrice: '0x77359400' },
    })
    expect(await ask('eth_getTransactionByHash', hash)).toMatchObject({
      ...{ gas: '0x15f90', v: '0xa95' },
    })
    const block = Object(await ask('eth_getBlockByNumber', 'latest'))
    expect(block).toMatchObject({ miner: ZERO_ADDRESS, baseFeePerGas: '0x342770c0' })
    const named = { from: alice.address, to: bob.address, gasLimit: '0x5208' }
    const small = await ask('eth_sendTransaction', named)
    expect(await ask('eth_getTransactionByHash', small)).toMatchObject({ gas: '0x5208' })
  })

  test('a price that is set is the default without a base fee', async () => {
    const ask = await start({ hardfork: 'berlin' })
    expect(await ask('miner_setGasPrice', '0xffff')).toBe(true)
    expect(await ask('eth_gasPrice')).toBe('0xffff')
    const sent = await ask('eth_sendTransaction', { from: alice.address, to: alice.address })
    expect(await ask('eth_getTransactionByHash', sent)).toMatchObject({ gasPrice: '0xffff' })
  })

  test('a creation may be empty', async () => {
    const ask = await start()
    const hash = await ask('eth_sendTransaction', { from: alice.address })
    expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1', to: null })
  })

  test('the pending block is the newest one', async () => {
    const ask = await start({ noMining: true })
    await ask('eth_sendTransaction', { from: alice.address, to: bob.address })
    const latest = await ask('eth_getBlockByNumber', 'latest')
    expect(await ask('eth_getBlockByNumber', 'pending')).toEqual(latest)
    const whole = Object(await ask('eth_getBlockByNumber', 'pending', true))
    expect(whole).toMatchObject({ number: '0x0', transactions: [] })
  })

  test('only filters of logs have logs', async () => {
    const ask = await start()
    const none = { code: -32700, message: 'filter not found' }
    const blocks = await ask('eth_newBlockFilter')
    await expect(ask('eth_getFilterLogs', blocks)).rejects.toMatchObject(none)
    expect(await ask('eth_getFilterChanges', blocks)).toEqual([])
    for (const method of ['eth_getFilterLogs', 'eth_getFilterChanges']) {
      await expect(ask(method, '0x99')).rejects.toMatchObject(none)
    }
  })

  test('a slot without a value is empty', async () => {
    const ask = await start()
    expect(await ask('eth_getStorageAt', POOR, SLOT)).toBe('0x')
    expect(await ask('evm_setAccountStorageAt', POOR, SLOT, DATA)).toBe(true)
    expect(await ask('eth_getStorageAt', POOR, SLOT)).toBe(DATA)
    expect(await ask('evm_setAccountStorageAt', POOR, SLOT, '0x')).toBe(true)
    expect(await ask('eth_getStorageAt', POOR, SLOT)).toBe('0x')
  })

  test('calls that cannot start or pay fail like code', async () => {
    const ask = await start()
    await ask('evm_setAccountCode', POOR, READER)
    const call = (fields: object) =>
      ask('eth_call', { from: alice.address, to: POOR, ...fields }, 'latest')
    expect(await call({ gasPrice: '0x1' })).toBe(word(0))
    expect(await call({ maxFeePerGas: '0xff', maxPriorityFeePerGas: '0xff' })).toBe(word(0))
    const error = (message: string) => ({ code: -32000, message: `${FAILED} ${message}` })
    await expect(call({ gasLimit: '0xf' })).rejects.toMatchObject(error('out of gas'))
    await expect(call({ gas: '0xf' })).rejects.toMatchObject(error('out of gas'))
    const much = call({ value: `0x${(10n ** 23n).toString(16)}` })
    await expect(much).rejects.toMatchObject(error('insufficient balance'))
    await expect(call({ gasPrice: '0x1', maxFeePerGas: '0xff' })).rejects.toThrow(
      /^both gasPrice and \(maxFeePerGas or maxPriorityFeePerGas\) specified$/,
    )
    const estimate = { from: POOR, to: bob.address, value: '0x1', gasPrice: '0x1' }
    expect(await ask('eth_estimateGas', estimate)).toBe('0x5208')
  })

  test('a filter needs no criterion', async () => {
    const ask = await start()
    const filter = await ask('eth_newFilter')
    expect(filter).toBe('0x1')
    expect(await ask('eth_getFilterChanges', filter)).toEqual([])
  })
})

describe('overrides of the state', () => {
  const overridden = async (fields: object) => {
    const ask = await start()
    await ask('evm_setAccountCode', POOR, READER)
    return ask('eth_call', { to: POOR }, 'latest', { [POOR]: fields })
  }
  const prefix = (value: string) =>
    `Cannot wrap string value "${value}" as a json-rpc type; strings must be prefixed with "0x".`
  const hex = (value: string) =>
    `Cannot wrap string value "${value}" as a json-rpc type; the input value contains an invalid hex character.`
  const NO_HEX = `0x${'noth'.repeat(16)}`

  test('take words', async () => {
    expect(await overridden({ stateDiff: { [SLOT]: DATA } })).toBe(DATA)
    expect(await overridden({ state: { [SLOT]: DATA }, balance: '', nonce: null })).toBe(DATA)
    expect(await overridden({ code: '' })).toBe('0x')
    expect(await overridden({ code: null, balance: null })).toBe(word(0))
  })

  test.each([
    [{ balance: '123' }, prefix('123')],
    [{ balance: {} }, 'Cannot wrap a "object" as a json-rpc type'],
    [{ balance: '0xa string' }, hex('0xa string')],
    [{ balance: -9 }, 'Cannot wrap a negative value as a json-rpc type'],
    [
      { balance: '0x' },
      'Cannot wrap "0x" as a json-rpc Quantity type; strings must contain at least one hexadecimal character.',
    ],
    [{ code: '123' }, prefix('123')],
    [{ code: '0xa string' }, hex('0xa string')],
    [{ code: -9 }, 'Cannot wrap a negative value as a json-rpc type'],
    [{ state: {}, stateDiff: {} }, 'both state and stateDiff overrides specified'],
    [{ stateDiff: { [SLOT]: null } }, 'StateDiff override data not valid. Received: null'],
    [{ stateDiff: { [SLOT]: '' } }, prefix('')],
    [{ stateDiff: { [SLOT]: {} } }, 'Cannot wrap a "object" as a json-rpc type'],
    [{ stateDiff: { [SLOT]: NO_HEX } }, hex(NO_HEX)],
    [
      { state: { [SLOT]: '0xbaddad42' } },
      'State override data must be a 64 character hex string. Received 8 character string.',
    ],
    [
      { stateDiff: { '0x': DATA } },
      'StateDiff override slot must be a 64 character hex string. Received 0 character string.',
    ],
    [{ state: { '123': DATA } }, prefix('123')],
    [{ state: { [NO_HEX]: DATA } }, hex(NO_HEX)],
  ])('%j is unreadable', async (fields, message) => {
    await expect(overridden(fields)).rejects.toMatchObject({ code: -32700, message })
  })
})
