import assert from 'node:assert/strict'
import { parseAbi, parseEther, zeroAddress } from 'viem'
import { simulateBlocks, simulateCalls } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { specimen } from '../../support/clients/specimen.ts'
import { alice, bob, startWithViem, type ViemSetup } from '../../support/clients/viemSetup.ts'

let setup: ViemSetup
beforeAll(async () => {
  setup = await startWithViem()
})
afterAll(() => setup.close())

const stranger = `0x${'5'.repeat(40)}` as const
const ether = `0x${'e'.repeat(40)}`
const { abi } = specimen

test('simulateBlocks decodes blocks, results, logs and errors', async () => {
  const { client } = setup
  const to = await setup.deploy()
  const before = await client.getBlock()
  const [first, second] = await simulateBlocks(client, {
    blocks: [
      {
        stateOverrides: [{ address: stranger, balance: parseEther('2') }],
        calls: [
          { account: stranger, to: bob.address, value: parseEther('1') },
          { account: stranger, to, abi, functionName: 'setNumber', args: [40n] },
          { account: stranger, to, abi, functionName: 'add', args: [2n] },
        ],
      },
      {
        blockOverrides: { time: before.timestamp + 100n, baseFeePerGas: 0n },
        calls: [
          { to, abi, functionName: 'number' },
          { to, abi, functionName: 'readBlock' },
          { to, abi, functionName: 'failWithReason', args: ['not today'] },
          { to, abi, functionName: 'failWithCustomError', args: [9n] },
        ],
      },
    ],
    traceTransfers: true,
    returnFullTransactions: true,
  } as Parameters<typeof simulateBlocks>[1])
  assert(first !== undefined && second !== undefined)
  expect(first).toMatchObject({
    number: before.number + 1n,
    parentHash: before.hash,
    timestamp: before.timestamp + 12n,
    baseFeePerGas: 0n,
    gasLimit: before.gasLimit,
    transactions: [
      { from: stranger, nonce: 0, value: parseEther('1'), type: 'eip1559' },
      { nonce: 1, blockHash: first.hash, transactionIndex: 1 },
      { nonce: 2 },
    ],
  })
  const [paid, set] = first.calls
  expect(paid).toMatchObject({ status: 'success', gasUsed: 21_000n, maxUsedGas: 21_000n })
  expect(paid?.logs).toMatchObject([{ address: ether, blockNumber: first.number, logIndex: 0 }])
  expect(set?.logs).toMatchObject([{ address: to, blockHash: first.hash, logIndex: 1 }])
  const [number, block, reason, custom] = second.calls
  expect(number).toMatchObject({ status: 'success', result: 42n })
  expect(block).toMatchObject({
    result: { number: second.number, timestamp: before.timestamp + 100n },
  })
  expect(reason?.error?.message).toContain('not today')
  expect(custom?.error?.message).toContain('OutOfRange')
  expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(before.number)
})

test('simulateCalls reports changes of balances, also of native tokens', async () => {
  const { client, local } = setup
  const pointer = '0x000000000000000000000000000000000000100b'
  const pointerAbi = parseAbi([
    'function addNativePointer(string) payable returns (address)',
    'function transfer(address, uint256) returns (bool)',
  ])
  const args = ['uatom'] as const
  const call = {
    address: pointer,
    abi: pointerAbi,
    functionName: 'addNativePointer',
    args,
  } as const
  const { result: token } = await client.simulateContract({ ...call, account: alice })
  await local.writeContract(call)
  const { assetChanges, results } = await simulateCalls(client, {
    account: alice.address,
    calls: [
      { to: bob.address, value: parseEther('1.5') },
      { to: token, abi: pointerAbi, functionName: 'transfer', args: [bob.address, 7n] },
    ],
    traceAssetChanges: true,
  })
  expect(results).toMatchObject([{ status: 'success' }, { status: 'success', result: true }])
  expect(assetChanges).toMatchObject([
    { token: { address: ether, symbol: 'ETH' }, value: { diff: parseEther('-1.5') } },
    { token: { address: token.toLowerCase() }, value: { diff: -7n } },
  ])
})

test('errors map to those of viem', async () => {
  const { client } = setup
  const calls = [{ account: stranger, to: zeroAddress, value: 1n }]
  await expect(simulateBlocks(client, { blocks: [{ calls }] })).rejects.toMatchObject({
    name: 'InsufficientFundsError',
  })
  const validated = {
    blocks: [{ calls: [{ account: stranger, to: zeroAddress, nonce: 5 }] }],
    validation: true,
  }
  await expect(simulateBlocks(client, validated)).rejects.toMatchObject({
    name: 'NonceTooHighError',
  })
})
