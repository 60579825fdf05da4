import { describe, expect, test } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { openChain } from '../../src/chain/createChain.ts'
import { exportChain } from '../../src/chain/transfer/exportChain.ts'
import { importChain } from '../../src/chain/transfer/importChain.ts'
import { publicKeyToNative } from '../../src/evm/transaction/association.ts'
import { parseAddress } from '../../src/primitives/address.ts'
import { bigIntToBytes, latin1ToBytes } from '../../src/primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { storageKind } from '../../src/state/rows/layout.ts'
import { createDatabase } from '../../src/store/database/createDatabase.ts'
import { openDatabase, openExistingDatabase } from '../../src/store/database/database.ts'
import { verifyOps } from '../../src/store/ics23/verifyOps.ts'
import { alice, bob, carol, pauper } from '../support/accounts.ts'
import { openTestChain, signed, testChain, testSettings } from '../support/chain.ts'
import { checkDatabase } from '../support/checkDatabase.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { COIN, testGenesis } from '../support/genesis.ts'
import { rpcOf } from '../support/rpc/rpc.ts'

const latest = { tag: 'latest' } as const
const pending = { tag: 'pending' } as const

const CONTRACT = parseAddress(`0xaa${'0'.repeat(38)}`)
const word = (value: bigint) => bigIntToBytes(value, 32)
const SLOT = word(7n)
/** Returns what is in slot 7, and adds 1 to it. */
const COUNT = hexToBytes('600754806001016007556000526020 6000f3'.replaceAll(' ', ''))

const setWord = (chain: Chain, value: bigint) =>
  chain.state.edit((state) => state.setStorage(CONTRACT, SLOT, word(value)))
const pay = (chain: Chain, nonce: bigint) =>
  chain.pool.submit(signed(alice, { nonce, to: bob.address, value: 1n }))
const count = (chain: Chain, nonce: bigint) =>
  chain.pool.submit(signed(alice, { nonce, to: CONTRACT }))
const numbered = (number: bigint) => ({ number })

async function wordAt(chain: Chain, ref: Parameters<Chain['state']['viewAt']>[0]): Promise<bigint> {
  const { state } = await chain.state.viewAt(ref)
  return BigInt(`0x${Buffer.from(state.getStorage(CONTRACT, SLOT)).toString('hex')}`)
}

/** What the proof at a block says, once the block's state root vouches for it. */
async function provenWord(chain: Chain, number: bigint): Promise<Uint8Array | undefined> {
  const [proof] = await chain.state.proveStorage({ number }, CONTRACT, [SLOT])
  const root = hexToBytes(chain.blocks.get(number)?.header.stateRoot ?? '')
  const key = latin1ToBytes(storageKind(CONTRACT).key(Buffer.from(SLOT).toString('latin1')))
  verifyOps(proof?.ops ?? [], { store: 'evm', key, value: proof?.word }, root)
  return proof?.word
}

