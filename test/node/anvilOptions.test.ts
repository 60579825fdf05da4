import { setTimeout as delay } from 'node:timers/promises'
import { Wallet } from 'ethers'
import { afterEach, describe, expect, test } from 'vitest'
import { createNode, type NodeOptions, type RockpoolNode } from '../../src/index.ts'
import { executorOption } from '../support/executor.ts'

const open: RockpoolNode[] = []
afterEach(async () => {
  for (const node of open.splice(0)) await node.close()
})

async function start(options: NodeOptions = {}): Promise<RockpoolNode> {
  const node = await createNode({ ...executorOption, ...options })
  open.push(node)
  return node
}

/**
 * Creates a contract that is `size` zero bytes, by init code with as many bytes more as asked for.
 */
async function deploy(node: RockpoolNode, size: number, padding = 0) {
  const [from] = (await node.request({ method: 'eth_accounts' })) as string[]
  // PUSH3 size, PUSH0, RETURN
  const data = `0x62${size.toString(16).padStart(6, '0')}5ff3${'00'.repeat(padding)}`
  const sent = await node
    .request({ method: 'eth_sendTransaction', params: [{ from, data, gas: '0x2faf080' }] })
    .catch((error: Error) => error.message)
  if (typeof sent === 'string' && !sent.startsWith('0x')) return sent
  const receipt = await node.request({ method: 'eth_getTransactionReceipt', params: [sent] })
  return (receipt as { status: string }).status
}

describe('the size of code', () => {
  test.each([
    [{}, 24_576, 24_577, 49_146],
    [{ codeSizeLimit: 100 }, 100, 101, 194],
    [{ codeSizeLimit: 30_000 }, 30_000, 30_001, 59_994],
  ])('%o allows %i bytes and not %i', async (options, most, tooMany, padding) => {
    const node = await start(options)
    expect(await deploy(node, most)).toBe('0x1')
    expect(await deploy(node, tooMany)).toBe('0x0')
    // Six bytes of the init code are its code.
    expect(await deploy(node, 0, padding)).toBe('0x1')
    expect(await deploy(node, 0, padding + 1)).toMatch(/max initcode size exceeded/)
  })

  test('is unlimited without a limit', async () => {
    const node = await start({ disableCodeSizeLimit: true, codeSizeLimit: 1 })
    expect(await deploy(node, 100_000, 100_000)).toBe('0x1')
  })
})

test('a block without a gas limit accepts 63-bit gas', async () => {
  const node = await start({ disableBlockGasLimit: true, gasLimit: 1 })
  const block = await node.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
  expect(block).toMatchObject({ gasLimit: '0x7fffffffffffffff' })
  expect(await deploy(node, 1)).toBe('0x1')
})

test('the gas price is the configured one, but at least the next base fee', async () => {
  const price = async (node: RockpoolNode) => node.request({ method: 'eth_gasPrice' })
  expect(await price(await start({ gasPrice: 5_000_000_000n }))).toBe('0x12a05f200')
  expect(await price(await start({ gasPrice: 1 }))).toBe('0x3b9aca00')
})

describe('accounts', () => {
  const address = `0x${'ab'.repeat(20)}`
  const other = `0x${'cd'.repeat(20)}`
  const balanceOf = (node: RockpoolNode, account: string) =>
    node.request({ method: 'eth_getBalance', params: [account, 'latest'] })

  test('are funded besides the development accounts', async () => {
    const node = await start({ fundAccounts: `${address}:1.5,${other}`, accounts: 1, balance: 7 })
    expect(await balanceOf(node, address)).toBe(`0x${(15n * 10n ** 17n).toString(16)}`)
    expect(await balanceOf(node, other)).toBe(`0x${(7n * 10n ** 18n).toString(16)}`)
    expect(await node.request({ method: 'eth_accounts' })).toHaveLength(1)
  })

  test('are rejected if invalid', async () => {
    await expect(start({ fundAccounts: ['0x12:1'] })).rejects.toThrow('not an address: "0x12"')
    await expect(start({ fundAccounts: [`${other}:x`] })).rejects.toThrow(
      'must be an amount of coins',
    )
  })

  test('of a random mnemonic differ each time', async () => {
    const [first, second] = await Promise.all(
      [0, 1].map(async () => {
        const node = await start({ mnemonicRandom: 24, accounts: 1 })
        const [account = ''] = (await node.request({ method: 'eth_accounts' })) as string[]
        expect(await balanceOf(node, account)).toBe(`0x${(10n ** 22n).toString(16)}`)
        return account
      }),
    )
    expect(first).not.toBe(second)
    await expect(start({ mnemonicRandom: 13 })).rejects.toThrow('must be one of 12, 15, 18, 21, 24')
    await expect(start({ mnemonicRandom: 12, deterministic: true })).rejects.toThrow(
      'contradicts --deterministic',
    )
  })
})

describe('a deterministic node', () => {
  const key = `0x${'11'.repeat(32)}`

  /** Everything that a run makes: blocks, receipts, ids. */
  async function run() {
    const wallet = new Wallet(key)
    const node = await start({ deterministic: true, fundAccounts: wallet.address })
    const ask = (method: string, ...params: unknown[]) => node.request({ method, params })
    const ids = [
      await ask('eth_newBlockFilter'),
      await ask('eth_newFilter', {}),
      await ask('eth_subscribe', 'newHeads'),
      await ask('evm_snapshot'),
    ]
    const [from, to] = (await ask('eth_accounts')) as string[]
    await ask('eth_sendTransaction', { from, to, value: '0x1' })
    await delay(20)
    await ask('evm_increaseTime', 3600)
    await ask('evm_mine')
    const signed = await wallet.signTransaction({
      ...{ to: to ?? '', nonce: 0, gasLimit: 21_000, chainId: 713_714 },
      ...{ maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n, type: 2 },
    })
    await ask('eth_sendRawTransaction', signed)
    const pending = await ask('eth_getBlockByNumber', 'pending', true)
    const blocks = []
    for (const number of ['0x0', '0x1', '0x2', '0x3']) {
      blocks.push(await ask('eth_getBlockByNumber', number, true))
    }
    return { ids, blocks, pending }
  }

  test('produces the same hashes, timestamps and ids in every run', async () => {
    const first = await run()
    // In another second of the clock.
    await delay(1100 - (Date.now() % 1000))
    expect(await run()).toEqual(first)
    const times = first.blocks.map((block) => Number((block as { timestamp: string }).timestamp))
    const [start = 0] = times
    expect(times).toEqual([start, start + 1, start + 3601, start + 3602])
    expect(new Set(first.ids).size).toBe(4)
  })

  test('does not use the clock for blocks', async () => {
    await expect(start({ deterministic: true, blockTime: 1 })).rejects.toThrow(
      'contradicts --block-time',
    )
  })
})
