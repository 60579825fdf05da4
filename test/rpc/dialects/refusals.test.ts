import { afterEach, describe, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../src/index.ts'
import { alice, bob } from '../../support/accounts.ts'
import { executorOption } from '../../support/executor.ts'

const nodes: RockpoolNode[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})

async function start(options: Parameters<typeof createNode>[0]) {
  const node = await createNode({ ...executorOption, ...options })
  nodes.push(node)
  return (method: string, ...params: readonly unknown[]) => node.request({ method, params })
}

const transfer = { from: alice.address, to: bob.address, gas: '0x5208' }
const refusal = (message: string, code = -32000) => ({ code, message })

describe.each(['hardhat2', 'hardhat3'] as const)('%s, in the words of the release', (compat) => {
  test('with automine no transaction waits', async () => {
    const ask = await start({ compat })
    const early = ask('eth_sendTransaction', { ...transfer, nonce: '0x2' })
    await expect(early).rejects.toMatchObject(
      refusal(
        "Nonce too high. Expected nonce to be 0 but got 2. Note that transactions can't be queued when automining.",
      ),
    )
    const cheap = ask('eth_sendTransaction', { ...transfer, gasPrice: '0x1' })
    await expect(cheap).rejects.toThrow(/is too low for the next block/)
  })

  test('without automine a transaction waits for its nonce and its base fee', async () => {
    const ask = await start({ compat, noMining: true })
    const early = await ask('eth_sendTransaction', { ...transfer, nonce: '0x1' })
    const cheap = { ...transfer, gasPrice: '0x1', nonce: '0x0' }
    const hash = await ask('eth_sendTransaction', cheap)
    await expect(ask('eth_sendTransaction', cheap)).rejects.toMatchObject(
      refusal(`Known transaction: ${hash}`),
    )
    await ask('evm_mine')
    expect(await ask('eth_blockNumber')).toBe('0x1')
    expect(await ask('eth_getTransactionReceipt', hash)).toBeNull()
    await ask('hardhat_setNextBlockBaseFeePerGas', '0x1')
    await ask('evm_mine')
    const block = await ask('eth_getBlockByNumber', 'latest', false)
    expect(block).toMatchObject({ transactions: [hash, early] })
  })

  test('nonces, storage, minimum prices and times', async () => {
    const ask = await start({ compat, deterministic: true })
    await ask('hardhat_setNonce', bob.address, '0x5')
    await expect(ask('hardhat_setNonce', bob.address, '0x4')).rejects.toMatchObject(
      refusal('New nonce (4) must not be smaller than the existing nonce (5)'),
    )
    await expect(ask('hardhat_setStorageAt', bob.address, '0x0', '0x0102')).rejects.toMatchObject(
      refusal(
        'Storage value must be exactly 32 bytes long. Received 0x0102, which is 2 bytes long.',
      ),
    )
    await expect(ask('hardhat_setMinGasPrice', '0x1')).rejects.toMatchObject(
      refusal('hardhat_setMinGasPrice is not supported when EIP-1559 is active'),
    )
    const { timestamp } = Object(await ask('eth_getBlockByNumber', 'latest', false))
    const now = Number(timestamp)
    const late = `Timestamp ${now - 1} is lower than the previous block's timestamp ${now}`
    await expect(ask('evm_mine', now - 1)).rejects.toMatchObject(refusal(late))
    expect(await ask('evm_mine', now)).toBe('0')
    await expect(ask('evm_setNextBlockTimestamp', now + 1)).rejects.toMatchObject(
      refusal(
        `Timestamp ${now + 1} is equal to the previous block's timestamp. Enable the 'allowBlocksWithSameTimestamp' option to allow this`,
      ),
    )
    await ask('evm_setAutomine', false)
    await ask('eth_sendTransaction', transfer)
    await expect(ask('hardhat_setNonce', bob.address, '0x7')).rejects.toMatchObject(
      refusal('Cannot set account nonce when the transaction pool is not empty', -32603),
    )
  })

  test('fee histories, filters and chain ids', async () => {
    const ask = await start({ compat, chainId: 31337 })
    const history = (count: string, percentiles: readonly number[]) =>
      ask('eth_feeHistory', count, 'latest', percentiles)
    await expect(history('0x0', [])).rejects.toMatchObject(
      refusal('blockCount should be at least 1'),
    )
    await expect(history('0x401', [])).rejects.toMatchObject(
      refusal('blockCount should be at most 1024'),
    )
    await expect(history('0x1', [101])).rejects.toMatchObject(
      refusal(
        'The reward percentile number 1 is invalid. It must be a float between 0 and 100, but is 101 instead.',
      ),
    )
    await expect(history('0x1', [5, 1])).rejects.toThrow(/non-decreasing order/)
    expect(await ask('eth_getFilterChanges', '0x99')).toBeNull()
    expect(await ask('eth_getFilterLogs', '0x99')).toBeNull()
    await expect(ask('eth_sendTransaction', { ...transfer, chainId: '0x1' })).rejects.toMatchObject(
      refusal('Invalid chainId 1 provided, expected 31337 instead.', -32602),
    )
  })
})

describe('ganache', () => {
  test.each([
    ['0x600056', 'invalid JUMP'],
    ['0x01', 'stack underflow'],
    ['0x5b6001600056', 'stack overflow'],
    ['0x0c', 'invalid opcode'],
    ['0x6001600060003e', 'out of gas'],
    ['0x6160016000f3', 'code size to deposit exceeds maximum code size'],
    ['0x60ef60005360016000f3', 'invalid EOF format'],
  ])('words the failure of %s', async (data, words) => {
    const ask = await start({ compat: 'ganache' })
    await expect(ask('eth_call', { from: alice.address, data })).rejects.toMatchObject(
      refusal(`VM Exception while processing transaction: ${words}`),
    )
  })

  /** Reverts without data. */
  const failing = { from: alice.address, data: '0x5f5ffd' }

  test('sends of transactions that fail return the hash, also without gas', async () => {
    const ask = await start({ compat: 'ganache' })
    for (const request of [failing, { ...failing, gas: '0x186a0' }]) {
      const hash = await ask('eth_sendTransaction', request)
      expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x0' })
    }
  })

  test('with vmErrorsOnRpcResponse they are errors, and mined', async () => {
    const ask = await start({ compat: 'ganache', vmErrorsOnRpcResponse: true })
    const error = await Promise.resolve(ask('eth_sendTransaction', failing)).catch((e) => e)
    const { transactions } = Object(await ask('eth_getBlockByNumber', '0x1'))
    expect(error).toMatchObject({
      ...refusal('VM Exception while processing transaction: revert'),
      data: { hash: transactions[0], result: transactions[0], reason: null, message: 'revert' },
    })
  })

  test('an account without a key', async () => {
    const ask = await start({ compat: 'ganache' })
    const from = `0x${'77'.repeat(20)}`
    await expect(ask('eth_sendTransaction', { ...transfer, from })).rejects.toMatchObject({
      code: -32700,
      message: 'sender account not recognized',
    })
  })
})
