import { encodeFunctionData, numberToHex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { parseAddress } from '../../../../src/primitives/address.ts'
import { toQuantity } from '../../../../src/primitives/encoding/hex.ts'
import { alice, bob, carol } from '../../../support/accounts.ts'
import { mixedBlock, mixedChain, POINTER } from '../../../support/chain/legacyBlocks.ts'
import { topicOf } from '../../../support/chain/logs.ts'
import { signed, testChain } from '../../../support/chain.ts'
import { nativeTx, sendTo } from '../../../support/native/native.ts'
import { rpcOf } from '../../../support/rpc/rpc.ts'

const synthetic = { logs: 2, isTransfer: false, fails: false }
const emission = { emits: 1 }

/** Makes contracts that stand for denominations. */
const POINTER_PRECOMPILE = parseAddress('0x000000000000000000000000000000000000100b')
const abi = parseAbi(['function addNativePointer(string token) payable returns (address)'])

test('filters report synthetic logs, and their removal after a revert', async () => {
  const { chain, append } = await mixedChain()
  const ask = rpcOf(chain)
  await append(await mixedBlock(chain, [emission, synthetic]))
  const snapshot = await chain.snapshots.take()
  const all = await ask<string>('native_newFilter', {})
  const pointers = await ask<string>('native_newFilter', { address: POINTER })
  const seconds = await ask<string>('native_newFilter', { topics: [topicOf(1)] })
  const blocks = await ask<string>('native_newBlockFilter')
  const evm = await ask<string>('eth_newFilter', {})
  const filters = [all, pointers, seconds]
  const changes = (id: string) => ask('native_getFilterChanges', id)
  for (const id of [...filters, blocks]) expect(await changes(id)).toEqual([])

  await append(await mixedBlock(chain, [synthetic, emission]))
  const { hash: blockHash, native, transactions } = chain.blocks.latest
  const [transactionHash, evmHash] = [native[0]?.transaction.hash, transactions[0]?.hash]
  const place = { blockHash, transactionHash, transactionIndex: '0x0' }
  const first = { ...place, address: POINTER, logIndex: '0x0', topics: [topicOf(0)] }
  const second = { ...place, address: POINTER, logIndex: '0x1', topics: [topicOf(1)] }
  const third = { transactionHash: evmHash, transactionIndex: '0x1', logIndex: '0x2' }
  const wanted = [[first, second, third], [first, second], [second]]
  const told = wanted.map((logs) => logs.map((log) => ({ ...log, removed: false })))
  for (const [i, id] of filters.entries()) expect(await changes(id)).toMatchObject(told[i] ?? [])
  for (const id of filters) expect(await changes(id)).toEqual([])
  expect(await changes(blocks)).toEqual([blockHash])
  expect(await ask('eth_getFilterChanges', evm)).toMatchObject([
    { transactionHash: evmHash, transactionIndex: '0x0', logIndex: '0x0' },
  ])
  const everything = await ask('native_getLogs', { fromBlock: '0x0' })
  expect(everything).toHaveLength(6)
  expect(await ask('native_getFilterLogs', all)).toEqual(everything)

  expect(await chain.snapshots.revert(snapshot)).toBe(true)
  const gone = wanted.map((logs) => logs.map((log) => ({ ...log, removed: true })))
  for (const [i, id] of filters.entries()) expect(await changes(id)).toMatchObject(gone[i] ?? [])
  expect(await ask('native_getFilterLogs', pointers)).toMatchObject([
    { blockNumber: '0x1', transactionIndex: '0x1', logIndex: '0x1' },
    { blockNumber: '0x1', transactionIndex: '0x1', logIndex: '0x2' },
  ])
  await chain.close()
})

test('transfers of a denomination with a pointer are synthetic logs', async () => {
  const chain = testChain()
  const ask = rpcOf(chain)
  const call = encodeFunctionData({ abi, args: ['usei'] })
  const data = Buffer.from(call.slice(2), 'hex')
  await chain.pool.submit(signed(alice, { to: POINTER_PRECOMPILE, data, gasLimit: 3_000_000n }))
  const snapshot = await chain.snapshots.take()
  const filter = await ask('native_newFilter', {})
  const evm = await ask('eth_newFilter', {})
  const transaction = await nativeTx(chain, alice, [
    sendTo(alice, bob, 7n),
    sendTo(alice, carol, 9n),
  ])
  await chain.pool.submitNative(transaction)
  const transactionHash = transaction.hash
  const wanted = [7n, 9n].map((amount, i) => ({
    transactionHash,
    transactionIndex: '0x0',
    logIndex: toQuantity(i),
    data: numberToHex(amount, { size: 32 }),
    removed: false,
  }))
  expect(await ask('native_getFilterChanges', filter)).toMatchObject(wanted)
  expect(await ask('native_getLogs', {})).toMatchObject(wanted)
  expect(await ask('native_getTransactionReceipt', transactionHash)).toMatchObject({
    from: alice.address,
    type: '0xffffffff',
    logs: wanted,
  })
  const value = toQuantity(16n * 10n ** 12n)
  for (const prefix of ['native', 'native2']) {
    const block = await ask(`${prefix}_getBlockByNumber`, 'latest', true)
    expect(block).toMatchObject({ transactions: [{ hash: transactionHash, value }] })
  }
  expect(await ask('eth_getFilterChanges', evm)).toEqual([])
  await chain.snapshots.revert(snapshot)
  const gone = wanted.map((log) => ({ ...log, removed: true }))
  expect(await ask('native_getFilterChanges', filter)).toMatchObject(gone)
  expect(await ask('native_getTransactionReceipt', transactionHash)).toBeNull()
  await chain.close()
})

test('the two families have separate filters', async () => {
  const { chain } = await mixedChain()
  const ask = rpcOf(chain)
  const [native, evm] = [await ask('native_newBlockFilter'), await ask('eth_newBlockFilter')]
  for (const [prefix, own, other] of [
    ['native', native, evm],
    ['eth', evm, native],
  ]) {
    await expect(ask(`${prefix}_getFilterChanges`, other)).rejects.toMatchObject({
      code: -32000,
      message: 'filter not found',
    })
    await expect(ask(`${prefix}_getFilterLogs`, other)).rejects.toThrow('filter not found')
    expect(await ask(`${prefix}_uninstallFilter`, other)).toBe(false)
    expect(await ask(`${prefix}_getFilterChanges`, own)).toEqual([])
  }
  expect(await ask('native_uninstallFilter', native)).toBe(true)
  expect(await ask('native_uninstallFilter', native)).toBe(false)
  await chain.close()
})

test('queries of one block include its synthetic logs', async () => {
  const { chain, append } = await mixedChain()
  const ask = rpcOf(chain)
  await append(await mixedBlock(chain, [synthetic, emission]))
  const { hash: blockHash } = chain.blocks.latest
  expect(await ask('native_getLogs', { blockHash })).toHaveLength(3)
  expect(await ask('eth_getLogs', { blockHash })).toHaveLength(1)
  const filter = await ask('native_newFilter', { blockHash })
  expect(await ask('native_getFilterChanges', filter)).toHaveLength(3)
  await chain.close()
})
