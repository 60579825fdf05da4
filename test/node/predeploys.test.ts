import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createPublicClient, custom, getAddress } from 'viem'
import { expect, test } from 'vitest'
import { createNode } from '../../src/index.ts'
import { executorOption } from '../support/executor.ts'

const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const account = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

test('multicall3 answers at its usual address', async () => {
  const node = await createNode({ ...executorOption, predeploy: ['multicall3'] })
  const client = createPublicClient({ transport: custom(node) })
  const getEthBalance = {
    abi: [
      {
        ...{ type: 'function', name: 'getEthBalance', stateMutability: 'view' },
        inputs: [{ name: 'addr', type: 'address' }],
        outputs: [{ name: 'balance', type: 'uint256' }],
      },
    ],
    address: MULTICALL3,
    functionName: 'getEthBalance',
    args: [getAddress(account)],
  } as const
  const results = await client.multicall({
    contracts: [getEthBalance, getEthBalance],
    multicallAddress: MULTICALL3,
  })
  const result = { status: 'success', result: 10_000n * 10n ** 18n }
  expect(results).toEqual([result, result])
  await node.close()
})

test('a contract of the genesis file keeps its code, an account its balance', async () => {
  const alloc = { [MULTICALL3]: { code: '0x00', nonce: 5 } }
  const node = await createNode({ genesis: { alloc }, predeploy: ['multicall3'] })
  expect(await node.request({ method: 'eth_getCode', params: [MULTICALL3] })).toBe('0x00')
  await node.close()
  const rich = { [MULTICALL3]: { balance: '0x5' } }
  const other = await createNode({ genesis: { alloc: rich }, predeploy: 'multicall3' as never })
  expect(await other.request({ method: 'eth_getBalance', params: [MULTICALL3] })).toBe('0x5')
  const code = await other.request({ method: 'eth_getCode', params: [MULTICALL3] })
  expect(String(code).length).toBeGreaterThan(1_000)
  await other.close()
})

test('an unknown name is refused', async () => {
  const node = createNode({ predeploy: ['multicall4'] })
  await expect(node).rejects.toThrow(/predeploy.*multicall3/)
})

test('the code is what the constructor of the package returns', async () => {
  const source = new URL('../../node_modules/viem/_esm/constants/contracts.js', import.meta.url)
  const { multicall3Bytecode } = await import(source.href)
  const node = await createNode({ ...executorOption, predeploy: ['multicall3'] })
  const created = await node.request({ method: 'eth_call', params: [{ data: multicall3Bytecode }] })
  expect(await node.request({ method: 'eth_getCode', params: [MULTICALL3] })).toBe(created)
  await node.close()
})

test('the file is the one that its script writes', () => {
  const path = new URL('../../genesis/predeploys.json', import.meta.url)
  const before = readFileSync(path, 'utf8')
  execFileSync(process.execPath, [
    new URL('../../scripts/writePredeploys.js', import.meta.url).pathname,
  ])
  expect(readFileSync(path, 'utf8')).toBe(before)
})
