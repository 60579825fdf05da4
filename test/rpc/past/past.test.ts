import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createNode, type RockpoolNode, type SubscriptionMessage } from '../../../src/index.ts'
import { executorOption } from '../../support/executor.ts'

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
/**
 * Creates a contract of CALLDATALOAD(0) DUP1 SSTORE(0) MSTORE(0) LOG1(0, 32, 7) STOP: it stores and
 * logs the number in the call data.
 */
const CREATION = '0x600e8060095f395ff35f35805f555f52600760205fa100'

type Request = <T>(method: string, ...params: readonly unknown[]) => Promise<T>

interface Receipt {
  readonly blockNumber: string
  readonly blockHash: string
  readonly transactionHash: string
  readonly contractAddress: string
}

interface Log {
  readonly blockNumber: string
  readonly data: string
}

function requestOf(node: RockpoolNode): Request {
  return async <T>(method: string, ...params: readonly unknown[]) =>
    (await node.request({ method, params })) as T
}

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const hex = (value: number) => `0x${value.toString(16)}`

let remote: RockpoolNode
let fork: RockpoolNode
let ask: Request
let askRemote: Request
let contract: string
const receipts: Receipt[] = []

async function store(request: Request, value: number): Promise<Receipt> {
  const fields = { from: ALICE, to: contract, data: word(value) }
  const hash = await request<string>('eth_sendTransaction', fields)
  return request('eth_getTransactionReceipt', hash)
}

/** Blocks 1 to 5 are of both chains; each has then others of its own. */
beforeAll(async () => {
  remote = await createNode(executorOption)
  askRemote = requestOf(remote)
  const { url } = await remote.listen()
  const created = await askRemote<string>('eth_sendTransaction', { from: ALICE, data: CREATION })
  const creation = await askRemote<Receipt>('eth_getTransactionReceipt', created)
  contract = creation.contractAddress
  receipts.push(creation)
  for (const value of [2, 3, 4, 5]) receipts.push(await store(askRemote, value))
  fork = await createNode({ ...executorOption, fork: { url, noStorageCaching: true, retries: 0 } })
  ask = requestOf(fork)
  for (const value of [106, 107]) receipts.push(await store(askRemote, value))
  for (const value of [206, 207]) await store(ask, value)
})

afterAll(async () => {
  await fork.close()
  await remote.close()
})

const creation = () => receipts[0] as Receipt
const third = () => receipts[2] as Receipt

describe('before the fork the remote chain answers', () => {
  test.each<[string, () => readonly unknown[]]>([
    ['eth_getBlockByNumber', () => [hex(3), true]],
    ['eth_getBlockByNumber', () => [hex(5), true]],
    ['eth_getBlockByNumber', () => [hex(5), false]],
    ['eth_getBlockByNumber', () => ['earliest', false]],
    ['eth_getBlockByHash', () => [third().blockHash, true]],
    ['eth_getHeaderByNumber', () => [hex(3)]],
    ['eth_getBlockReceipts', () => [hex(5)]],
    ['eth_getBlockReceipts', () => [{ blockHash: third().blockHash }]],
    ['eth_getBlockTransactionCountByNumber', () => [hex(5)]],
    ['eth_getUncleCountByBlockHash', () => [third().blockHash]],
    ['eth_getTransactionByBlockNumberAndIndex', () => [hex(3), '0x0']],
    ['eth_getTransactionByBlockNumberAndIndex', () => [hex(3), '0x9']],
    ['eth_getTransactionByHash', () => [third().transactionHash]],
    ['eth_getTransactionReceipt', () => [third().transactionHash]],
    ['eth_getRawTransactionByHash', () => [third().transactionHash]],
    ['debug_traceTransaction', () => [third().transactionHash, { tracer: 'callTracer' }]],
    ['debug_traceBlockByNumber', () => [hex(3), { tracer: 'callTracer' }]],
    ['trace_transaction', () => [third().transactionHash]],
    ['trace_block', () => [hex(5)]],
    ['ots_getBlockDetails', () => [3]],
    ['ots_traceTransaction', () => [third().transactionHash]],
    ['debug_getRawBlock', () => [hex(5)]],
    ['eth_getBalance', () => [ALICE, hex(3)]],
    ['eth_getTransactionCount', () => [ALICE, { blockHash: third().blockHash }]],
    ['eth_getStorageAt', () => [contract, '0x0', hex(3)]],
    ['eth_getCode', () => [contract, hex(0)]],
    ['eth_getProof', () => [contract, ['0x0'], hex(5)]],
    ['eth_call', () => [{ to: contract, data: word(1) }, hex(2)]],
    ['eth_feeHistory', () => ['0x3', hex(4), [50]]],
    ['eth_getLogs', () => [{ fromBlock: hex(1), toBlock: hex(4) }]],
    ['eth_getLogs', () => [{ blockHash: third().blockHash }]],
    ['trace_filter', () => [{ fromBlock: hex(2), toBlock: hex(4), after: 1, count: 1 }]],
    ['eth_getTransactionBySenderAndNonce', () => [ALICE, '0x2']],
    ['ots_getContractCreator', () => [contract]],
    ['debug_getModifiedAccountsByNumber', () => [hex(3)]],
    ['debug_getModifiedAccountsByNumber', () => [hex(5)]],
    ['debug_getModifiedAccountsByNumber', () => [hex(1), hex(4)]],
    ['debug_getModifiedAccountsByNumber', () => [hex(4), hex(5)]],
    ['debug_getModifiedAccountsByHash', () => [third().blockHash]],
    ['debug_getModifiedAccountsByHash', () => [creation().blockHash, third().blockHash]],
  ])('%s %#', async (method, params) => {
    expect(await ask(method, ...params())).toEqual(await askRemote(method, ...params()))
  })
})

