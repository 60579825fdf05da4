import { Ajv } from 'ajv'
import { JsonRpcProvider, Network } from 'ethers'
import fc from 'fast-check'
import { formatBlock, formatTransaction, formatTransactionReceipt } from 'viem'
import { expect, test } from 'vitest'
import type { AnyTransaction } from '../../../../src/chain/block/blockEntries.ts'
import { toQuantity } from '../../../../src/primitives/encoding/hex.ts'
import { methods } from '../../../../src/rpc/core/registry.ts'
import { alice, bob, carol, pauper } from '../../../support/accounts.ts'
import {
  type Action,
  mixedBlock,
  mixedChain,
  POINTER,
  SENT,
} from '../../../support/chain/legacyBlocks.ts'
import { testChain } from '../../../support/chain.ts'
import { mineNative } from '../../../support/native/mineNative.ts'
import { nativeTx, sendTo } from '../../../support/native/native.ts'
import { type Ask, rpcOf } from '../../../support/rpc/rpc.ts'
import { runs } from '../../../support/runs.ts'

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ emits: fc.nat(3) }),
  fc.record({ logs: fc.nat(2), isTransfer: fc.boolean(), fails: fc.boolean() }),
)
const blocks = fc.array(fc.array(action, { minLength: 1, maxLength: 6 }), {
  minLength: 1,
  maxLength: 3,
})

/** What a surface is called, and what it shows. */
const surfaces = [
  { prefix: 'eth', shows: (what: Action) => 'emits' in what },
  { prefix: 'native', shows: (what: Action) => 'emits' in what || what.logs > 0 },
  {
    prefix: 'native2',
    shows: (what: Action) => 'emits' in what || what.logs > 0 || what.isTransfer,
  },
] as const

interface LogObject {
  readonly transactionHash: string
  readonly transactionIndex: string
  readonly logIndex: string
}

interface ReceiptObject {
  readonly transactionHash: string
  readonly transactionIndex: string
  readonly from: string
  readonly to: string
  readonly type: string
  readonly logs: readonly LogObject[]
}

interface TransactionObject {
  readonly hash: string
  readonly transactionIndex: string
  readonly from: string
  readonly to: string
}

interface BlockObject<T> {
  readonly hash: string
  readonly transactions: readonly T[]
}

const logsOf = (what: Action): number => ('emits' in what ? what.emits : what.logs)

/** Expected contents of a block in a namespace, by counting. */
function expected(
  actions: readonly Action[],
  transactions: readonly AnyTransaction[],
  shows: (what: Action) => boolean,
) {
  let logIndex = 0
  return actions
    .map((what, i) => ({ what, hash: transactions[i]?.hash ?? '' }))
    .filter(({ what }) => shows(what))
    .map(({ what, hash }, index) => {
      const transactionIndex = toQuantity(index)
      const logs = Array.from({ length: logsOf(what) }, () => ({
        transactionHash: hash,
        transactionIndex,
        logIndex: toQuantity(logIndex++),
      }))
      return { hash, transactionIndex, logs }
    })
}

test('each family numbers its entries consecutively and consistently', async () => {
  await fc.assert(
    fc.asyncProperty(blocks, async (rounds) => {
      const { chain, append } = await mixedChain()
      const ask = rpcOf(chain)
      const made = []
      for (const actions of rounds) {
        const transactions = await mixedBlock(chain, actions)
        await append(transactions)
        made.push({ actions, transactions })
      }
      for (const { prefix, shows } of surfaces) {
        const all = []
        for (const [i, { actions, transactions }] of made.entries()) {
          const wanted = expected(actions, transactions, shows)
          all.push(...wanted.flatMap(({ logs }) => logs))
          await expectBlock(ask, prefix, toQuantity(i + 1), wanted)
          if (prefix !== 'native2') await expectLookups(ask, prefix, toQuantity(i + 1), wanted)
        }
        if (prefix === 'native2') continue
        const range = { fromBlock: '0x0', toBlock: toQuantity(rounds.length) }
        expect(await ask(`${prefix}_getLogs`, range)).toMatchObject(all)
      }
      await chain.close()
    }),
    { numRuns: runs({ quick: 3, full: 10 }) },
  )
})

type Wanted = ReturnType<typeof expected>

