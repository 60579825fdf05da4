import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { unpackDump } from '../../../src/chain/transfer/packDump.ts'
import { readDump } from '../../../src/chain/transfer/readDump.ts'
import { createWallet } from '../../../src/node/accounts/wallet.ts'
import { createNode } from '../../../src/node/createNode.ts'
import type { Json } from '../../../src/primitives/encoding/json.ts'
import { silentLogger } from '../../../src/primitives/logger.ts'
import { systemClock } from '../../../src/primitives/time/clock.ts'
import { createDispatcher } from '../../../src/rpc/core/dispatch.ts'
import { methods } from '../../../src/rpc/core/registry.ts'
import { alice } from '../../support/accounts.ts'
import { openTestChain, signed, testChain } from '../../support/chain.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { executorOption } from '../../support/executor.ts'
import { testGenesis } from '../../support/genesis.ts'

/** Written by Anvil 1.7.1: a creation, a call and a payment in blocks 1 to 3. */
const file = readFileSync(
  new URL('../../fixtures/anvil-state/1.7.1-history.hex', import.meta.url),
  'utf8',
).trim()

interface AnvilBlock {
  readonly header: Readonly<Record<string, string>>
  readonly transactions: readonly { readonly transaction: Readonly<Record<string, string>> }[]
}

interface AnvilDump {
  readonly accounts: Readonly<Record<string, { readonly nonce: number }>>
  readonly blocks: readonly AnvilBlock[]
  readonly transactions: readonly {
    readonly block_hash: string
    readonly info: Readonly<Record<string, Json>>
    readonly receipt: Readonly<Record<string, Json>>
  }[]
}

const json = gunzipSync(Buffer.from(file.slice(2), 'hex')).toString()
const dump = JSON.parse(json) as AnvilDump
const utf8 = (text: string) => new TextEncoder().encode(text)
const hashOf = (number: number): string | undefined => {
  const hex = `0x${number.toString(16)}`
  return dump.transactions.find(({ info }) => {
    const block = dump.blocks.find(({ header }) => header.number === hex)
    return block?.transactions.some(({ transaction }) => transaction.hash === info.transaction_hash)
  })?.block_hash
}

async function startNode() {
  const node = await createNode({
    ...{ genesis: testGenesis(), clientVersion: 'rockpool/test', logger: silentLogger },
    ...executorOption,
    wallet: createWallet([]),
    clock: systemClock,
  })
  const { request } = createDispatcher(node, methods, { batchLimit: 1 })
  return (method: string, ...params: readonly Json[]) => request({ method, params })
}

test("blocks, transactions and receipts of Anvil's dump keep their hashes", async () => {
  const ask = await startNode()
  expect(await ask('anvil_loadState', file)).toBe(true)
  expect(await ask('eth_blockNumber')).toBe('0x3')
  for (const { block_hash, info, receipt } of dump.transactions) {
    const { transaction_hash: hash } = info
    const found = (await ask('eth_getTransactionByHash', hash ?? null)) as Record<string, Json>
    const block = (await ask('eth_getBlockByHash', block_hash, true)) as Record<string, Json>
    const theirs = dump.blocks.find(({ header }) => header.number === block.number)
    expect(block).toMatchObject({ ...theirs?.header, hash: block_hash, transactions: [found] })
    expect(await ask('eth_getBlockByNumber', block.number ?? null, true)).toEqual(block)
    const { v: _, ...signedFields } = theirs?.transactions[0]?.transaction ?? {}
    expect(found).toMatchObject({ ...signedFields, blockHash: block_hash, from: info.from })
    const { logs, ...counted } = receipt
    const own = (await ask('eth_getTransactionReceipt', hash ?? null)) as Record<string, Json>
    expect(own).toMatchObject({ ...counted, blockHash: block_hash, transactionHash: hash })
    expect(own.logs).toHaveLength((logs as readonly Json[]).length)
    await expect(ask('debug_traceTransaction', hash ?? null)).rejects.toThrow(
      'it was loaded from a state dump without the state before it',
    )
    expect(BigInt(own.gasUsed as string)).toBe(BigInt(info.gas_used as number))
  }
})

test('the chain continues from them, undoes them, and opens them again', async () => {
  const directory = temporaryDirectory()
  const first = await openTestChain(directory)
  const snapshot = await first.snapshots.take()
  await first.state.load(await readDump(await unpackDump(utf8(json)), first.names))
  expect(first.blocks.latest.hash).toBe(hashOf(3))
  await first.snapshots.revert(snapshot)
  expect(first.blocks.latest.number).toBe(0)
  await first.state.load(await readDump(await unpackDump(utf8(json)), first.names))
  const nonce = BigInt(dump.accounts[alice.address]?.nonce ?? 0)
  await first.pool.submit(signed(alice, { nonce }))
  expect(first.blocks.latest.header.parentHash).toBe(hashOf(3))
  await first.close()
  const again = await openTestChain(directory)
  expect(again.blocks.latest.number).toBe(4)
  expect([1n, 2n, 3n].map((number) => again.blocks.get(number)?.hash)).toEqual(
    [1, 2, 3].map(hashOf),
  )
  await again.close()
})

test('a block that does not verify, and those before it, are empty ones of the chain', async () => {
  const changed = structuredClone(dump) as unknown as {
    blocks: { header: Record<string, string> }[]
  }
  for (const { header } of changed.blocks) if (header.number === '0x2') header.gasUsed = '0x1'
  const chain = await testChain()
  const bytes = utf8(JSON.stringify(changed))
  await chain.state.load(await readDump(await unpackDump(bytes), chain.names))
  expect(chain.blocks.latest.hash).toBe(hashOf(3))
  expect(chain.blocks.get(2n)?.transactions).toEqual([])
  expect(chain.blocks.get(1n)?.hash).not.toBe(hashOf(1))
})
