import { afterEach, describe, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../src/index.ts'
import { contractAddress } from '../../../src/primitives/address.ts'
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
const gwei = (count: number) => quantity(BigInt(count) * GWEI)
const transfer = { from: alice.address, to: bob.address }
const UNKNOWN = `0x${'12'.repeat(32)}`
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const POOR = `0x${'fe'.padStart(40, '0')}`

/** The expected values are those of Anvil 1.7.1. */
describe('anvil', () => {
  test('suggests the base fee alone as the price with disableMinPriorityFee', async () => {
    const ask = await start({ disableMinPriorityFee: true, gasLimit: 30_000_000 })
    expect(await ask('eth_gasPrice')).toBe(gwei(1))
    expect(await ask('eth_maxPriorityFeePerGas')).toBe(gwei(1))
    const hash = await ask('eth_sendTransaction', transfer)
    expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
    expect(await ask('eth_gasPrice')).toBe(quantity(0x342a1c58))
  })

  test('names itself as Anvil does, and counts snapshots from 0', async () => {
    const ask = await start()
    expect(await ask('web3_clientVersion')).toBe('anvil/v1.7.1')
    expect(await ask('evm_snapshot')).toBe('0x0')
    const { hash } = Object(await ask('eth_getBlockByNumber', '0x0', false))
    expect(await ask('anvil_metadata')).toMatchObject({
      clientVersion: 'anvil/v1.7.1',
      forkedNetwork: null,
      snapshots: { '0x0': [0, hash] },
    })
    await ask('evm_mine')
    expect(await ask('anvil_snapshot')).toBe('0x1')
    expect(await ask('evm_revert', '0x0')).toBe(true)
    expect(await ask('eth_blockNumber')).toBe('0x0')
    expect(await ask('evm_revert', '0x1')).toBe(false)
    const own = await start({ clientVersion: 'mine' })
    expect(await own('web3_clientVersion')).toBe('mine')
  })

  test('the fee history of no blocks is that of one', async () => {
    const ask = await start()
    expect(await ask('eth_feeHistory', '0x0', 'latest', [])).toEqual({
      baseFeePerGas: [gwei(1), gwei(1)],
      gasUsedRatio: [0],
      baseFeePerBlobGas: ['0x1', '0x1'],
      blobGasUsedRatio: [0],
      oldestBlock: '0x0',
      reward: [],
    })
  })

  test('an id names the same snapshot in all methods', async () => {
    const ask = await start()
    const ids = async () =>
      Array.from(Object(await ask('rockpool_snapshots')), (each) => Object(each).id)
    const { id: named } = Object(await ask('rockpool_snapshot', 'x'))
    expect(named).toBe('0x0')
    await ask('evm_mine')
    expect(await ask('evm_revert', named)).toBe(true)
    expect(await ask('eth_blockNumber')).toBe('0x0')
    const taken = [await ask('evm_snapshot'), await ask('evm_snapshot'), await ask('evm_snapshot')]
    expect(taken).toEqual(['0x1', '0x2', '0x3'])
    expect(await ids()).toEqual(['0x0', '0x1', '0x2', '0x3'])
    expect(await ask('rockpool_release', '0x2')).toBe(true)
    expect(await ids()).toEqual(['0x0', '0x1', '0x3'])
    await ask('hardhat_setBalance', POOR, '0x1')
    expect(await ask('rockpool_diff', '0x3')).toMatchObject([{ address: POOR }])
    expect(await ask('rockpool_diff', '0x1', '0x3')).toEqual([])
    expect(await ask('rockpool_checkout', '0x1')).toMatchObject({ id: '0x1', name: null })
    expect(await ids()).toEqual(['0x0', '0x1'])
    await expect(ask('rockpool_checkout', '0x2')).rejects.toMatchObject({ code: -32000 })
    expect(await ask('evm_revert', '0x1')).toBe(true)
  })

  test('a higher fee cap replaces a transaction, whatever the tip', async () => {
    const ask = await start({ noMining: true })
    const send = (cap: number, tip: number) =>
      ask('eth_sendTransaction', {
        ...transfer,
        nonce: '0x0',
        maxFeePerGas: gwei(cap),
        maxPriorityFeePerGas: gwei(tip),
      })
    const refusal = { code: -32003, message: 'replacement transaction underpriced' }
    await send(10, 2)
    await expect(send(10, 3)).rejects.toMatchObject(refusal)
    await expect(send(9, 9)).rejects.toMatchObject(refusal)
    const last = await send(11, 1)
    await ask('evm_mine')
    const block = await ask('eth_getBlockByNumber', 'latest', false)
    expect(block).toMatchObject({ transactions: [last] })
  })

  test('a completed transaction has a sender and no place', async () => {
    const ask = await start()
    const filled = async (fields: object) => Object(await ask('eth_fillTransaction', fields)).tx
    const nowhere = { blockHash: null, blockNumber: null, transactionIndex: null }
    const known = { from: alice.address, gas: '0x5208', gasPrice: '0x77359400', ...nowhere }
    expect(await filled({ to: bob.address })).toMatchObject(known)
    expect(await filled({ from: alice.address })).toMatchObject({ to: null, nonce: '0x0' })
  })

  test('a transaction is signed whatever it offers', async () => {
    // From Foundry's crates/anvil/tests/it/sign.rs.
    const ask = await start({ chainId: 31_337 })
    const fees = { maxFeePerGas: '0x64', maxPriorityFeePerGas: '0x65' }
    expect(
      await ask('eth_signTransaction', { ...transfer, nonce: '0xa', value: '0x3e9', ...fees }),
    ).toBe(
      '0x02f866827a690a65648252089470997970c51812dc3a010c7d01b50e0d17dc79c88203e980c001a0e4de88aefcf87ccb04466e60de66a83192e46aa26177d5ea35efbfd43fd0ecdca00e3148e0e8e0b9a6f9b329efd6e30c4a461920f3a27497be3dbefaba996601da',
    )
  })

  test('fields that contradict each other', async () => {
    const ask = await start()
    const both = { gasPrice: gwei(10), maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' }
    const hash = await ask('eth_sendTransaction', {
      ...transfer,
      ...both,
      data: '0x',
      input: '0x12',
    })
    const sent = { type: '0x0', gasPrice: gwei(10), input: '0x12' }
    expect(await ask('eth_getTransactionByHash', hash)).toMatchObject(sent)
    expect(await ask('eth_call', { ...transfer, ...both })).toBe('0x')
    expect(await ask('eth_estimateGas', { ...transfer, ...both })).toBe('0x5208')
  })

  test('refusals of signers and of senders without funds', async () => {
    const ask = await start({ chainId: 31_337 })
    await expect(
      ask('eth_sendTransaction', { ...transfer, chainId: '0x63' }),
    ).rejects.toMatchObject({
      code: -32602,
      message: "transaction-provided chain ID (99) does not match the signer's chain ID (31337)",
    })
    const other = await start({ chainId: 99 })
    const raw = await other('eth_signTransaction', transfer)
    const wrong = { code: -32003, message: 'invalid chain id for signer' }
    await expect(ask('eth_sendRawTransaction', raw)).rejects.toMatchObject(wrong)
    await ask('anvil_impersonateAccount', POOR)
    await expect(ask('eth_sendTransaction', { from: POOR, to: bob.address })).rejects.toMatchObject(
      {
        code: -32003,
        message: 'Insufficient funds for gas * price + value',
      },
    )
  })

  test('a failing transaction without gas is mined, also if its receipt is awaited', async () => {
    const ask = await start()
    const failing = { from: alice.address, data: '0xfe' }
    expect(await ask('eth_sendTransactionSync', failing)).toMatchObject({ status: '0x0' })
  })

  test('before London the price is 1.875 gwei until it is set', async () => {
    const ask = await start({ hardfork: 'berlin' })
    expect(await ask('eth_gasPrice')).toBe(quantity(1_875_000_000))
    expect(await ask('anvil_setMinGasPrice', '0x539')).toBeNull()
    expect(await ask('eth_gasPrice')).toBe('0x539')
    const hash = await ask('eth_sendTransaction', transfer)
    expect(await ask('eth_getTransactionByHash', hash)).toMatchObject({ gasPrice: '0x539' })
    const fees = { maxFeePerGas: gwei(2), maxPriorityFeePerGas: gwei(1) }
    await expect(ask('eth_sendTransaction', { ...transfer, ...fees })).rejects.toThrow(
      /not supported by the current hardfork\.\n\nYou can use them by running anvil with/,
    )
    const later = await start()
    await expect(later('anvil_setMinGasPrice', '0x1')).rejects.toMatchObject({
      code: -32602,
      message: 'anvil_setMinGasPrice is not supported when EIP-1559 is active',
    })
  })

  test('ranges of logs and traces', async () => {
    const ask = await start()
    await ask('anvil_mine', quantity(310))
    expect(await ask('eth_getLogs', { fromBlock: '0x2', toBlock: '0x1' })).toEqual([])
    expect(await ask('eth_getLogs', { fromBlock: '0x0', toBlock: '0x999' })).toEqual([])
    for (const method of ['eth_getLogs', 'eth_newFilter']) {
      await expect(ask(method, { fromBlock: '0x999', toBlock: '0x9999' })).rejects.toMatchObject({
        code: -32602,
        message: 'BlockOutOfRangeError: block height is 310 but requested was 2457',
      })
      await ask(method, { fromBlock: 'pending' })
    }
    expect(await ask('trace_filter', { fromBlock: '0xa' })).toEqual([])
    const large = 'block range too large, currently limited to 300'
    for (const filter of [{}, { fromBlock: '0x9' }, { fromBlock: '0x136', toBlock: '0x999' }]) {
      await expect(ask('trace_filter', filter)).rejects.toMatchObject({
        code: -32602,
        message: large,
      })
    }
    await expect(ask('trace_filter', { fromBlock: '0x9', toBlock: '0x8' })).rejects.toThrow(
      'invalid block range, ensure that to block is greater than from block',
    )
  })

  test('an unknown block is no resource', async () => {
    const ask = await start()
    const error = { code: -32001, message: 'Resource not found' }
    await expect(ask('debug_traceBlockByNumber', '0x9')).rejects.toMatchObject(error)
    await expect(ask('ots_getBlockDetails', '0x9')).rejects.toMatchObject(error)
    await expect(ask('ots_getBlockDetailsByHash', UNKNOWN)).rejects.toMatchObject(error)
    await expect(ask('ots_getBlockTransactions', 9, 0, 3)).rejects.toMatchObject(error)
  })

  test('pages of Otterscan begin with the first transactions', async () => {
    const ask = await start({ noMining: true })
    const data = '0x1234567890'
    const sent = await Promise.all(
      [0, 1, 2, 3].map((nonce) =>
        ask('eth_sendTransaction', { ...transfer, nonce: quantity(nonce), data }),
      ),
    )
    await ask('evm_mine')
    const { timestamp, logsBloom } = Object(await ask('eth_getBlockByNumber', '0x1', false))
    for (const [page, hashes] of [sent.slice(0, 3), sent.slice(3), []].entries()) {
      const { fullblock, receipts } = Object(await ask('ots_getBlockTransactions', 1, page, 3))
      expect(fullblock).toMatchObject({
        transactionCount: hashes.length,
        logsBloom,
        transactions: hashes.map((hash) => ({ hash, input: data.slice(0, 10) })),
      })
      expect(receipts).toMatchObject(
        hashes.map((transactionHash) => ({ transactionHash, timestamp, logs: [], logsBloom })),
      )
    }
    const details = await ask('ots_getBlockDetails', 1)
    expect(details).toMatchObject({ block: { transactionCount: 4, logsBloom } })
    const found = Object(await ask('ots_searchTransactionsBefore', alice.address, 0, 10))
    expect(found.receipts).toMatchObject(sent.map(() => ({ timestamp })))
    const header = { number: '0x1', transactions: sent, uncles: [] }
    expect(await ask('erigon_getHeaderByNumber', '0x1')).toMatchObject(header)
  })

  test('operations of Otterscan include the transaction itself; its trace has calls only', async () => {
    const ask = await start()
    const paid = await ask('eth_sendTransaction', { ...transfer, value: '0x5' })
    const from = alice.address
    expect(await ask('ots_getInternalOperations', paid)).toEqual([
      { type: 0, from, to: bob.address, value: '0x5' },
    ])
    // DELEGATECALL of itself without data: ADDRESS as target, then STOP.
    const created = contractAddress(from, 1n)
    const code = '0x600a600c600039600a6000f3' + '36601257' + '60008080803045f4' + '5b00'
    const creation = await ask('eth_sendTransaction', { from, data: code, gas: '0x186a0' })
    expect(await ask('ots_getInternalOperations', creation)).toEqual([
      { type: 2, from, to: created, value: '0x0' },
    ])
    expect(await ask('ots_traceTransaction', creation)).toEqual([])
    expect(await ask('ots_traceTransaction', UNKNOWN)).toEqual([])
    expect(await ask('ots_getTransactionError', UNKNOWN)).toBe('0x')
    await expect(ask('ots_getInternalOperations', UNKNOWN)).rejects.toMatchObject({
      code: -32603,
      message: 'Required data unavailable',
    })
  })

  test('balances stop at the largest one', async () => {
    const ask = await start()
    const most = `0x${'f'.repeat(64)}`
    expect(await ask('anvil_addBalance', bob.address, most)).toBeNull()
    expect(await ask('eth_getBalance', bob.address)).toBe(most)
    expect(await ask('anvil_addBalance', POOR, '0x5')).toBeNull()
    expect(await ask('eth_getBalance', POOR)).toBe('0x5')
  })

  test('words for many slots and for a bad dump', async () => {
    const ask = await start()
    const slots = [...Array(1025).keys()].map(word)
    await expect(ask('eth_getStorageValues', { [POOR]: slots })).rejects.toMatchObject({
      code: -32602,
      message: 'total slot count 1025 exceeds limit 1024',
    })
    const bad = { code: -32602, message: 'Failed to decode state dump' }
    await expect(ask('anvil_loadState', '0x12')).rejects.toMatchObject(bad)
  })

  test('methods of Anvil only', async () => {
    const ask = await start()
    const { timestamp } = Object(await ask('eth_getBlockByNumber', '0x0', false))
    await ask('evm_mine')
    expect(await ask('anvil_getGenesisTime')).toBe(Number(timestamp))
    expect(await ask('eth_protocolVersion')).toBe(1)
    expect(await ask('anvil_getBlobByHash', UNKNOWN)).toBeNull()
    expect(await ask('anvil_getBlobsByTransactionHash', UNKNOWN)).toBeNull()
    const own = await start({ compat: 'rockpool' })
    await expect(own('anvil_getGenesisTime')).rejects.toMatchObject({ code: -32601 })
  })

  test('an unknown subscription cannot be cancelled', async () => {
    const node = await createNode({ ...executorOption, compat: 'anvil' })
    nodes.push(node)
    const id = await node.request({ method: 'eth_subscribe', params: ['newHeads'] })
    const cancel = () => node.request({ method: 'eth_unsubscribe', params: [id] })
    expect([await cancel(), await cancel()]).toEqual([true, false])
  })
})
