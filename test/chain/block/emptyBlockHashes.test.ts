import { createBlockHeader } from '@ethereumjs/block'
import { createCustomCommon, Mainnet } from '@ethereumjs/common'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EmptyBlocks, SealedBlock } from '../../../src/chain/block/block.ts'
import { decodeRange, encodeRange } from '../../../src/chain/block/blockCodec.ts'
import { blocksOf, EmptyBlockRange } from '../../../src/chain/block/emptyBlockRange.ts'
import { prevRandao } from '../../../src/chain/block/prevRandao.ts'
import { sealBlock } from '../../../src/chain/block/sealBlock.ts'
import { exportChain } from '../../../src/chain/transfer/exportChain.ts'
import { importChain } from '../../../src/chain/transfer/importChain.ts'
import { type Hardfork, hardforks } from '../../../src/evm/rules/hardfork.ts'
import { bytesToAddress } from '../../../src/primitives/address.ts'
import { bytesToHash, type Hash, ZERO_HASH } from '../../../src/primitives/encoding/hex.ts'
import { openDatabase } from '../../../src/store/database/database.ts'
import { alice, bob } from '../../support/accounts.ts'
import { openTestChain, signed, testChain } from '../../support/chain.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { CHAIN_ID } from '../../support/genesis.ts'
import { FULL } from '../../support/runs.ts'

const SEGMENT = 1024
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const upTo = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })
const never = async () => {}

/** The empty block before a range. */
function blockBefore(
  hardfork: Hardfork,
  fields: Partial<Parameters<typeof sealBlock>[0]> = {},
): SealedBlock {
  return sealBlock({
    parentHash: ZERO_HASH,
    number: 1n,
    timestamp: 1_700_000_000n,
    miner: bytesToAddress(new Uint8Array(20)),
    gasLimit: 10_000_000n,
    baseFeePerGas: 7n,
    mixHash: new Uint8Array(32),
    difficulty: 0n,
    nonce: new Uint8Array(8),
    extraData: new Uint8Array(0),
    stateRoot: ZERO_HASH,
    ...fields,
    ...{ hardfork, chainId: CHAIN_ID, version: 1, transactions: [], receipts: [], native: [] },
  })
}

/** The hash of a block by another implementation. */
function referenceHash({ header }: SealedBlock, hardfork: Hardfork): Hash {
  const fields = {
    ...header,
    uncleHash: header.sha3Uncles,
    coinbase: header.miner,
    transactionsTrie: header.transactionsRoot,
    receiptTrie: header.receiptsRoot,
  } as Parameters<typeof createBlockHeader>[0]
  const common = createCustomCommon({ chainId: Number(CHAIN_ID) }, Mainnet, { hardfork })
  const options = { common, skipConsensusFormatValidation: true }
  return bytesToHash(createBlockHeader(fields, options).hash())
}

/** Numbers shortly before their RLP takes another byte, and others. */
const nearBorder = (bits: number) =>
  fc
    .tuple(
      fc.constantFrom(0, 7, 8, 16, 24, 32, 40, 48).filter((b) => b <= bits),
      fc.nat(12),
    )
    .map(([power, back]) => BigInt(Math.max(0, 2 ** power - back)))

test.each(hardforks)(
  'empty blocks under %s have the hashes that EthereumJS gives their headers',
  async (hardfork) => {
    const fields = fc.record({
      number: nearBorder(48),
      timestamp: nearBorder(48),
      parentHash: bytes(32).map(bytesToHash),
      miner: bytes(20).map(bytesToAddress),
      gasLimit: upTo(63),
      baseFeePerGas: upTo(256),
      difficulty: upTo(256),
      nonce: bytes(8),
      stateRoot: bytes(32).map(bytesToHash),
    })
    const step = fc.constantFrom(0n, 1n, 3n, 100n, 2n ** 33n)
    await fc.assert(
      fc.asyncProperty(fields, step, async (some, seconds) => {
        const before = blockBefore(hardfork, some)
        const range = await EmptyBlockRange.after(before, 20, seconds, never)
        let parentHash = before.hash
        for (const block of blocksOf(range.end)) {
          expect(block.header.parentHash).toBe(parentHash)
          expect(block.header.mixHash).toBe(bytesToHash(prevRandao(block.header.timestamp)))
          expect(block.hash).toBe(referenceHash(block, hardfork))
          parentHash = block.hash
        }
      }),
      { numRuns: 15 },
    )
  },
)

