import { Transaction } from 'ethers'
import { getContractAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { createNode } from '../../src/index.ts'
import { executorOption } from '../support/executor.ts'

const DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/**
 * The transaction that its authors published:
 * https://github.com/Arachnid/deterministic-deployment-proxy.
 */
const PUBLISHED =
  '0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222'

async function withNode<T>(
  options: Parameters<typeof createNode>[0],
  run: (ask: (method: string, ...params: unknown[]) => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const node = await createNode({ ...executorOption, ...options })
  try {
    return await run((method, ...params) => node.request({ method, params }))
  } finally {
    await node.close()
  }
}

describe('the CREATE2 deployer of the development chain', () => {
  test('matches the result of the published transaction', async () => {
    const { from: signer, data } = Transaction.from(PUBLISHED)
    expect(getContractAddress({ from: signer as typeof DEPLOYER, nonce: 0n })).toBe(DEPLOYER)
    await withNode({}, async (ask) => {
      const code = await ask('eth_call', { from: ALICE, data }, 'latest')
      expect(code).toHaveLength(2 + 2 * 69)
      expect(await ask('eth_getCode', DEPLOYER, 'latest')).toBe(code)
      for (const address of [DEPLOYER, signer]) {
        expect(await ask('eth_getTransactionCount', address, 'latest')).toBe('0x1')
        expect(await ask('eth_getBalance', address, 'latest')).toBe('0x0')
      }
    })
  })

  test('deploys to the address that clients compute', async () => {
    const salt = `0x${'5a'.repeat(32)}` as const
    const bytecode = '0x6001600c60003960016000f300'
    const to = getContractAddress({ opcode: 'CREATE2', from: DEPLOYER, salt, bytecode })
    await withNode({ accounts: 1 }, async (ask) => {
      const data = `${salt}${bytecode.slice(2)}`
      expect(await ask('eth_call', { to: DEPLOYER, data }, 'latest')).toBe(to.toLowerCase())
      const hash = await ask('eth_sendTransaction', { from: ALICE, to: DEPLOYER, data })
      expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
      expect(await ask('eth_getCode', to, 'latest')).toBe('0x00')
    })
  })

  test('is absent in a genesis without it', async () => {
    await withNode({ genesis: { alloc: {} } }, async (ask) => {
      expect(await ask('eth_getCode', DEPLOYER, 'latest')).toBe('0x')
    })
  })
})
