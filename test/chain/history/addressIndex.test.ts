import { expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import type { ChainSettings } from '../../../src/chain/chainCore.ts'
import type { BlockOrder } from '../../../src/chain/history/blockKeys.ts'
import { exportChain } from '../../../src/chain/transfer/exportChain.ts'
import { importChain } from '../../../src/chain/transfer/importChain.ts'
import { parseAddress } from '../../../src/primitives/address.ts'
import { hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { openDatabase } from '../../../src/store/database/database.ts'
import { tablePrefix } from '../../../src/store/database/tables.ts'
import { alice } from '../../support/accounts.ts'
import { openTestChain, signed, testChain } from '../../support/chain.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { testGenesis } from '../../support/genesis.ts'
import { rpcOf } from '../../support/rpc/rpc.ts'

/** Calls {@link CALLEE}. */
const CALLER = parseAddress(`0xca${'0'.repeat(38)}`)
const CALLEE = parseAddress(`0xce${'0'.repeat(38)}`)
const genesis = testGenesis({}, [
  [CALLER, { code: hexToBytes(`5f5f5f5f5f73${CALLEE.slice(2)}5af100`) }],
])
const OFF = { hasAddressIndex: false }

const open = (directory: string, settings: Partial<ChainSettings> = {}) =>
  openTestChain(directory, { genesis, ...settings })

/** Mines blocks in which code calls {@link CALLEE}. */
async function mine(chain: Chain, blocks: number): Promise<void> {
  for (let i = 0; i < blocks; i++) {
    const nonce = chain.pool.pendingNonce(alice.address)
    await chain.pool.submit(signed(alice, { to: CALLER, nonce }))
  }
}

/** Opens the chain of a directory, mines, and closes it. */
async function grow(
  directory: string,
  blocks: number,
  settings: Partial<ChainSettings> = {},
): Promise<void> {
  const chain = await open(directory, settings)
  await mine(chain, blocks)
  await chain.close()
}

/**
 * Numbers of the blocks in which {@link CALLEE} took part, and the code of the refusal that ended
 * the search.
 */
async function search(
  chain: Chain,
  order: BlockOrder = 'descending',
  first = 0,
): Promise<(number | string)[]> {
  const told: (number | string)[] = []
  const range = { first, last: chain.blocks.latest.number }
  try {
    const found = chain.transactions.search({ kind: 'party', address: CALLEE }, range, order)
    for await (const inBlock of found) told.push(...inBlock.map(({ block }) => block.number))
  } catch (error) {
    told.push((error as { code: string }).code)
  }
  return told
}

async function indexRows(directory: string): Promise<number> {
  const database = await openDatabase(directory, { sync: false })
  let count = 0
  for await (const _ of database.entries(tablePrefix('trait'))) count++
  await database.close()
  return count
}

test('a chain without the index has the same blocks, stores nothing for it and rejects searches', async () => {
  const [withIndex, without] = [testChain(genesis), testChain(genesis, OFF)]
  for (const chain of [withIndex, without]) await mine(chain, 3)
  expect(without.blocks.latest.hash).toBe(withIndex.blocks.latest.hash)
  expect(withIndex.blocks.latest.receipts[0]?.internalCalls?.touched).toEqual([CALLEE])
  expect(without.blocks.latest.receipts[0]).not.toHaveProperty('internalCalls')
  expect(await search(without)).toEqual(['ADDRESS_INDEX_OFF'])
  expect(await search(await without.branch())).toEqual(['ADDRESS_INDEX_OFF'])
  expect(await search(withIndex, 'ascending')).toEqual([1, 2, 3])
})

test.each([
  ['ots_searchTransactionsBefore', [CALLEE, 0, 25]],
  ['ots_searchTransactionsAfter', [CALLEE, 0, 25]],
  ['ots_getTransactionBySenderAndNonce', [alice.address, 0]],
  ['ots_getContractCreator', [CALLER]],
  ['eth_getTransactionBySenderAndNonce', [alice.address, '0x0']],
])('%s fails without the index and names the option', async (method, params) => {
  const ask = rpcOf(testChain(genesis, OFF))
  await expect(ask(method, ...params)).rejects.toMatchObject({
    code: -32000,
    message: 'the address index is disabled: start the node without --no-address-index',
  })
})

test('a database without the index has no index rows', async () => {
  const directory = temporaryDirectory()
  await grow(directory, 3, OFF)
  expect(await indexRows(directory)).toBe(0)
})

test('a database written without the index is searchable from the first indexed block', async () => {
  const directory = temporaryDirectory()
  await grow(directory, 3, OFF)
  await grow(directory, 2)
  for (let opened = 0; opened < 2; opened++) {
    const chain = await open(directory)
    expect(await search(chain)).toEqual([5, 4, 'ADDRESS_INDEX_INCOMPLETE'])
    expect(await search(chain, 'ascending')).toEqual(['ADDRESS_INDEX_INCOMPLETE'])
    expect(await search(chain, 'descending', 4)).toEqual([5, 4])
    expect(await search(chain, 'ascending', 5)).toEqual([5])
    const ask = rpcOf(chain)
    await expect(ask('ots_searchTransactionsBefore', CALLEE, 0, 1)).resolves.toMatchObject({
      lastPage: false,
    })
    await expect(ask('ots_searchTransactionsBefore', CALLEE, 0, 3)).rejects.toMatchObject({
      message:
        'the address index starts at block 4: earlier blocks were written with --no-address-index',
    })
    await chain.close()
  }
})

test('blocks written without the index end the searchable part', async () => {
  const directory = temporaryDirectory()
  await grow(directory, 2)
  await grow(directory, 1, OFF)
  const chain = await open(directory)
  await mine(chain, 1)
  expect(await search(chain)).toEqual([4, 'ADDRESS_INDEX_INCOMPLETE'])
  await chain.close()
})

test('a database that was only opened without the index is completely searchable', async () => {
  const directory = temporaryDirectory()
  await grow(directory, 2)
  await grow(directory, 0, OFF)
  const chain = await open(directory)
  expect(await search(chain)).toEqual([2, 1])
  await chain.close()
})

test('blocks that were reverted and mined again without the index are not searchable', async () => {
  const directory = temporaryDirectory()
  await grow(directory, 3)
  const without = await open(directory, OFF)
  await without.rollback(2n)
  await mine(without, 2)
  await without.close()
  const chain = await open(directory)
  expect(await search(chain)).toEqual(['ADDRESS_INDEX_INCOMPLETE'])
  await chain.rollback(2n)
  await mine(chain, 3)
  expect(await search(chain)).toEqual([4, 'ADDRESS_INDEX_INCOMPLETE'])
  await chain.close()
})

test('a reset chain is completely searchable, unless the index is off', async () => {
  const directory = temporaryDirectory()
  await grow(directory, 3, OFF)
  const chain = await open(directory)
  await chain.reset()
  await mine(chain, 2)
  expect(await search(chain)).toEqual([2, 1])
  await chain.close()
  const without = await open(directory, OFF)
  await without.reset()
  await mine(without, 1)
  await without.close()
  const again = await open(directory)
  await mine(again, 1)
  expect(await search(again)).toEqual([2, 'ADDRESS_INDEX_INCOMPLETE'])
  await again.close()
})

test('an imported chain is searchable like the exported one', async () => {
  const [directory, copy] = [temporaryDirectory(), temporaryDirectory()]
  await grow(directory, 2, OFF)
  await grow(directory, 2)
  const source = await openDatabase(directory, { sync: false })
  const target = await openDatabase(copy, { sync: false })
  await importChain(exportChain(source).file, target)
  await target.flush()
  await Promise.all([source.close(), target.close()])
  const chain = await open(copy)
  await mine(chain, 1)
  expect(await search(chain)).toEqual([5, 4, 3, 'ADDRESS_INDEX_INCOMPLETE'])
  await chain.close()
})