describe('a range of more than a million blocks', () => {
  const before = blockBefore('prague')
  const make = (count: number) => EmptyBlockRange.after(before, count, 1n, never)

  /** Blocks around the borders of segments, and others. */
  const places = [2, 3, SEGMENT + 1, 5 * SEGMENT + 1, 5 * SEGMENT + 2, 3_000_000, 2 ** 31, 5e9]

  test('links the headers inside each segment by their hashes', async () => {
    const range = await make(6e9)
    for (const number of places) {
      const block = range.at(number)
      expect(block.hash).toBe(referenceHash(block, 'prague'))
      const isFirst = (number - range.first) % SEGMENT === 0
      const isLinked =
        block.header.parentHash === (number === 2 ? before : range.at(number - 1)).hash
      expect(isLinked).toBe(!isFirst || number === range.first)
      expect(range.numberOf(block.hash)).toBe(number)
    }
    expect((await make(6e9)).hashAt(5e9)).toBe(range.hashAt(5e9))
    expect((await make(7e9)).hashAt(5e9)).toBe(range.hashAt(5e9))
  })

  test('has the same hashes in parts and after loading from a database', async () => {
    const range = await make(6e9)
    const parts = [range.part(5 * SEGMENT + 2, 4e9), range.part(2, 4e9), range.part(2000, 5e9 + 1)]
    for (const part of parts.flatMap((each): EmptyBlocks[] => [
      each,
      decodeRange(encodeRange(each)),
    ])) {
      expect(part.facts.parentHash).toBe(
        part.first === 2 ? before.hash : range.hashAt(part.first - 1),
      )
      for (const number of [...places, part.first, part.last]) {
        if (number < part.first || number > part.last) continue
        const [block, wanted] = [part.at(number), range.at(number)]
        expect([block.hash, block.header.parentHash]).toEqual([
          wanted.hash,
          wanted.header.parentHash,
        ])
      }
    }
  })

  test('finds blocks of recently read segments and of the last one', async () => {
    const hashes = await make(2_000_000)
    const range = await make(2_000_000)
    expect(range.numberOf(hashes.hashAt(1_500_000))).toBeUndefined()
    expect(range.numberOf(hashes.hashAt(2_000_000))).toBe(2_000_000)
    range.hashAt(1_500_001)
    expect(range.numberOf(hashes.hashAt(1_500_000))).toBe(1_500_000)
    expect(range.part(2, 1_499_999).numberOf(hashes.hashAt(1_500_000))).toBeUndefined()
  })
})

describe('a chain of a billion blocks', () => {
  const blocks = 1_000_000_000n

  test('is the same in memory, on disk and after a restart', async () => {
    const directory = temporaryDirectory()
    const inMemory = testChain()
    const onDisk = await openTestChain(directory)
    for (const chain of [inMemory, onDisk]) {
      await chain.mining.mine({ blocks })
      await chain.pool.submit(signed(alice, { nonce: 0n, to: bob.address, value: 5n }))
    }
    await onDisk.close()
    const again = await openTestChain(directory)
    const numbers = [1n, 2n, 1026n, 5000n, 123_456_789n, blocks - 1n, blocks, blocks + 1n]
    for (const number of numbers) {
      const wanted = inMemory.blocks.get(number)
      expect(wanted?.header.number).toBe(number)
      expect(again.blocks.get(number)?.hash).toBe(wanted?.hash)
      expect((await again.blocks.getByHash(wanted?.hash ?? ZERO_HASH))?.header.number).toBe(number)
    }
    expect(again.blocks.latest.header.parentHash).toBe(again.blocks.get(blocks)?.hash)
    const state = (await again.state.viewAt({ number: 123_456_789n })).state
    expect(state.getNonce(alice.address)).toBe(0n)
    await again.close()
  })

  test.runIf(FULL)('is the same in parts, with a watcher of each block', async () => {
    const [whole, inParts] = [testChain(), testChain()]
    let told = 0
    inParts.watch({ onBlocks: ({ added }) => (told += added.length) })
    for (const chain of [whole, inParts]) await chain.mining.mine({ blocks: 1_500_000n })
    expect(told).toBe(1 + Math.ceil(1_499_999 / 1_000))
    for (const number of [2n, 1_001n, 1_026n, 1_027n, 777_777n, 1_500_000n]) {
      expect(inParts.blocks.get(number)?.hash).toBe(whole.blocks.get(number)?.hash)
    }
  })

  test('returns into the range and continues from there', async () => {
    const chain = testChain()
    await chain.mining.mine({ blocks })
    const { position } = chain.blocks
    const kept = chain.blocks.get(400_000_000n)?.hash
    await chain.rollback(600_000_000n)
    expect(chain.blocks.latest.hash).toBe(kept)
    const [left, ...others] = chain.blocks.leftSince(position)
    expect([left?.range?.first, left?.number, others.length]).toEqual([400_000_001, 1e9, 0])
    await chain.mining.mine({ blocks: 3_000_000n })
    expect(chain.blocks.get(400_000_001n)?.header.parentHash).toBe(kept)
    expect(chain.blocks.latest.number).toBe(403_000_000)
  })

  test('can be exported at the border of a segment', async () => {
    const directory = temporaryDirectory()
    const chain = await openTestChain(directory)
    await chain.mining.mine({ blocks: 2_000_000n })
    const height = 10 * SEGMENT + 5
    const wanted = chain.blocks.get(BigInt(height))?.hash
    await chain.close()
    const source = await openDatabase(directory, { sync: false })
    const copy = temporaryDirectory()
    const target = await openDatabase(copy, { sync: false })
    await importChain(exportChain(source, { height }).file, target)
    await target.flush()
    await Promise.all([source.close(), target.close()])
    const imported = await openTestChain(copy)
    expect(imported.blocks.latest.hash).toBe(wanted)
    await imported.close()
  })
})
