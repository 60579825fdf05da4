import { describe, expect, test } from 'vitest'
import type { Chain } from '../../../../src/chain/chain.ts'
import {
  contractAddress,
  create2Address,
  parseAddress,
} from '../../../../src/primitives/address.ts'
import { concatBytes } from '../../../../src/primitives/encoding/bytes.ts'
import { bytesToHex, type Hash, hexToBytes } from '../../../../src/primitives/encoding/hex.ts'
import { alice, bob, carol } from '../../../support/accounts.ts'
import { signed, testChain } from '../../../support/chain.ts'
import { testGenesis } from '../../../support/genesis.ts'
import { type Ask, rpcOf } from '../../../support/rpc/rpc.ts'

interface Page {
  readonly txs: readonly { hash: Hash; blockNumber: string; transactionIndex: string }[]
  readonly receipts: readonly { transactionHash: Hash; timestamp: number; logs: unknown[] }[]
  readonly firstPage: boolean
  readonly lastPage: boolean
}

/** How many transactions to Bob each block from 1 on has. */
const COUNTS = [3, 1, 0, 2, 0, 5, 1, 1, 4]
const TOTAL = COUNTS.reduce((sum, count) => sum + count, 0)

/** Blocks with payments of Alice to Bob, and one of Alice to herself in each. */
async function chainOfPayments(): Promise<Chain> {
  const chain = testChain()
  await chain.mining.configure({ automine: false, order: 'fifo' })
  let nonce = 0n
  for (const count of COUNTS) {
    for (let i = 0; i <= count; i++) {
      const to = i === 0 ? alice.address : bob.address
      await chain.pool.submit(signed(alice, { nonce: nonce++, to, data: hexToBytes('0102030405') }))
    }
    await chain.mining.mine()
  }
  return chain
}

/** Hashes of the payments of blocks `first` to `last`, the newest first. */
function payments(chain: Chain, first: number, last: number): Hash[] {
  const hashes: Hash[] = []
  for (let number = first; number <= last; number++) {
    for (const { to, hash } of chain.blocks.get(BigInt(number))?.transactions ?? []) {
      if (to === bob.address) hashes.unshift(hash)
    }
  }
  return hashes
}

const search = (ask: Ask, way: 'Before' | 'After', block: number, size: number) =>
  ask<Page>(`ots_searchTransactions${way}`, bob.address, block, size)

describe('the history of an account', () => {
  test('is complete backwards, page by page, in whole blocks', async () => {
    const chain = await chainOfPayments()
    const ask = rpcOf(chain)
    for (const size of [1, 2, 3, 4, 7, TOTAL, 25]) {
      let block = 0
      const told: Hash[] = []
      for (;;) {
        const page = await search(ask, 'Before', block, size)
        expect(page.firstPage).toBe(block === 0)
        expect(page.receipts.map(({ transactionHash }) => transactionHash)).toEqual(
          page.txs.map(({ hash }) => hash),
        )
        told.push(...page.txs.map(({ hash }) => hash))
        const oldest = Number(page.txs.at(-1)?.blockNumber)
        const inOldest = page.txs.filter(({ blockNumber }) => Number(blockNumber) === oldest)
        // Whole blocks, and no more of them than it takes.
        expect(inOldest).toHaveLength(COUNTS[oldest - 1] ?? 0)
        expect(page.txs.length - inOldest.length).toBeLessThan(size)
        if (page.lastPage) break
        expect(page.txs.length).toBeGreaterThanOrEqual(size)
        block = oldest
      }
      expect(told).toEqual(payments(chain, 0, COUNTS.length))
    }
  })

  test('is complete forwards, each page newest first', async () => {
    const chain = await chainOfPayments()
    const ask = rpcOf(chain)
    for (const size of [1, 2, 3, 4, 7, TOTAL, 25]) {
      let block = 0
      const told: Hash[] = []
      for (;;) {
        const page = await search(ask, 'After', block, size)
        expect(page.lastPage).toBe(block === 0)
        told.unshift(...page.txs.map(({ hash }) => hash))
        const newest = Number(page.txs[0]?.blockNumber)
        const inNewest = page.txs.filter(({ blockNumber }) => Number(blockNumber) === newest)
        expect(inNewest).toHaveLength(COUNTS[newest - 1] ?? 0)
        expect(page.txs.length - inNewest.length).toBeLessThan(size)
        if (page.firstPage) break
        expect(page.txs.length).toBeGreaterThanOrEqual(size)
        block = newest
      }
      expect(told).toEqual(payments(chain, 0, COUNTS.length))
    }
  })

  test('excludes the given block in both directions', async () => {
    const chain = await chainOfPayments()
    const ask = rpcOf(chain)
    for (let block = 1; block <= COUNTS.length + 2; block++) {
      const [before, after] = [
        await search(ask, 'Before', block, 100),
        await search(ask, 'After', block, 100),
      ]
      expect(before.txs.map(({ hash }) => hash)).toEqual(payments(chain, 0, block - 1))
      expect(after.txs.map(({ hash }) => hash)).toEqual(payments(chain, block + 1, COUNTS.length))
      expect([before.firstPage, before.lastPage]).toEqual([block > COUNTS.length, true])
      expect([after.firstPage, after.lastPage]).toEqual([true, false])
    }
  })

  test('has block times, and only involved transactions', async () => {
    const chain = await chainOfPayments()
    const ask = rpcOf(chain)
    const { receipts } = await search(ask, 'Before', 2, 1)
    expect(receipts[0]?.timestamp).toBe(Number(chain.blocks.get(1n)?.header.timestamp))
    expect(await ask('ots_searchTransactionsBefore', carol.address, 0, 25)).toEqual({
      txs: [],
      receipts: [],
      firstPage: true,
      lastPage: true,
    })
    const tooMany = ask('ots_searchTransactionsAfter', bob.address, 0, 1001)
    await expect(tooMany).rejects.toMatchObject({ code: -32602 })
  })
})