test('later blocks of the remote chain do not exist', async () => {
  const later = receipts[6] as Receipt
  expect(await ask('eth_getBlockByHash', later.blockHash, false)).toBeNull()
  expect(await ask('eth_getTransactionByHash', later.transactionHash)).toBeNull()
  expect(await ask('eth_getTransactionReceipt', later.transactionHash)).toBeNull()
  await expect(ask('debug_traceTransaction', later.transactionHash)).rejects.toThrow('not found')
  await expect(ask('eth_getBalance', ALICE, { blockHash: later.blockHash })).rejects.toThrow()
  expect(await ask('eth_getLogs', { blockHash: third().blockHash })).toHaveLength(1)
  await expect(ask('eth_getLogs', { blockHash: later.blockHash })).rejects.toThrow()
})

test('the local chain answers after the fork', async () => {
  expect(BigInt(await ask('eth_getStorageAt', contract, '0x0', 'latest'))).toBe(207n)
  expect(BigInt(await ask('eth_getStorageAt', contract, '0x0', hex(5)))).toBe(5n)
  const block = await ask<{ parentHash: string }>('eth_getBlockByNumber', hex(6), false)
  expect(block.parentHash).toBe((receipts[4] as Receipt).blockHash)
})

test('an error of the remote node has its code and message', async () => {
  const params = [hex(3), { tracer: 'noSuchTracer' }] as const
  const expected: unknown = await askRemote('debug_traceBlockByNumber', ...params).catch((e) => e)
  const { code, message } = expected as { code: number; message: string }
  await expect(ask('debug_traceBlockByNumber', ...params)).rejects.toMatchObject({ code, message })
})

test('logs are joined over the border', async () => {
  const logs = await ask<Log[]>('eth_getLogs', { address: contract, fromBlock: hex(4) })
  expect(logs.map(({ data }) => Number(data))).toEqual([4, 5, 206, 207])
  const all = await ask<Log[]>('eth_getLogs', { fromBlock: 'earliest', toBlock: hex(6) })
  expect(all.map(({ blockNumber }) => Number(blockNumber))).toEqual([2, 3, 4, 5, 6])
})

test('filters begin before the fork', async () => {
  const id = await ask<string>('eth_newFilter', { fromBlock: hex(5), address: contract })
  const values = async (method: string) =>
    (await ask<Log[]>(method, id)).map(({ data }) => Number(data))
  expect(await values('eth_getFilterChanges')).toEqual([5, 206, 207])
  expect(await values('eth_getFilterChanges')).toEqual([])
  expect(await values('eth_getFilterLogs')).toEqual([5, 206, 207])
  expect(await ask('eth_uninstallFilter', id)).toBe(true)
  await expect(ask('eth_getFilterLogs', id)).rejects.toThrow()
})

test.each([3, 5])(
  'filters from block 2 to block %i have only logs before the fork',
  async (last) => {
    const range = { fromBlock: hex(2), toBlock: hex(last), address: contract }
    const id = await ask<string>('eth_newFilter', range)
    const values = async (method: string) =>
      (await ask<Log[]>(method, id)).map(({ data }) => Number(data))
    const wanted = [2, 3, 4, 5].slice(0, last - 1)
    expect(await values('eth_getFilterChanges')).toEqual(wanted)
    expect(await values('eth_getFilterChanges')).toEqual([])
    expect(await values('eth_getFilterLogs')).toEqual(wanted)
    expect(await ask('eth_uninstallFilter', id)).toBe(true)
  },
)