describe.each([
  ['in memory', async (keep) => testChain(undefined, keep)],
  ['on disk', (keep) => openTestChain(temporaryDirectory(), keep)],
] as [string, (keep?: { keep: number }) => Promise<Chain>][])(
  'an edit of a chain %s',
  (_, create) => {
    test('creates no block and is visible at once', async () => {
      const chain = await create()
      await pay(chain, 0n)
      const told: unknown[] = []
      chain.watch({ onBlocks: (change) => void told.push(change) })
      const { hash } = chain.blocks.latest
      const before = await chain.state.viewAt(pending)
      await chain.state.edit((state) => {
        state.setStorage(CONTRACT, SLOT, word(5n))
        state.setCode(CONTRACT, COUNT)
        state.setBalance(pauper.address, 3n * COIN + 1n)
        state.setNonce(pauper.address, 9n)
      })
      expect(chain.blocks.latest.hash).toBe(hash)
      expect(told).toEqual([])
      for (const ref of [latest, pending, numbered(1n), { hash }]) {
        expect(await wordAt(chain, ref)).toBe(5n)
        const { state } = await chain.state.viewAt(ref)
        expect(state.getBalance(pauper.address)).toBe(3n * COIN + 1n)
        expect(state.getNonce(pauper.address)).toBe(9n)
        expect(state.getCode(CONTRACT)).toEqual(COUNT)
      }
      expect(chain.pool.pendingNonce(pauper.address)).toBe(9n)
      // A view keeps its state.
      expect(before.state.getBalance(pauper.address)).toBe(0n)
      expect(await wordAt(chain, numbered(0n))).toBe(0n)
      await chain.close()
    })

    test('stays at its block and is in the state root of the next one', async () => {
      const chain = await create()
      await chain.state.edit((state) => state.setCode(CONTRACT, COUNT))
      await setWord(chain, 5n)
      expect(await provenWord(chain, 0n)).toBeUndefined()
      await count(chain, 0n)
      await setWord(chain, 20n)
      await setWord(chain, 30n)
      await count(chain, 1n)
      const words = await Promise.all([0n, 1n, 2n].map((n) => wordAt(chain, numbered(n))))
      expect(words).toEqual([5n, 30n, 31n])
      // What was edited after a block is not under its root.
      expect(await provenWord(chain, 1n)).toEqual(word(6n))
      expect(await provenWord(chain, 2n)).toEqual(word(31n))
      expect(await provenWord(chain, 0n)).toBeUndefined()
      await chain.close()
    })

    test("is the base of the next block's traces", async () => {
      const chain = await create()
      await chain.state.edit((state) => state.setCode(CONTRACT, COUNT))
      await count(chain, 0n)
      await setWord(chain, 40n)
      const hash = await count(chain, 1n)
      await setWord(chain, 50n)
      const ask = rpcOf(chain)
      const trace = await ask<{ output: string }>('debug_traceTransaction', hash, {
        tracer: 'callTracer',
      })
      expect(BigInt(trace.output)).toBe(40n)
      const call = { to: CONTRACT, from: alice.address }
      expect(BigInt(await ask('eth_call', call, '0x0'))).toBe(0n)
      expect(BigInt(await ask('eth_call', call, '0x1'))).toBe(40n)
      expect(BigInt(await ask('eth_call', call, 'latest'))).toBe(50n)
      const [next] = await ask<{ result: { output: string } }[]>(
        'debug_traceBlockByNumber',
        '0x2',
        {
          tracer: 'callTracer',
        },
      )
      expect(BigInt(next?.result.output ?? 0)).toBe(40n)
      expect(await ask('debug_getModifiedAccountsByNumber', '0x1', '0x2')).toContain(CONTRACT)
      await chain.close()
    })

    test('has no effect if it throws or a balance would overflow', async () => {
      const chain = await create()
      await setWord(chain, 1n)
      const edit = chain.state.edit((state) => {
        state.setStorage(CONTRACT, SLOT, word(2n))
        state.setBalance(bob.address, 0n)
        throw new Error('no')
      })
      await expect(edit).rejects.toThrow('no')
      const most = 2n ** 256n - 1n
      const rich = (wei: bigint) => chain.state.edit((state) => state.setBalance(bob.address, wei))
      await expect(rich(most + 1n)).rejects.toMatchObject({ code: 'BALANCE_OVERFLOW' })
      const { state } = await chain.state.viewAt(latest)
      expect(state.getBalance(bob.address)).toBe(1000n * COIN)
      expect(await wordAt(chain, latest)).toBe(1n)
      await rich(most)
      await chain.state.edit((edited) => edited.setBalance(carol.address, most))
      await expect(
        chain.state.edit((edited) => edited.addBalance(carol.address, 1n)),
      ).rejects.toMatchObject({ code: 'BALANCE_OVERFLOW' })
      // The supply has room for 2^40 such accounts and more.
      await expect(
        chain.state.edit((edited) => edited.setSupply('usei', 2n ** 256n)),
      ).rejects.toMatchObject({ code: 'SUPPLY_TOO_LARGE' })
      await chain.pool.submit(signed(bob, { to: alice.address, value: most - 2_000n * COIN }))
      await chain.close()
    })

    test('is reverted by snapshots and not shared with branches', async () => {
      const chain = await create()
      await setWord(chain, 1n)
      const first = await chain.snapshots.take()
      await setWord(chain, 2n)
      const branch = await chain.branch()
      await setWord(chain, 3n)
      await setWord(branch, 4n)
      await pay(branch, 0n)
      await pay(chain, 0n)
      expect(await wordAt(chain, latest)).toBe(3n)
      expect(await wordAt(branch, latest)).toBe(4n)
      expect(await wordAt(branch, numbered(0n))).toBe(4n)
      expect(await chain.snapshots.revert(first)).toBe(true)
      expect(await wordAt(chain, latest)).toBe(1n)
      expect(await wordAt(chain, pending)).toBe(1n)
      expect(await wordAt(branch, numbered(0n))).toBe(4n)
      await pay(chain, 0n)
      expect(await wordAt(chain, numbered(0n))).toBe(1n)
      await chain.close()
    })

    test('of a nonce drops stale transactions and mines a waiting one', async () => {
      const chain = await create()
      const [stale, waiting] = [2n, 5n].map((nonce) => signed(alice, { nonce, to: bob.address }))
      for (const tx of [stale, waiting]) if (tx) await chain.pool.submit(tx)
      await chain.state.edit((state) => state.setNonce(alice.address, 5n))
      expect(chain.transactions.get(waiting?.hash ?? ('0x' as never))?.block.number).toBe(1)
      expect(chain.pool.get(stale?.hash ?? ('0x' as never))).toBeUndefined()
      expect(chain.transactions.get(stale?.hash ?? ('0x' as never))).toBeUndefined()
      // A transaction is in one block at most.
      await chain.state.edit((state) => state.setNonce(alice.address, 5n))
      const again = signed(alice, { nonce: 5n, to: bob.address })
      await expect(chain.pool.submit(again)).rejects.toMatchObject({ code: 'ALREADY_KNOWN' })
      const other = signed(alice, { nonce: 5n, to: carol.address })
      await chain.pool.submit(other)
      expect(chain.transactions.get(other.hash)?.block.number).toBe(2)
      await chain.close()
    })

    test("that sets and removes a key's code leaves it unchanged", async () => {
      const chain = await create()
      const ask = rpcOf(chain)
      await ask('hardhat_setBalance', pauper.address, `0x${COIN.toString(16)}`)
      await ask('hardhat_setCode', pauper.address, '0x00')
      const tx = signed(pauper, { to: bob.address, value: 5n })
      await expect(chain.pool.submit(tx)).rejects.toMatchObject({ code: 'SENDER_NOT_EOA' })
      await ask('hardhat_setCode', pauper.address, '0x')
      await chain.pool.submit(tx)
      const { state } = await chain.state.viewAt(latest)
      const native = bytesToHex(state.getNativeAddress(pauper.address) ?? new Uint8Array(0))
      expect(native).toBe(publicKeyToNative(pauper.publicKey))
      expect(state.getBalance(bob.address)).toBe(1000n * COIN + 5n)
      await ask('hardhat_setCode', chain.mining.config.coinbase, '0x')
      expect(
        (await chain.state.viewAt(latest)).state.getNativeAddress(chain.mining.config.coinbase),
      ).toBeDefined()
      await chain.close()
    })

    test('does not count as a kept block', async () => {
      const chain = await create({ keep: 2 })
      for (let nonce = 0n; nonce < 6n; nonce++) {
        await pay(chain, nonce)
        for (let i = 0n; i < nonce; i++) await setWord(chain, 10n * nonce + i + 1n)
      }
      expect(chain.state.earliest).toBe(5n)
      expect(await wordAt(chain, numbered(5n))).toBe(44n)
      expect(await provenWord(chain, 5n)).toEqual(word(33n))
      expect(await wordAt(chain, numbered(6n))).toBe(55n)
      await expect(chain.state.viewAt(numbered(4n))).rejects.toMatchObject({
        details: { code: 'BLOCK_PRUNED', number: 4n, earliest: 5n },
      })
      await chain.close()
    })
  },
)

