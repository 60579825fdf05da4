import { createMPT } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { Bloom } from '@ethereumjs/vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { logsBloom } from '../../../src/chain/block/bloom.ts'
import { EMPTY_TRIE_ROOT, orderedTrieRoot } from '../../../src/chain/block/orderedTrie.ts'
import { prevRandao } from '../../../src/chain/block/prevRandao.ts'
import { receiptsTrie } from '../../../src/chain/block/receiptsTrie.ts'
import type { Log } from '../../../src/evm/run/log.ts'
import { bytesToAddress } from '../../../src/primitives/address.ts'
import { keccak256 } from '../../../src/primitives/crypto/keccak.ts'
import { concatBytes } from '../../../src/primitives/encoding/bytes.ts'
import {
  bytesToBareHex,
  bytesToHash,
  bytesToHex,
  hexToBytes,
} from '../../../src/primitives/encoding/hex.ts'
import { runs } from '../../support/runs.ts'

test('an ordered trie has the root of a general Merkle Patricia trie', async () => {
  const values = fc.array(fc.uint8Array({ minLength: 1, maxLength: 80 }), { maxLength: 300 })
  await fc.assert(
    fc.asyncProperty(values, async (items) => {
      const trie = await createMPT()
      for (const [i, item] of items.entries()) await trie.put(RLP.encode(i), item)
      expect(orderedTrieRoot(items)).toBe(bytesToHex(trie.root()))
    }),
    { numRuns: runs({ quick: 10, full: 40 }) },
  )
})

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const log = fc.record({
  address: bytes(20).map(bytesToAddress),
  topics: fc.array(bytes(32).map(bytesToHash), { maxLength: 4 }),
  // One byte may be its own prefix; 56 bytes and more have a longer prefix.
  data: fc.oneof(fc.uint8Array({ maxLength: 2 }), fc.uint8Array({ maxLength: 300 })),
})
const receipt = fc.record({
  status: fc.constantFrom(0 as const, 1 as const),
  cumulativeGasUsed: fc.bigInt(0n, 2n ** 63n),
  logs: fc.array(log, { maxLength: 6 }),
  type: fc.constantFrom(0, 1, 2, 4),
})

test('receipts have the root and the filter that other implementations compute', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(receipt, { minLength: 1, maxLength: 200 }), async (items) => {
      const receipts = items.map((item) => ({
        ...item,
        logsBloom: logsBloom(item.logs),
        gasUsed: 0n,
        effectiveGasPrice: 0n,
        firstLogIndex: 0,
      }))
      const trie = await createMPT()
      const merged = new Bloom()
      for (const [i, { type, status, cumulativeGasUsed, logs }] of items.entries()) {
        const bloom = bloomOf(logs)
        merged.or(bloom)
        const fields = logs.map(({ address, topics, data }) => [address, topics, data])
        const body = RLP.encode([status, cumulativeGasUsed, bloom.bitvector, fields])
        await trie.put(RLP.encode(i), type === 0 ? body : concatBytes(Uint8Array.of(type), body))
      }
      expect(receiptsTrie(receipts, items)).toEqual({
        receiptsRoot: bytesToHex(trie.root()),
        logsBloom: merged.bitvector,
      })
    }),
    { numRuns: runs({ quick: 10, full: 100 }) },
  )
})

function bloomOf(logs: readonly Log[]): Bloom {
  const bloom = new Bloom()
  for (const { address, topics } of logs) {
    bloom.add(hexToBytes(address))
    for (const topic of topics) bloom.add(hexToBytes(topic))
  }
  return bloom
}

test('an empty trie has the well-known root', () => {
  expect(EMPTY_TRIE_ROOT).toBe('0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421')
})

test('a bloom filter has the bits that another implementation sets', () => {
  fc.assert(
    fc.property(fc.array(log, { maxLength: 5 }), (logs) => {
      expect(logsBloom(logs)).toEqual(bloomOf(logs).bitvector)
    }),
  )
})

test('PREVRANDAO is the hash of the time as Go writes it', () => {
  // 2024-01-02T03:04:05Z: version 1, 63839761445 seconds since year 1, no nanoseconds, UTC.
  const seconds = BigInt(Date.UTC(2024, 0, 2, 3, 4, 5) / 1000)
  const encoded = `01${63_839_761_445n.toString(16).padStart(16, '0')}00000000ffff`
  expect(bytesToBareHex(prevRandao(seconds))).toBe(bytesToBareHex(keccak256(hexToBytes(encoded))))
})
