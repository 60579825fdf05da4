import { describe, expect, test } from 'vitest'
import { isNative } from '../../../src/chain/block/blockEntries.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import { exportChain } from '../../../src/chain/transfer/exportChain.ts'
import { importChain } from '../../../src/chain/transfer/importChain.ts'
import { impersonate } from '../../../src/evm/transaction/impersonation.ts'
import type { Transaction, UnsignedTransaction } from '../../../src/evm/transaction/transaction.ts'
import { type Address, contractAddress, parseAddress } from '../../../src/primitives/address.ts'
import { hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { createDatabase } from '../../../src/store/database/createDatabase.ts'
import { openExistingDatabase } from '../../../src/store/database/database.ts'
import { alice, bob, pauper } from '../../support/accounts.ts'
import { openTestChain, signed, testChain } from '../../support/chain.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { COIN, testGenesis } from '../../support/genesis.ts'
import { rpcOf } from '../../support/rpc/rpc.ts'

/** Logs the caller and the origin: LOG2(caller, origin). */
const WITNESS = parseAddress(`0xaa${'0'.repeat(38)}`)
/** A contract with coins. */
const VAULT = parseAddress(`0xbb${'0'.repeat(38)}`)
const genesis = testGenesis({}, [
  [WITNESS, { code: hexToBytes('32335f5fa200') }],
  [VAULT, { code: hexToBytes('00'), nonce: 1n, balance: 5n * COIN }],
])
const latest = { tag: 'latest' } as const
/** The vault as a topic. */
const SENDER = `0x${VAULT.slice(2).padStart(64, '0')}`

/** A transaction like those of {@link signed}, of a sender without its key. */
function sent(from: Address, fields: Partial<UnsignedTransaction>): Transaction {
  return impersonate(signed(alice, fields), from)
}

async function stateOf(chain: Chain) {
  return (await chain.state.viewAt(latest)).state
}

const waiting = (): Chain => testChain(genesis, { mining: { automine: false } })

describe('an impersonated transaction', () => {
  test('runs as its sender, which stays unassociated', async () => {
    const chain = testChain(genesis)
    await chain.state.edit((state) => state.setBalance(pauper.address, COIN))
    const hash = await chain.pool.submit(sent(pauper.address, { to: WITNESS, value: 7n }))
    const located = chain.transactions.get(hash)
    const topic = `0x${pauper.address.slice(2).padStart(64, '0')}`
    expect(located?.receipt.logs[0]?.topics).toEqual([topic, topic])
    expect(located?.transaction.from).toBe(pauper.address)
    const state = await stateOf(chain)
    expect(state.getNonce(pauper.address)).toBe(1n)
    expect(state.getNativeAddress(pauper.address)).toBeUndefined()

    // The first transaction with the key associates, and brings the coins along.
    const left = state.getBalance(pauper.address)
    await chain.pool.submit(
      signed(pauper, { nonce: 1n, to: bob.address, maxPriorityFeePerGas: 0n }),
    )
    const after = await stateOf(chain)
    expect(after.getNativeAddress(pauper.address)).toBeDefined()
    expect(after.getBalance(pauper.address)).toBeGreaterThan(left - COIN / 100n)
  })

  test('may be sent from a contract, which pays, and creates at its next nonce', async () => {
    const chain = testChain(genesis)
    const hash = await chain.pool.submit(
      sent(VAULT, { nonce: 1n, data: hexToBytes('600160005360016000f3') }),
    )
    const { receipt } = chain.transactions.get(hash) ?? {}
    expect(receipt?.status).toBe(1)
    expect(receipt?.contractAddress).toBe(contractAddress(VAULT, 1n))
    const state = await stateOf(chain)
    expect(state.getNonce(VAULT)).toBe(2n)
    const { gasUsed = 0n, effectiveGasPrice = 0n } = receipt ?? {}
    expect(state.getBalance(VAULT)).toBe(5n * COIN - gasUsed * effectiveGasPrice)
  })

  test('from a contract is rejected with a signature', async () => {
    const chain = testChain(genesis)
    await chain.state.edit((state) => state.setCode(alice.address, hexToBytes('00')))
    await expect(chain.pool.submit(signed(alice, {}))).rejects.toMatchObject({
      details: { code: 'SENDER_NOT_EOA' },
    })
    await chain.pool.submit(sent(alice.address, {}))
  })

  test('can be pending, replaced and dropped', async () => {
    const chain = waiting()
    const first = await chain.pool.submit(sent(VAULT, { nonce: 1n, to: bob.address }))
    await chain.pool.submit(sent(VAULT, { nonce: 3n, to: bob.address }))
    const alike = await chain.pool.submit(sent(bob.address, { nonce: 1n, to: bob.address }))
    expect(alike).not.toBe(first)
    expect(chain.pool.pendingNonce(VAULT)).toBe(2n)
    await expect(chain.pool.submit(sent(VAULT, { nonce: 1n }))).rejects.toMatchObject({
      details: { code: 'REPLACEMENT_UNDERPRICED' },
    })
    const better = { maxFeePerGas: 30_000_000_000n, maxPriorityFeePerGas: 2_000_000_000n }
    const second = await chain.pool.submit(sent(VAULT, { nonce: 1n, to: alice.address, ...better }))
    expect(chain.pool.get(first)).toBeUndefined()
    const { block } = await chain.state.viewAt({ tag: 'pending' })
    expect(block.transactions.map(({ hash, from }) => [hash, from])).toEqual([[second, VAULT]])
    expect(await chain.pool.drop((tx) => !isNative(tx) && tx.from === VAULT)).toHaveLength(2)
    expect([...chain.pool.contents.queued.keys()]).toEqual([bob.address])
  })

  test('follows snapshots and works on a branch', async () => {
    const chain = testChain(genesis)
    const id = await chain.snapshots.take()
    const branch = await chain.branch()
    const hash = await chain.pool.submit(sent(VAULT, { nonce: 1n, to: WITNESS }))
    const { hash: block } = chain.blocks.latest
    await chain.snapshots.revert(id)
    expect(chain.transactions.get(hash)).toBeUndefined()
    await chain.pool.submit(sent(VAULT, { nonce: 1n, to: WITNESS }))
    await branch.pool.submit(sent(VAULT, { nonce: 1n, to: WITNESS }))
    expect([chain.blocks.latest.hash, branch.blocks.latest.hash]).toEqual([block, block])
    await chain.close()
  })

  test('is replayed by traces and shown in Cosmos form', async () => {
    const chain = waiting()
    await chain.pool.submit(sent(VAULT, { nonce: 1n, to: bob.address, value: COIN }))
    const hash = await chain.pool.submit(sent(VAULT, { nonce: 2n, to: WITNESS }))
    await chain.mining.mine()
    const ask = rpcOf(chain)
    const trace = await ask('debug_traceTransaction', hash, { tracer: 'callTracer' })
    expect(trace).toMatchObject({ from: VAULT, to: WITNESS, type: 'CALL' })
    const raw = await ask('eth_getRawTransactionByHash', hash)
    expect(await ask('debug_getRawTransaction', hash)).toBe(raw)
    expect(await ask('eth_getTransactionByHash', hash)).toMatchObject({ hash, from: VAULT })
    const { tx_response: response } = await ask<{ tx_response: object }>('native_getCosmosTx', hash)
    // The contract's own bytes in bech32, as cosmjs writes them.
    const { toBech32 } = await import('@cosmjs/encoding')
    const sender = toBech32('sei', hexToBytes(VAULT))
    expect(JSON.stringify(response)).toContain(sender)
  })

  test('survives a restart, in a block and in the pool, and an export', async () => {
    const directory = temporaryDirectory()
    const chain = await openTestChain(directory, { genesis })
    const mined = await chain.pool.submit(sent(VAULT, { nonce: 1n, to: WITNESS }))
    const pooled = await chain.pool.submit(sent(VAULT, { nonce: 3n, to: WITNESS }))
    const before = chain.transactions.get(mined)?.transaction
    await chain.close()

    const again = await openTestChain(directory, { genesis })
    expect(again.transactions.get(mined)?.transaction).toStrictEqual(before)
    expect(again.pool.get(pooled)?.from).toBe(VAULT)
    await again.pool.submit(sent(VAULT, { nonce: 2n, to: WITNESS }))
    expect(again.transactions.get(pooled)?.transaction.from).toBe(VAULT)
    const latest = again.blocks.latest.hash
    await again.close()

    const database = await openExistingDatabase(directory)
    const exported = exportChain(database)
    const elsewhere = temporaryDirectory()
    await createDatabase(elsewhere, (target) => importChain(exported.file, target))
    await database.close()
    const imported = await openTestChain(elsewhere, { genesis })
    expect(imported.transactions.get(mined)?.transaction).toStrictEqual(before)
    // Mined transactions are unchanged, and the sender can send more.
    expect(imported.blocks.latest.hash).toBe(latest)
    expect(imported.transactions.get(pooled)?.receipt.logs[0]?.topics).toEqual([SENDER, SENDER])
    const ask = rpcOf(imported)
    for (const hash of [mined, pooled]) {
      expect(await ask('eth_getTransactionByHash', hash)).toMatchObject({ from: VAULT })
      expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ from: VAULT })
    }
    await expect(
      imported.pool.submit(sent(VAULT, { nonce: 3n, to: WITNESS })),
    ).rejects.toMatchObject({
      code: 'NONCE_TOO_LOW',
    })
    const next = await imported.pool.submit(sent(VAULT, { nonce: 4n, to: WITNESS }))
    expect(imported.transactions.get(next)?.receipt.status).toBe(1)
    await imported.close()
  })

  test('submitted again as raw bytes belongs to the substitute, which has no funds', async () => {
    const chain = testChain(genesis)
    const tx = sent(VAULT, { nonce: 1n, to: WITNESS })
    await chain.pool.submit(tx)
    const resent = rpcOf(chain)(
      'eth_sendRawTransaction',
      `0x${Buffer.from(tx.raw).toString('hex')}`,
    )
    await expect(resent).rejects.toThrow(/insufficient funds|already known/)
  })
})