/** The block, its receipts and its counts, by number and by hash. */
async function expectBlock(ask: Ask, prefix: string, number: string, wanted: Wanted) {
  const hashes = wanted.map(({ hash }) => hash)
  const block = await ask<BlockObject<string>>(`${prefix}_getBlockByNumber`, number, false)
  const full = await ask<BlockObject<TransactionObject>>(`${prefix}_getBlockByNumber`, number, true)
  expect(block).toEqual({ ...full, transactions: hashes })
  expect(full.transactions).toMatchObject(
    wanted.map(({ hash, transactionIndex }) => ({ hash, transactionIndex })),
  )
  expect(await ask(`${prefix}_getBlockByHash`, block.hash, true)).toEqual(full)
  const eth = await ask<object>('eth_getBlockByNumber', number, false)
  expect({ ...block, transactions: [] }).toEqual({ ...eth, transactions: [] })
  const receipts = await ask<ReceiptObject[]>(`${prefix}_getBlockReceipts`, number)
  expect(receipts).toMatchObject(
    wanted.map(({ hash, ...rest }) => ({ transactionHash: hash, ...rest })),
  )
  receipts.forEach(({ from, to }, i) => {
    expect(full.transactions[i]).toMatchObject({ from, to })
  })
  for (const [name, ref] of [
    ['Number', number],
    ['Hash', block.hash],
  ]) {
    const count = await ask(`${prefix}_getBlockTransactionCountBy${name}`, ref)
    expect(count).toBe(toQuantity(wanted.length))
  }
  expectReadable(full, receipts)
}

/** Each transaction by place and by hash, and its receipt. */
async function expectLookups(ask: Ask, prefix: string, number: string, wanted: Wanted) {
  const { hash, transactions } = await ask<BlockObject<TransactionObject>>(
    `${prefix}_getBlockByNumber`,
    number,
    true,
  )
  const receipts = await ask<ReceiptObject[]>(`${prefix}_getBlockReceipts`, number)
  for (let i = 0; i <= wanted.length; i++) {
    const [transaction = null, receipt] = [transactions[i], receipts[i]]
    const at = (name: string, ref: string) =>
      ask(`${prefix}_getTransactionByBlock${name}AndIndex`, ref, toQuantity(i))
    expect(await at('Number', number)).toEqual(transaction)
    expect(await at('Hash', hash)).toEqual(transaction)
    if (transaction === null) continue
    expect(await ask(`${prefix}_getTransactionByHash`, transaction.hash)).toEqual(transaction)
    expect(await ask(`${prefix}_getTransactionReceipt`, transaction.hash)).toEqual(receipt)
  }
}

/** viem reads every number of them. */
function expectReadable(block: object, receipts: readonly object[]) {
  const read = formatBlock(block as Parameters<typeof formatBlock>[0])
  read.transactions.forEach((transaction, i) => {
    expect(transaction).toMatchObject({ transactionIndex: i })
    if (typeof transaction !== 'string') expect(typeof transaction.value).toBe('bigint')
  })
  receipts.forEach((receipt, i) => {
    const read = formatTransactionReceipt(receipt as Parameters<typeof formatTransactionReceipt>[0])
    expect(read).toMatchObject({ transactionIndex: i, status: expect.stringMatching(/./) })
    for (const [place, log] of read.logs.entries()) {
      expect(log.logIndex).toBe((read.logs[0]?.logIndex ?? 0) + place)
    }
  })
}

const synthetic: Action = { logs: 2, isTransfer: false, fails: false }
const transfer: Action = { logs: 0, isTransfer: true, fails: false }
const failed: Action = { logs: 0, isTransfer: true, fails: true }
const hidden: Action = { logs: 0, isTransfer: false, fails: false }
const emission: Action = { emits: 1 }

test('native transactions have the form of other transactions', async () => {
  const { chain, append } = await mixedChain()
  const ask = rpcOf(chain)
  const all = await mixedBlock(chain, [transfer, emission, synthetic, failed, hidden])
  await append(all)
  const [, , { hash = '' } = {}, , hiddenOne] = all
  const block = await ask<BlockObject<TransactionObject>>('native2_getBlockByNumber', '0x1', true)
  const value = toQuantity(SENT * 10n ** 12n)
  const pay = { from: bob.address, to: (await paid(ask)).to, value, input: '0x', gas: '0x0' }
  expect(block.transactions).toMatchObject([
    { ...pay, transactionIndex: '0x0' },
    { from: alice.address, transactionIndex: '0x1' },
    { from: bob.address, to: POINTER, value: '0x0', hash, transactionIndex: '0x2' },
    { from: bob.address, transactionIndex: '0x3' },
  ])
  const receipts = await ask<ReceiptObject[]>('native2_getBlockReceipts', '0x1')
  const [, evm] = await ask<{ cumulativeGasUsed: string }[]>('native2_getBlockReceipts', '0x1')
  const shell = { type: '0xffffffff', gasUsed: '0x0', effectiveGasPrice: '0x0', status: '0x1' }
  expect(receipts).toMatchObject([
    { ...shell, cumulativeGasUsed: '0x0', logs: [] },
    { type: '0x2', status: '0x1' },
    { ...shell, cumulativeGasUsed: evm?.cumulativeGasUsed, contractAddress: null },
    { ...shell, status: '0x0', cumulativeGasUsed: evm?.cumulativeGasUsed },
  ])
  expect(receipts[2]?.logs).toMatchObject([{ logIndex: '0x1' }, { logIndex: '0x2' }])
  // Neither what has no logs nor what is nothing to the EVM is a transaction of the synthetic kind.
  for (const unseen of [all[0], all[3], hiddenOne]) {
    expect(await ask('native_getTransactionByHash', unseen?.hash)).toBeNull()
    expect(await ask('native_getTransactionReceipt', unseen?.hash)).toBeNull()
  }
  // The other surface knows nothing of any.
  expect(await ask('eth_getTransactionByHash', hash)).toBeNull()
  expect(await ask('eth_getTransactionReceipt', hash)).toBeNull()
  await chain.close()
})