test('pages of a block start at its end, with selectors and without logs', async () => {
  const chain = await chainOfPayments()
  const ask = rpcOf(chain)
  const all = chain.blocks.get(9n)?.transactions.map(({ hash }) => hash) ?? []
  expect(all).toHaveLength(5)
  const page = async (number: number, size: number) => {
    const { fullblock, receipts } = await ask<{
      fullblock: {
        transactions: { hash: Hash; input: string }[]
        transactionCount: number
        logsBloom: null
      }
      receipts: { transactionHash: Hash; logs: null; logsBloom: null }[]
    }>('ots_getBlockTransactions', 9, number, size)
    expect(fullblock).toMatchObject({ transactionCount: 5, logsBloom: null })
    for (const { input } of fullblock.transactions) expect(input).toBe('0x01020304')
    for (const receipt of receipts) expect(receipt).toMatchObject({ logs: null, logsBloom: null })
    const hashes = fullblock.transactions.map(({ hash }) => hash)
    expect(receipts.map(({ transactionHash }) => transactionHash)).toEqual(hashes)
    return hashes
  }
  expect(await page(0, 2)).toEqual(all.slice(3))
  expect(await page(1, 2)).toEqual(all.slice(1, 3))
  expect(await page(2, 2)).toEqual(all.slice(0, 1))
  expect(await page(3, 2)).toEqual([])
  expect(await page(0, 25)).toEqual(all)
  expect(await ask('ots_getBlockTransactions', 10, 0, 25)).toBeNull()
})

test("the fees of a block equal its senders' payments", async () => {
  const chain = await chainOfPayments()
  const ask = rpcOf(chain)
  const { header, hash, receipts } = chain.blocks.get(6n) ?? chain.blocks.latest
  const before = await balanceOf(chain, 5n)
  const after = await balanceOf(chain, 6n)
  const details = await ask<{ block: object; totalFees: string }>('ots_getBlockDetails', 6)
  // Nothing is moved but fees: the payments are of nothing.
  expect(BigInt(details.totalFees)).toBe(before - after)
  expect(details).toMatchObject({
    block: { number: '0x6', hash, gasUsed: `0x${header.gasUsed.toString(16)}`, logsBloom: null },
    issuance: { blockReward: '0x0', uncleReward: '0x0', issuance: '0x0' },
  })
  expect(details.block).toMatchObject({ transactionCount: receipts.length })
  expect(details.block).not.toHaveProperty('transactions')
  expect(await ask('ots_getBlockDetailsByHash', hash)).toEqual(details)
  expect(await ask('ots_getBlockDetails', 99)).toBeNull()
})

async function balanceOf(chain: Chain, number: bigint): Promise<bigint> {
  return (await chain.state.viewAt({ number })).state.getBalance(alice.address)
}

const CONTRACT = parseAddress(`0xcc${'0'.repeat(38)}`)
const REVERTER = parseAddress(`0xdd${'0'.repeat(38)}`)
const payBob = `6000600060006000600173${bob.address.slice(2)}5af150`
/** Init code of a contract whose code is a zero. */
const child = '6001600c60003960016000f300'
/**
 * Creates a child in either way, pays Bob, asks the identity contract, calls REVERTER with a
 * delegate call and a call, and with call data leaves all to Bob.
 */
const runtime = hexToBytes(
  [
    '0x',
    `6c${child}600052`,
    '600d60136000f050',
    '6007600d60136000f550',
    payBob,
    '60006000600060006004' + '5afa50',
    `600060006000600073${REVERTER.slice(2)}5af450`,
    `6000600060006000600073${REVERTER.slice(2)}5af150`,
    '36',
    '15',
    '60af57',
    `73${bob.address.slice(2)}ff`,
    '5b00',
  ].join(''),
)
/** Pays Bob and reverts with a reason of one byte. */
const reverter = hexToBytes(`0x${payBob}60ee60005360016000fd`)

