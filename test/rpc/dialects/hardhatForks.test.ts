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
  const node = await createNode({ ...executorOption, ...options })
  nodes.push(node)
  return (method: string, ...params: readonly unknown[]) => node.request({ method, params })
}

/** Hardhat's advice, of both errors. */
const OF_BERLIN =
  "\n\nYou can use them by running Hardhat Network with 'hardfork' BERLIN or later.\n        "
const NO_FEE_MARKET = {
  code: -32602,
  message:
    'EIP-1559 style fee params (maxFeePerGas or maxPriorityFeePerGas) received but they are not supported by the current hardfork',
}
const NO_ACCESS_LISTS = {
  code: -32602,
  message: `Access list received but is not supported by the current hardfork. ${OF_BERLIN}`,
}
const transfer = { from: alice.address, to: bob.address, gas: '0x5208' }
const GWEI = '0x3b9aca00'
const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const feeFields = [
  { maxFeePerGas: GWEI },
  { maxPriorityFeePerGas: '0x0' },
  { maxFeePerGas: GWEI, maxPriorityFeePerGas: '0x1' },
]

describe('fields of EIP-1559 before London', () => {
  test.each(feeFields)('%j: no node makes a transaction of them', async (fields) => {
    const ask = await start({ hardfork: 'berlin' })
    for (const method of ['eth_sendTransaction', 'eth_signTransaction', 'eth_fillTransaction']) {
      await expect(ask(method, { ...transfer, ...fields })).rejects.toMatchObject(NO_FEE_MARKET)
    }
    expect(await ask('eth_blockNumber')).toBe('0x0')
  })

  test('from London on, and a gas price before it, are taken', async () => {
    const ask = await start({ hardfork: 'london' })
    for (const fields of feeFields) await ask('eth_sendTransaction', { ...transfer, ...fields })
    const berlin = await start({ hardfork: 'berlin' })
    for (const fields of [{}, { gasPrice: '0x77359400' }]) {
      const hash = await berlin('eth_sendTransaction', { ...transfer, ...fields })
      expect(await berlin('eth_getTransactionByHash', hash)).toMatchObject({ type: '0x0' })
    }
  })
})

/** The rule of validate_transaction_spec in edr_provider/src/requests/validation.rs. */
describe.each(['hardhat2', 'hardhat3'] as const)('%s', (compat) => {
  const methods = ['eth_call', 'eth_estimateGas', 'eth_sendTransaction']

  test.each([
    ['istanbul', [{ accessList: [] }], NO_ACCESS_LISTS],
    ['istanbul', feeFields, { ...NO_FEE_MARKET, message: `${NO_FEE_MARKET.message}.${OF_BERLIN}` }],
    ['berlin', feeFields, { ...NO_FEE_MARKET, message: `${NO_FEE_MARKET.message}.${OF_BERLIN}` }],
  ] as const)('%s has no %j', async (hardfork, variants, error) => {
    const ask = await start({ compat, hardfork })
    for (const fields of variants) {
      for (const method of methods) {
        await expect(ask(method, { ...transfer, ...fields })).rejects.toMatchObject(error)
      }
    }
  })

  test.each([
    ['istanbul', 'eip2930', NO_ACCESS_LISTS.message],
    ['istanbul', 'eip1559', NO_ACCESS_LISTS.message],
    [
      'berlin',
      'eip1559',
      "Trying to send an EIP-1559 transaction but they are not supported by the current hard fork.You can use them by running Hardhat Network with 'hardfork' BERLIN or later.",
    ],
    [
      'cancun',
      'eip7702',
      'The transaction contains EIP-7702 parameters, but they are not supported by the current hardfork: CANCUN. Use the Prague hardfork (or later).',
    ],
  ] as const)('on %s, raw transactions of type %s', async (hardfork, type, message) => {
    const ask = await start({ compat, hardfork, chainId: 31337 })
    const fields = { chainId: 31337, nonce: 0, gas: 50_000n, to: bob.address, type }
    const signed = await signer.signTransaction(
      type === 'eip2930'
        ? { ...fields, type, gasPrice: 10n ** 10n }
        : type === 'eip1559'
          ? { ...fields, type, maxFeePerGas: 10n ** 10n }
          : { ...fields, type, maxFeePerGas: 10n ** 10n, authorizationList: [] },
    )
    await expect(ask('eth_sendRawTransaction', signed)).rejects.toMatchObject({
      code: -32602,
      message,
    })
  })

  test('a transaction below the least price that was set waits', async () => {
    const ask = await start({ compat, hardfork: 'berlin', noMining: true })
    const send = (from: string, gasPrice: string) =>
      ask('eth_sendTransaction', { ...transfer, from, gasPrice })
    const [low, high] = [await send(alice.address, '0xa'), await send(bob.address, '0x14')]
    await ask('hardhat_setMinGasPrice', '0xf')
    expect(await ask('eth_getBlockByNumber', 'pending', false)).toMatchObject({
      transactions: [high],
    })
    await ask('evm_mine')
    const mined = async () =>
      Object(await ask('eth_getBlockByNumber', 'latest', false)).transactions
    expect(await mined()).toEqual([high])
    expect(await ask('eth_pendingTransactions')).toMatchObject([{ hash: low }])
    await ask('hardhat_setMinGasPrice', '0xa')
    await ask('evm_mine')
    expect(await mined()).toEqual([low])
  })

  test('absent fields and those of the fork are taken', async () => {
    const ask = await start({ compat, hardfork: 'berlin' })
    const request = { ...transfer, gas: '0x7530', accessList: [], maxFeePerGas: null }
    for (const method of methods) await ask(method, request)
    expect(await ask('eth_blockNumber')).toBe('0x1')
  })
})