/** The transfer in the block's receipts. */
async function paid(ask: Ask): Promise<ReceiptObject> {
  const [first] = await ask<ReceiptObject[]>('native2_getBlockReceipts', '0x1')
  if (first === undefined) throw new Error('a receipt')
  return first
}

test('responses match their schemas', async () => {
  const { chain, append } = await mixedChain()
  const ask = rpcOf(chain)
  const transactions = await mixedBlock(chain, [transfer, emission, synthetic, failed])
  await append(transactions)
  const ajv = new Ajv({ strict: false })
  for (const [name, ...params] of [
    ['native2_getBlockByNumber', '0x1', true],
    ['native_getBlockByNumber', '0x1', false],
    ['native2_getBlockReceipts', '0x1'],
    ['native_getTransactionByHash', transactions[2]?.hash],
    ['native_getTransactionReceipt', transactions[2]?.hash],
    ['native_getLogs', {}],
  ] as const) {
    const answer = await ask(name, ...params)
    expect(answer).not.toBeNull()
    const fits = ajv.validate(methods.get(name)?.result.schema ?? false, answer)
    expect(fits, `${name}: ${ajv.errorsText()}`).toBe(true)
  }
  await chain.close()
})

test('a bank transfer shows its sender, recipient and value', async () => {
  const chain = testChain()
  const ask = rpcOf(chain)
  const transaction = await nativeTx(chain, bob, [sendTo(bob, pauper, 3n), sendTo(bob, carol, 4n)])
  const { block } = await mineNative(chain, transaction)
  const { from, to } = await paid(ask)
  expect(from).toBe(bob.address)
  expect(await ask('eth_getBalance', to, 'latest')).toBe(toQuantity(3n * 10n ** 12n))
  const { hash } = transaction
  const value = toQuantity(7n * 10n ** 12n)
  expect(await ask('native2_getBlockByHash', block.hash, true)).toMatchObject({
    hash: block.hash,
    transactions: [{ hash, from, to, value, blockHash: block.hash, blockNumber: '0x1' }],
  })
  for (const [prefix, count] of [
    ['eth', '0x0'],
    ['native', '0x0'],
    ['native2', '0x1'],
  ]) {
    expect(await ask(`${prefix}_getBlockTransactionCountByNumber`, 'latest')).toBe(count)
  }
  await chain.close()
})

test('pending transactions and the pending block match the eth_* methods', async () => {
  const { chain } = await mixedChain()
  const ask = rpcOf(chain)
  const [first, second] = await mixedBlock(chain, [emission, emission])
  if (first === undefined || second === undefined || 'messages' in second) throw new Error('two')
  await chain.pool.submit(second)
  for (const prefix of ['native', 'native2']) {
    const pending = await ask(`${prefix}_getBlockByNumber`, 'pending', true)
    expect(pending).toEqual(await ask('eth_getBlockByNumber', 'pending', true))
  }
  const waiting = await ask('native_getTransactionByHash', second.hash)
  expect(waiting).toMatchObject({ hash: second.hash, blockHash: null })
  expect(waiting).toEqual(await ask('eth_getTransactionByHash', second.hash))
  expect(await ask('native_getTransactionReceipt', second.hash)).toBeNull()
  await chain.close()
})

test('viem and ethers decode a native transaction', async () => {
  const { chain, append } = await mixedChain()
  const ask = rpcOf(chain)
  const [one] = await mixedBlock(chain, [synthetic])
  if (one === undefined) throw new Error('one')
  await append([one])
  const transaction = await ask<object>('native_getTransactionByHash', one.hash)
  const viem = formatTransaction(transaction as Parameters<typeof formatTransaction>[0])
  expect(viem).toMatchObject({ type: 'legacy', value: 0n, gas: 0n, nonce: 0, v: 0n })
  const network = Network.from(713714)
  const provider = new JsonRpcProvider(undefined, network, { staticNetwork: network })
  const receipt = await ask<object>('native_getTransactionReceipt', one.hash)
  const ethers = provider._wrapTransactionResponse(transaction as never, network)
  expect(ethers).toMatchObject({ hash: one.hash, type: 0, value: 0n, index: 0 })
  const read = provider._wrapTransactionReceipt(receipt as never, network)
  expect(read).toMatchObject({ hash: one.hash, status: 1, type: 0xffffffff })
  expect(read.logs).toHaveLength(2)
  provider.destroy()
  await chain.close()
})
