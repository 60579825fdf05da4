import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { exportChain } from '../../../src/chain/transfer/exportChain.ts'
import { EXPORT_MAGIC } from '../../../src/chain/transfer/exportFormat.ts'
import { importChain } from '../../../src/chain/transfer/importChain.ts'
import { parseAddress } from '../../../src/primitives/address.ts'
import {
  bigIntToBytes,
  bytesToLatin1,
  concatBytes,
  latin1ToBytes,
  utf8ToBytes,
} from '../../../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { readUvarint } from '../../../src/primitives/encoding/varint.ts'
import { storageKind } from '../../../src/state/rows/layout.ts'
import { createDatabase } from '../../../src/store/database/createDatabase.ts'
import { type Database, openExistingDatabase } from '../../../src/store/database/database.ts'
import { StoreError } from '../../../src/store/errors.ts'
import { ByteSource } from '../../../src/store/export/byteSource.ts'
import { fromFrames, toFrames } from '../../../src/store/export/frames.ts'
import { verifyOps } from '../../../src/store/ics23/verifyOps.ts'
import { alice, bob, carol } from '../../support/accounts.ts'
import { openTestChain, signed } from '../../support/chain.ts'
import { testGenesis } from '../../support/genesis.ts'
import { nativeTx, sendTo } from '../../support/native/native.ts'
import { FULL } from '../../support/runs.ts'

/** SSTORE(calldata[0..32], calldata[32..64]) */
const STORE = parseAddress(`0xaa${'0'.repeat(38)}`)
/** SSTORE(NUMBER, BLOCKHASH(NUMBER - 256)), LOG1 with topic 0 */
const REACH = parseAddress(`0xbb${'0'.repeat(38)}`)
const genesis = testGenesis({}, [
  [STORE, { code: hexToBytes('602035600035550000') }],
  [REACH, { code: hexToBytes('610100430340435560005f5fa100') }],
])
const NEWEST = 270
const SLOTS = Array.from({ length: 20 }, (_, i) => bigIntToBytes(BigInt(i), 32))

const folder = mkdtempSync(join(tmpdir(), 'rockpool-export-'))
let made = 0
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A path of a directory that does not exist yet. */
function newDirectory(): string {
  made++
  return join(folder, String(made))
}

/**
 * A block for each step: fills and empties slots, sends coins, natively too, keeps a hash and logs.
 */
async function grow(chain: Chain, steps: number): Promise<void> {
  for (let i = 0; i < steps; i++) {
    if (chain.blocks.latest.number % 100 === 5) {
      await chain.pool.submitNative(await nativeTx(chain, carol, [sendTo(carol, bob, 3n)]))
      continue
    }
    const nonce = chain.pool.pendingNonce(alice.address)
    const word = nonce % 4n === 0n ? 0n : nonce
    const data = concatBytes(bigIntToBytes(nonce % 20n, 32), bigIntToBytes(word, 32))
    const kinds = [
      { to: bob.address, value: 7n },
      { to: STORE, data },
      { to: STORE, data },
    ]
    const kind = nonce > 256n ? { to: REACH } : kinds[Number(nonce % 3n)]
    await chain.pool.submit(signed(alice, { nonce, ...kind }))
  }
}

