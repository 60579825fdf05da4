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
  const node = await createNode({ ...executorOption, compat: 'anvil', ...options })
  nodes.push(node)
  return (method: string, ...params: readonly unknown[]) => node.request({ method, params })
}

const GWEI = 10n ** 9n
const quantity = (value: bigint | number) => `0x${value.toString(16)}`
const transfer = { from: alice.address, to: bob.address }
const UNKNOWN = `0x${'12'.repeat(32)}`

/** The expected values are those of Anvil 1.7.1. */
describe('anvil', () => {
  test('the default fee cap is the suggested price', async () => {
    const ask = await start({ noMining: true })
    const price = await ask('eth_gasPrice')
    expect(price).toBe(quantity(2n * GWEI))
    const sent = async (fields: object) =>
      Object(
        await ask(
          'eth_getTransactionByHash',
          await ask('eth_sendTransaction', { ...transfer, ...fields }),
        ),
      )
    const plain = { maxFeePerGas: price, maxPriorityFeePerGas: quantity(GWEI) }
    expect(await sent({})).toMatchObject(plain)
    const tip = '0x3e8'
    const tipped = await sent({ maxPriorityFeePerGas: tip })
    expect(tipped).toMatchObject({ maxFeePerGas: price, maxPriorityFeePerGas: tip })
    expect(await sent({ gasPrice: quantity(3n * GWEI) })).toMatchObject({ type: '0x0' })
    const filled = Object(await ask('eth_fillTransaction', transfer)).tx
    expect(filled).toMatchObject(plain)
    const greedy = ask('eth_sendTransaction', {
      ...transfer,
      maxPriorityFeePerGas: quantity(31n * GWEI),
    })
    await expect(greedy).rejects.toThrow('max priority fee per gas higher than max fee per gas')
  })

  test('before London only a price exists', async () => {
    const ask = await start({ hardfork: 'berlin' })
    const hash = await ask('eth_sendTransaction', transfer)
    expect(await ask('eth_getTransactionByHash', hash)).toMatchObject({ type: '0x0' })
  })

  test('a creation may be empty, and several share a block', async () => {
    const ask = await start({ noMining: true })
    const sent = [
      await ask('eth_sendTransaction', { from: alice.address }),
      await ask('eth_sendTransaction', { from: alice.address, data: '0x' }),
    ]
    await ask('anvil_mine', '0x1', '0x0')
    const block = await ask('eth_getBlockByNumber', 'latest', false)
    expect(block).toMatchObject({ transactions: sent })
    const receipt = Object(await ask('eth_getTransactionReceipt', sent[0]))
    expect(receipt.status).toBe('0x1')
    expect(await ask('eth_getCode', receipt.contractAddress)).toBe('0x')
  })

  test('the zero address is the coinbase; safe and finalized are 32 and 64 blocks behind', async () => {
    const ask = await start()
    await ask('anvil_mine', '0x64')
    const block = async (ref: string) => Object(await ask('eth_getBlockByNumber', ref, false))
    expect(await block('latest')).toMatchObject({ number: '0x64', miner: ZERO_ADDRESS })
    expect(await block('safe')).toMatchObject({ number: quantity(100 - 32) })
    expect(await block('finalized')).toMatchObject({ number: quantity(100 - 64) })
  })

  test('the node info has the suggested price and the name of the fork', async () => {
    const ask = await start()
    const info = await ask('anvil_nodeInfo')
    expect(info).toMatchObject({ hardFork: 'Prague', environment: { gasPrice: '0x77359400' } })
    expect(info).toMatchObject({ environment: { baseFee: '0x3b9aca00' } })
  })

  test('the pending block has a hash and places', async () => {
    const ask = await start({ noMining: true })
    await ask('eth_sendTransaction', transfer)
    const block = Object(await ask('eth_getBlockByNumber', 'pending', true))
    expect(block).toMatchObject({ number: '0x1', nonce: '0x0000000000000000' })
    expect(block.hash).toMatch(/^0x[0-9a-f]{64}$/)
    const place = { blockHash: block.hash, blockNumber: '0x1', transactionIndex: '0x0' }
    expect(block.transactions).toMatchObject([place])
    expect(await ask('eth_getBlockByNumber', '0x9', false)).toBeNull()
  })

  test('the unknown has no traces', async () => {
    const ask = await start()
    expect(await ask('trace_transaction', UNKNOWN)).toEqual([])
    expect(await ask('trace_block', '0x9')).toEqual([])
    const hash = await ask('eth_sendTransaction', transfer)
    expect(await ask('trace_transaction', hash)).toHaveLength(1)
  })

  test('times before the newest block and malformed transactions are invalid', async () => {
    const ask = await start({ deterministic: true })
    const { timestamp } = Object(await ask('eth_getBlockByNumber', 'latest', false))
    const past = Number(timestamp) - 1
    const error = {
      code: -32602,
      message: `Timestamp error: ${past} is lower than previous block's timestamp`,
    }
    await expect(ask('evm_mine', past)).rejects.toMatchObject(error)
    await expect(ask('evm_mine', { timestamp: past })).rejects.toMatchObject(error)
    await expect(ask('evm_setNextBlockTimestamp', past)).rejects.toMatchObject(error)
    expect(await ask('eth_blockNumber')).toBe('0x0')
    await ask('evm_mine', Number(timestamp))
    expect(await ask('eth_blockNumber')).toBe('0x1')
    await expect(ask('eth_sendRawTransaction', '0x02c0')).rejects.toMatchObject({
      code: -32602,
      message: 'Failed to decode transaction',
    })
    const large = { from: alice.address, data: `0x${'00'.repeat(49_153)}`, gas: '0x1000000' }
    await expect(ask('eth_sendTransaction', large)).rejects.toMatchObject({
      code: -32003,
      message: 'max initcode size exceeded',
    })
  })
})

test('a tip alone completes to a fee cap above the base fee', async () => {
  const ask = await start({ compat: 'rockpool' })
  const hash = await ask('eth_sendTransaction', { ...transfer, maxPriorityFeePerGas: '0x3e8' })
  const sent = Object(await ask('eth_getTransactionByHash', hash))
  expect(BigInt(sent.maxFeePerGas)).toBeGreaterThan(GWEI)
  expect(sent).toMatchObject({ maxPriorityFeePerGas: '0x3e8', gas: '0x5208', blockNumber: '0x1' })
})