test('a filter for block 0 has no logs of new blocks', async () => {
  const id = await ask<string>('eth_newFilter', { fromBlock: '0x0', toBlock: 'earliest' })
  expect(await ask('eth_getFilterChanges', id)).toEqual([])
  const snapshot = await ask('evm_snapshot')
  await store(ask, 208)
  expect(await ask('eth_getFilterChanges', id)).toEqual([])
  await ask('evm_revert', snapshot)
})

test('a filter of a reversed range before the fork is refused', async () => {
  await expect(ask('eth_newFilter', { fromBlock: '0x4', toBlock: '0x3' })).rejects.toThrow(
    'requested fromBlock 4 is greater than toBlock 3',
  )
})

test('a subscription to logs ends before the fork', async () => {
  const seen: number[] = []
  const listener = ({ data }: SubscriptionMessage) => {
    seen.push(Number((data.result as Log).data))
  }
  fork.on('message', listener)
  const range = { fromBlock: hex(3), toBlock: hex(4), address: contract }
  const ended = await ask<string>('eth_subscribe', 'logs', range)
  const endless = await ask<string>('eth_subscribe', 'logs', {
    fromBlock: hex(5),
    address: contract,
  })
  await vi.waitFor(() => expect(seen).toContain(207))
  expect(seen.toSorted((a, b) => a - b)).toEqual([3, 4, 5, 206, 207])
  await ask('eth_unsubscribe', ended)
  await ask('eth_unsubscribe', endless)
  fork.removeListener('message', listener)
})

test('a subscription to logs begins before the fork', async () => {
  const seen: number[] = []
  let complete: () => void = () => {}
  const isComplete = new Promise<void>((resolve) => {
    complete = resolve
  })
  const listener = ({ data }: SubscriptionMessage) => {
    seen.push(Number((data.result as Log).data))
    if (seen.length === 4) complete()
  }
  fork.on('message', listener)
  const filter = { fromBlock: hex(4), address: contract }
  const id = await ask<string>('eth_subscribe', 'logs', filter)
  await isComplete
  expect(seen).toEqual([4, 5, 206, 207])
  await ask('eth_unsubscribe', id)
  fork.removeListener('message', listener)
})

test('the fee history is joined over the border', async () => {
  interface Fees {
    readonly oldestBlock: string
    readonly baseFeePerGas: readonly string[]
    readonly gasUsedRatio: readonly number[]
    readonly reward: readonly (readonly string[])[]
  }
  const fees = await ask<Fees>('eth_feeHistory', '0x4', 'latest', [10, 90])
  const [past, local] = [
    await askRemote<Fees>('eth_feeHistory', '0x2', hex(5), [10, 90]),
    await ask<Fees>('eth_feeHistory', '0x2', 'latest', [10, 90]),
  ]
  expect(fees.oldestBlock).toBe(hex(4))
  expect(fees.baseFeePerGas).toEqual([...past.baseFeePerGas.slice(0, 2), ...local.baseFeePerGas])
  expect(fees.gasUsedRatio).toEqual([...past.gasUsedRatio, ...local.gasUsedRatio])
  expect(fees.reward).toEqual([...past.reward, ...local.reward])
})

test('accounts that changed over the border are those of both sides', async () => {
  const payee = `0x${'be'.repeat(20)}`
  await ask('hardhat_setBalance', payee, '0x1')
  await ask('hardhat_mine', '0x1')
  const latest = await ask<{ hash: string; number: string }>(
    'eth_getBlockByNumber',
    'latest',
    false,
  )
  const changed = (...params: readonly unknown[]) =>
    ask<string[]>('debug_getModifiedAccountsByNumber', ...params)
  const past = await askRemote<string[]>('debug_getModifiedAccountsByNumber', hex(2), hex(5))
  const local = await changed(hex(5), latest.number)
  expect(past).not.toContain(payee)
  expect(local).toContain(payee)
  const both = [...new Set([...past, ...local])].sort()
  expect(await changed(hex(2), latest.number)).toEqual(both)
  expect(await changed(hex(2), 'latest')).toEqual(both)
  const { blockHash } = receipts[1] as Receipt
  expect(await ask('debug_getModifiedAccountsByHash', blockHash, latest.hash)).toEqual(both)
  // The edit is between two blocks, and belongs to the earlier one.
  expect(await changed(hex(6))).toContain(contract)
  await expect(changed(hex(5), hex(4))).rejects.toThrow('start block height (5) must be less')
  await expect(changed(latest.number, hex(4))).rejects.toThrow('must be less than end block')
})