async function withDatabase<T>(
  directory: string,
  use: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openExistingDatabase(directory)
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

/** What a directory exports, which must not change by that. */
function exported(directory: string, height?: number) {
  return withDatabase(directory, async (database) => {
    const before = await contentOf(database)
    const { file, ...summary } = exportChain(database, { height })
    const bytes = await collect(file)
    expect(await contentOf(database)).toBe(before)
    return { summary, bytes }
  })
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return concatBytes(...all)
}

async function contentOf(database: Database): Promise<string> {
  const hash = createHash('sha256')
  for await (const [key, value] of database.entries(new Uint8Array(0)))
    hash.update(key).update(value)
  return hash.digest('hex')
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
}

async function imported(bytes: Uint8Array) {
  const directory = newDirectory()
  const summary = await createDatabase(directory, (database) =>
    importChain(inPieces(bytes), database),
  )
  return { directory, summary }
}

describe('an imported chain', () => {
  const directory = newDirectory()
  let original: Chain
  let files: Map<number, Awaited<ReturnType<typeof exported>>>

  beforeAll(async () => {
    const chain = await openTestChain(directory, { genesis })
    await grow(chain, NEWEST)
    await chain.close()
    files = new Map([[NEWEST, await exported(directory)]])
    for (const height of [NEWEST - 5, 2, 0]) files.set(height, await exported(directory, height))
    original = await openTestChain(directory, { genesis })
  })

  afterAll(() => original.close())

  test.each([NEWEST, NEWEST - 5, 2, 0])('has the exported state at height %i', async (height) => {
    const { summary, bytes } = fileOf(height)
    const copy = await imported(bytes)
    const appHash = original.blocks.get(BigInt(height))?.header.stateRoot
    expect(copy.summary).toEqual(summary)
    expect(summary).toMatchObject({ height, appHash })
    const chain = await openTestChain(copy.directory, { genesis })
    expect(chain.blocks.latest).toEqual(original.blocks.get(BigInt(height)))
    const at = { number: BigInt(height) }
    const [found, wanted] = await Promise.all(
      [chain, original].map((each) => each.state.viewAt(at)),
    )
    for (const address of [alice.address, bob.address, STORE, REACH]) {
      expect(found?.state.getBalance(address)).toBe(wanted?.state.getBalance(address))
      expect(found?.state.getNonce(address)).toBe(wanted?.state.getNonce(address))
      expect(found?.state.getCode(address)).toEqual(wanted?.state.getCode(address))
    }
    const proofs = await chain.state.proveStorage(at, STORE, SLOTS)
    expect(proofs).toEqual(await original.state.proveStorage(at, STORE, SLOTS))
    for (const [i, slot] of SLOTS.entries()) {
      const { word, ops } = proofs[i] ?? { word: undefined, ops: [] }
      const key = latin1ToBytes(storageKind(STORE).key(bytesToLatin1(slot)))
      verifyOps(ops, { store: 'evm', key, value: word }, hexToBytes(appHash ?? ''))
    }
    await chain.close()
  })

  test.each([NEWEST - 5, 2, 0])('continues from height %i like the original', async (height) => {
    const { directory: copy } = await imported(fileOf(height).bytes)
    let chain = await openTestChain(copy, { genesis })
    const end = Math.min(height + 5, NEWEST)
    for (let number = height + 1; number <= end; number++) {
      for (const transaction of original.blocks.get(BigInt(number))?.transactions ?? []) {
        await chain.pool.submit(transaction)
      }
      for (const { transaction } of original.blocks.get(BigInt(number))?.native ?? []) {
        await chain.pool.submitNative(transaction)
      }
      expect(chain.blocks.latest).toEqual(original.blocks.get(BigInt(number)))
    }
    await chain.close()
    // Once more, with what it made itself on top of what it was given.
    const again = await exported(copy)
    expect(again.summary).toEqual((await imported(again.bytes)).summary)
    chain = await openTestChain(copy, { genesis })
    expect(chain.blocks.latest).toEqual(original.blocks.get(BigInt(end)))
    await chain.close()
  })

  test('has the blocks that BLOCKHASH reaches, with logs, and no older state', async () => {
    const { directory: copy } = await imported(fileOf(NEWEST).bytes)
    const chain = await openTestChain(copy, { genesis, keep: 2 })
    const oldest = BigInt(NEWEST - 256)
    for (const number of [0n, oldest, BigInt(NEWEST - 1)]) {
      expect(chain.blocks.get(number)).toEqual(original.blocks.get(number))
    }
    expect(chain.blocks.get(oldest - 1n)).toBeUndefined()
    expect(chain.blocks.get(1n)).toBeUndefined()
    const inside = original.blocks.get(BigInt(NEWEST))?.transactions[0]
    const before = original.blocks.get(1n)?.transactions[0]
    expect(inside && chain.transactions.get(inside.hash)?.receipt.logs).toHaveLength(1)
    expect(before && chain.transactions.get(before.hash)).toBeUndefined()
    for (const number of [0n, 1n, BigInt(NEWEST - 1)]) {
      const refusal = { code: 'BLOCK_PRUNED', number, earliest: BigInt(NEWEST) }
      await expect(chain.state.viewAt({ number })).rejects.toMatchObject({ details: refusal })
    }
    // Imported versions are pruned like others.
    await grow(chain, 4)
    expect(chain.blocks.latest.header.number).toBe(BigInt(NEWEST + 4))
    await expect(chain.state.viewAt({ number: BigInt(NEWEST + 2) })).rejects.toMatchObject({
      code: 'BLOCK_PRUNED',
    })
    await chain.close()
    const number = BigInt(NEWEST)
    await expect(exported(copy, NEWEST)).rejects.toMatchObject({
      details: { code: 'BLOCK_PRUNED', number, earliest: number + 3n },
    })
    await expect(exported(copy, NEWEST + 5)).rejects.toMatchObject({
      details: { code: 'BLOCK_NOT_YET_AVAILABLE', number: number + 5n, latest: number + 4n },
    })
  })

  test('rejects another genesis or other parameters', async () => {
    const { directory: copy } = await imported(fileOf(2).bytes)
    const other = testGenesis({ timestamp: 5n })
    await expect(openTestChain(copy, { genesis: other })).rejects.toMatchObject({
      code: 'GENESIS_MISMATCH',
    })
    const config = { shanghaiTime: 1n << 60n }
    await expect(openTestChain(copy, { genesis: { ...genesis, config } })).rejects.toThrow()
  })

  function fileOf(height: number) {
    const file = files.get(height)
    if (file === undefined) throw new Error(`no file of height ${height}`)
    return file
  }
})

describe('a damaged file', () => {
  let file: Uint8Array
  let summary: unknown
  let directories: string[]

  beforeAll(async () => {
    const directory = newDirectory()
    const chain = await openTestChain(directory, { genesis })
    await grow(chain, 6)
    await chain.close()
    ;({ bytes: file, summary } = await exported(directory))
    directories = readdirSync(folder)
  })

  test('is rejected wherever it is truncated, and leaves nothing behind', async () => {
    for (let end = 0; end < file.length; end += 37) {
      await expect(imported(file.subarray(0, end)), `${end} bytes`).rejects.toMatchObject({
        details: { code: 'BAD_EXPORT', reason: 'ends too early' },
      })
    }
    expect(readdirSync(folder)).toEqual(directories)
  })

  test('is rejected or yields the same chain, whichever byte changes', async () => {
    for (let at = 0; at < file.length; at += FULL ? 23 : 115) {
      const changed = file.slice()
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8))
      expect(await outcome(changed), `byte ${at}`).toSatisfy(
        (result) => result instanceof StoreError || isDeepStrictEqual(result, summary),
      )
    }
  })

  test.each<[reason: string | RegExp, change: (bytes: Uint8Array) => Uint8Array]>([
    ['has data after its end', (bytes) => concatBytes(bytes, Uint8Array.of(0))],
    ['not a chain export', (bytes) => concatBytes(Uint8Array.of(0), bytes)],
    ['unsupported format 6: supported are 4 and 5', (bytes) => bytes.with(EXPORT_MAGIC.length, 6)],
    ['a frame of 4294967295 bytes', (bytes) => bytes.fill(0xff, 16, 20)],
  ])('is refused: %s', async (reason, change) => {
    await expect(imported(change(file.slice()))).rejects.toMatchObject({
      details: { code: 'BAD_EXPORT', reason },
    })
  })

  test('is rejected with changed state, even with a valid checksum', async () => {
    const content = await unpacked(file)
    const stores = Buffer.from(content).indexOf(Uint8Array.of(7, 3, ...utf8ToBytes('acc'), 0))
    const reasons = new Set<string>()
    for (let at = stores; at < content.length - 32; at += FULL ? 11 : 110) {
      const result = await outcome(await packed(content, at))
      expect(result, `byte ${at}`).toMatchObject({ code: 'BAD_EXPORT' })
      if (result instanceof StoreError) reasons.add(result.message)
    }
    expect([...reasons].join()).toMatch(/the state has app hash 0x\w+, but block 6 says 0x\w+/)
  })

  test('is rejected with changed blocks, unless no hash covers that part', async () => {
    const content = await unpacked(file)
    const transaction = Buffer.from(content).indexOf(alice.publicKey)
    const fields = [
      ['hash mismatch', genesisTime(content)],
      [
        'transactions do not match the header',
        Buffer.from(content).indexOf(hexToBytes(bob.address)),
      ],
      ['sender of a transaction does not match its signature', transaction],
    ] as const
    for (const [reason, at] of fields) {
      expect(String(await outcome(await packed(content, at)))).toContain(reason)
    }
  })

  /** What an import gives or refuses with. */
  function outcome(bytes: Uint8Array): Promise<unknown> {
    return imported(bytes).then(
      (result) => result.summary,
      (error: unknown) => error,
    )
  }

  /** Where the content has the time of block 0. */
  function genesisTime(content: Uint8Array): number {
    return Buffer.from(content).indexOf(bigIntToBytes(genesis.timestamp, 4))
  }

  async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
    const head = EXPORT_MAGIC.length + 1
    return collect(fromFrames(new ByteSource(inPieces(bytes.subarray(head)), 'test')))
  }

  /**
   * Updates the checksum of each block; the blocks begin after height, version and rules.
   */
  function renewChecksums(content: Uint8Array): void {
    const afterHeight = readUvarint(content, 0)[1]
    let at = readUvarint(content, afterHeight)[1]
    const [rules, afterRules] = readUvarint(content, at)
    let count: number
    ;[count, at] = readUvarint(content, afterRules + rules)
    for (; count > 0; count--) {
      const [length, start] = readUvarint(content, at)
      at = start + length
      content.set(bigIntToBytes(BigInt(crc32(content.subarray(start + 5, at))), 4), start + 1)
    }
  }

  /** A file whose content differs in one byte, for which its checksum accounts. */
  async function packed(content: Uint8Array, at: number): Promise<Uint8Array> {
    const body = content.slice(0, -32)
    body[at] = (body[at] ?? 0) ^ 1
    renewChecksums(body)
    const digest = createHash('sha256').update(body).digest()
    return concatBytes(
      file.subarray(0, EXPORT_MAGIC.length + 1),
      await collect(toFrames([body, digest])),
    )
  }
})