test("calls and operations match Erigon's lists", async () => {
  expect(runtime[0xaf]).toBe(0x5b)
  const genesis = testGenesis({}, [
    [CONTRACT, { code: runtime, balance: 100n, nonce: 1n }],
    [REVERTER, { code: reverter, balance: 5n, nonce: 1n }],
  ])
  const chain = testChain(genesis)
  const ask = rpcOf(chain)
  const data = Uint8Array.of(1)
  const hash = await chain.pool.submit(signed(alice, { to: CONTRACT, value: 16n, data }))
  expect(chain.blocks.latest.receipts[0]?.status).toBe(1)
  const first = contractAddress(CONTRACT, 1n)
  const salt = new Uint8Array(32)
  salt[31] = 7
  const second = create2Address(CONTRACT, salt, hexToBytes(`0x${child}`))
  const [from, to, input, output] = [CONTRACT, bob.address, '0x', '0x']
  const init = `0x${child}`
  const paid = { type: 'CALL', from, to, value: '0x1', input, output }
  const failed = { from, to: REVERTER, input, output: '0xee' }
  expect(await ask('ots_traceTransaction', hash)).toEqual([
    {
      ...{ type: 'CALL', depth: 0, from: alice.address, to: CONTRACT },
      ...{ value: '0x10', input: bytesToHex(data), output },
    },
    { type: 'CREATE', depth: 1, from, to: first, value: '0x0', input: init, output: '0x00' },
    { type: 'CREATE2', depth: 1, from, to: second, value: '0x0', input: init, output: '0x00' },
    { ...paid, depth: 1 },
    { ...failed, type: 'DELEGATECALL', depth: 1, value: null },
    { ...paid, depth: 2 },
    { ...failed, type: 'CALL', depth: 1, value: '0x0' },
    { ...paid, from: REVERTER, depth: 2 },
    { type: 'SELFDESTRUCT', depth: 1, from, to, value: '0x73', input, output },
  ])
  expect(await ask('ots_getInternalOperations', hash)).toEqual([
    { type: 2, from, to: first, value: '0x0' },
    { type: 3, from, to: second, value: '0x0' },
    { type: 0, from, to, value: '0x1' },
    { type: 0, from, to, value: '0x1' },
    { type: 0, from: REVERTER, to, value: '0x1' },
    { type: 1, from, to, value: '0x73' },
  ])
  for (const made of [first, second]) {
    expect(await ask('ots_getContractCreator', made)).toEqual({ hash, creator: CONTRACT })
    expect(await ask('ots_hasCode', made, 'latest')).toBe(true)
    expect(await ask('ots_hasCode', made, 0)).toBe(false)
  }
  for (const none of [CONTRACT, alice.address, carol.address]) {
    expect(await ask('ots_getContractCreator', none)).toBeNull()
  }
})

test('returns the revert data of a transaction', async () => {
  const chain = testChain(testGenesis({}, [[REVERTER, { code: reverter, balance: 5n }]]))
  const ask = rpcOf(chain)
  const reverted = await chain.pool.submit(signed(alice, { to: REVERTER }))
  const fine = await chain.pool.submit(signed(alice, { to: bob.address, nonce: 1n }))
  const halted = await chain.pool.submit(signed(alice, { data: Uint8Array.of(0xfe), nonce: 2n }))
  expect(await ask('ots_getTransactionError', reverted)).toBe('0xee')
  expect(await ask('ots_getTransactionError', fine)).toBe('0x')
  expect(await ask('ots_getTransactionError', halted)).toBe('0x')
  for (const method of ['TransactionError', 'InternalOperations']) {
    const unknown = ask(`ots_get${method}`, `0x${'12'.repeat(32)}`)
    await expect(unknown).rejects.toMatchObject({ code: -32000 })
  }
})

test('the creator of a recreated contract is the last one', async () => {
  const chain = testChain(testGenesis({ hardfork: 'shanghai' }, [[CONTRACT, { code: factory }]]))
  const ask = rpcOf(chain)
  const made = create2Address(CONTRACT, new Uint8Array(32), destroyed)
  const hashes: Hash[] = []
  for (let nonce = 0n; nonce < 4n; nonce++) {
    // Creates it, has it destroy itself, creates it again, and meets it there.
    const to = nonce === 1n ? made : CONTRACT
    hashes.push(await chain.pool.submit(signed(alice, { to, nonce })))
    const creator = nonce === 1n ? null : { hash: hashes[nonce === 0n ? 0 : 2], creator: CONTRACT }
    expect(await ask('ots_getContractCreator', made)).toEqual(creator)
  }
  expect(await ask('ots_getTransactionBySenderAndNonce', alice.address, 2)).toBe(hashes[2])
  expect(await ask('ots_getTransactionBySenderAndNonce', alice.address, 4)).toBeNull()
  const { txs } = await ask<Page>('ots_searchTransactionsBefore', made, 0, 25)
  expect(txs.map(({ hash }) => hash)).toEqual(hashes.toReversed())
})

/** Init code of a contract whose code is CALLER SELFDESTRUCT. */
const destroyed = hexToBytes('0x6133ff6000526002601ef3')
/** Creates it with salt 0. */
const factory = concatBytes(
  hexToBytes('0x6a'),
  destroyed,
  hexToBytes('0x600052'),
  hexToBytes('0x6000600b60156000f500'),
)
