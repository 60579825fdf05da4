import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Header, SealedBlock } from '../../../src/chain/block/block.ts'
import type { History } from '../../../src/chain/history/history.ts'
import { BlockVersions } from '../../../src/chain/versions/blockVersions.ts'

/** Only what versions are found by. */
function blockOf(number: number, version: number): SealedBlock {
  const header: Partial<Header> = { number: BigInt(number) }
  const block: Partial<SealedBlock> = { number, version, header: header as Header }
  return block as SealedBlock
}

/** A history of these blocks, each a version and some edits after the one before. */
function historyOf(blocks: readonly SealedBlock[], earliest = 0): History {
  const latest = blocks.at(-1)
  const byNumber = (number: bigint) => blocks.find((block) => block.header.number === number)
  const history: Partial<History> = {
    byNumber,
    versionOf: (number) => byNumber(number)?.version,
    ...(latest && { latest }),
    earliest,
  }
  return history as History
}

/** How many edits come before each block, and after the last. */
const anyEdits = fc.array(fc.nat(2), { minLength: 1, maxLength: 12 })

const appHash = () => new Uint8Array(32)

/** The blocks, and for each the versions from its own to the last of its edits. */
function chainOf(edits: readonly number[]) {
  const blocks: SealedBlock[] = []
  const last: number[] = []
  let version = 0
  for (const [number, count] of edits.entries()) {
    version++
    blocks.push(blockOf(number, version))
    version += count
    last.push(version)
  }
  return { blocks, last, newest: version }
}

test('the state after a block includes its edits', () => {
  fc.assert(
    fc.property(anyEdits, (edits) => {
      const { blocks, last, newest } = chainOf(edits)
      const versions = new BlockVersions({ earliest: 1, appHash }, historyOf(blocks), () => newest)
      expect(blocks.map((block) => versions.after(block))).toEqual(last)
    }),
  )
})

test('a block without a successor has its own version', () => {
  const [block, latest] = [blockOf(3, 7), blockOf(9, 20)]
  const versions = new BlockVersions({ earliest: 1, appHash }, historyOf([block, latest]), () => 25)
  expect(versions.after(block)).toBe(7)
  expect(versions.after(latest)).toBe(25)
})

test('the earliest block is the first whose state is kept', () => {
  fc.assert(
    fc.property(anyEdits, fc.nat(40), (edits, n) => {
      const { blocks, last, newest } = chainOf(edits)
      const earliest = 1 + (n % newest)
      const versions = new BlockVersions({ earliest, appHash }, historyOf(blocks), () => newest)
      expect(versions.earliestBlock).toBe(last.findIndex((version) => version >= earliest))
    }),
  )
})

test('no version exists before the first one', () => {
  fc.assert(
    fc.property(anyEdits, fc.nat(11), fc.nat(40), (edits, start, n) => {
      const { blocks, last, newest } = chainOf(edits)
      const from = start % blocks.length
      const earliest = 1 + (n % newest)
      const history = historyOf(blocks.slice(from), from)
      const versions = new BlockVersions({ earliest, appHash }, history, () => newest)
      const first = last.findIndex((version) => version >= earliest)
      expect(versions.earliestBlock).toBe(Math.max(from, first))
    }),
  )
})

test('searches in few steps', () => {
  const blocks = Array.from({ length: 1_000 }, (_, number) => blockOf(number, number + 1))
  let reads = 0
  const history = historyOf(blocks)
  const counting: Partial<History> = {
    latest: history.latest,
    earliest: 0,
    byNumber(number) {
      reads++
      return history.byNumber(number)
    },
    versionOf(number) {
      reads++
      return history.versionOf(number)
    },
  }
  const versions = new BlockVersions({ earliest: 300, appHash }, counting as History, () => 1_000)
  expect(versions.earliestBlock).toBe(299)
  expect(reads).toBeLessThan(30)
})