describe('an edit in a directory', () => {
  test('persists before and after the next block', async () => {
    const directory = temporaryDirectory()
    const first = await openTestChain(directory)
    await pay(first, 0n)
    for (let i = 1n; i < 5n; i++) await setWord(first, i)
    const { hash } = first.blocks.latest
    await first.close()
    const second = await openTestChain(directory)
    expect(second.blocks.latest.hash).toBe(hash)
    expect(await wordAt(second, latest)).toBe(4n)
    await pay(second, 1n)
    const wanted = testChain()
    await pay(wanted, 0n)
    for (let i = 1n; i < 5n; i++) await setWord(wanted, i)
    await pay(wanted, 1n)
    expect(second.blocks.latest).toEqual(wanted.blocks.latest)
    await second.close()
    const database = await openDatabase(directory, { sync: false })
    expect(await checkDatabase(database)).toMatchObject({ height: 2, version: 7 })
    await database.close()
  })

  test('does not exist after a revert', async () => {
    const directory = temporaryDirectory()
    const chain = await openTestChain(directory)
    await setWord(chain, 1n)
    const id = await chain.snapshots.take()
    await setWord(chain, 2n)
    await pay(chain, 0n)
    await setWord(chain, 3n)
    await chain.snapshots.revert(id)
    await chain.close()
    const database = await openDatabase(directory, { sync: false })
    expect(await checkDatabase(database)).toMatchObject({ height: 0, version: 2 })
    await database.close()
    const again = await openTestChain(directory)
    expect(await wordAt(again, latest)).toBe(1n)
    await again.close()
  })

  test('is visible when it is written, and has no effect if it cannot be', async () => {
    const database = await openDatabase(temporaryDirectory(), { sync: false })
    let isFull = false
    let beforeFlush = async (): Promise<void> => {}
    const flush = database.flush.bind(database)
    database.flush = async () => {
      await beforeFlush()
      if (!isFull) return flush()
      database.discard()
      throw new Error('no space left on device')
    }
    const chain = await openChain(testSettings(), database)
    const wanted = testChain()
    isFull = true
    await expect(setWord(chain, 1n)).rejects.toThrow('no space left')
    expect(await wordAt(chain, latest)).toBe(0n)
    isFull = false
    const seen: bigint[] = []
    beforeFlush = async () => {
      seen.push(
        await wordAt(chain, latest),
        await wordAt(chain, pending),
        await wordAt(chain, numbered(0n)),
      )
    }
    for (const each of [chain, wanted]) {
      await setWord(each, 2n)
      if (each === chain) expect(seen).toEqual([0n, 0n, 0n])
      expect(await wordAt(each, latest)).toBe(2n)
      await pay(each, 0n)
    }
    expect(chain.blocks.latest).toEqual(wanted.blocks.latest)
    await chain.close()
  })

  test('is exported with its block', async () => {
    const directory = temporaryDirectory()
    const genesis = testGenesis({}, [[CONTRACT, { code: COUNT }]])
    const chain = await openTestChain(directory, { genesis })
    await count(chain, 0n)
    await setWord(chain, 20n)
    await setWord(chain, 30n)
    await count(chain, 1n)
    await setWord(chain, 40n)
    const hashes = [0n, 1n, 2n].map((number) => chain.blocks.get(number)?.hash)
    await chain.close()
    for (const [height, edits, value] of [
      [0, 0, 0n],
      [1, 2, 30n],
      [2, 1, 40n],
    ] as const) {
      const copy = `${temporaryDirectory()}/copy`
      const source = await openExistingDatabase(directory)
      const { file, ...summary } = exportChain(source, { height })
      expect(summary).toMatchObject({ height, edits })
      expect(await createDatabase(copy, (target) => importChain(file, target))).toEqual(summary)
      await source.close()
      const imported = await openTestChain(copy, { genesis })
      expect(imported.blocks.latest.hash).toBe(hashes[height])
      expect(await wordAt(imported, latest)).toBe(value)
      expect(imported.state.earliest).toBe(BigInt(height))
      await count(imported, BigInt(height))
      expect(await wordAt(imported, latest)).toBe(value + 1n)
      expect(await provenWord(imported, BigInt(height + 1))).toEqual(word(value + 1n))
      // The stores begin with the edits and lack the block's own version.
      if (edits > 0) {
        await expect(provenWord(imported, BigInt(height))).rejects.toThrow()
        expect(await wordAt(imported, numbered(BigInt(height)))).toBe(value)
      }
      await imported.close()
    }
  })
})
