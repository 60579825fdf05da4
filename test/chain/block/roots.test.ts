import { createMPT } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { Bloom } from '@ethereumjs/vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { logsBloom } from '../../../src/chain/block/bloom.ts'
import { EMPTY_TRIE_ROOT, orderedTrieRoot } from '../../../src/chain/block/orderedTrie.ts'
import { prevRandao } from '../../../src/chain/block/prevRandao.ts'
import { bytesToAddress } from '../../../src/primitives/address.ts'
import { keccak256 } from '../../../src/primitives/crypto/keccak.ts'
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

test('an empty trie has the well-known root', () => {
  expect(EMPTY_TRIE_ROOT).toBe('0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421')
})

test('a bloom filter has the bits that another implementation sets', () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
  const log = fc.record({
    address: bytes(20).map(bytesToAddress),
    topics: fc.array(bytes(32).map(bytesToHash), { maxLength: 4 }),
    data: fc.constant(new Uint8Array(0)),
  })
  fc.assert(
    fc.property(fc.array(log, { maxLength: 5 }), (logs) => {
      const bloom = new Bloom()
      for (const { address, topics } of logs) {
        bloom.add(hexToBytes(address))
        for (const topic of topics) bloom.add(hexToBytes(topic))
      }
      expect(logsBloom(logs)).toEqual(bloom.bitvector)
    }),
  )
})

test('PREVRANDAO is the hash of the time as Go writes it', () => {
  // 2024-01-02T03:04:05Z: version 1, 63839761445 seconds since year 1, no nanoseconds, UTC.
  const seconds = BigInt(Date.UTC(2024, 0, 2, 3, 4, 5) / 1000)
  const encoded = `01${63_839_761_445n.toString(16).padStart(16, '0')}00000000ffff`
  expect(bytesToBareHex(prevRandao(seconds))).toBe(bytesToBareHex(keccak256(hexToBytes(encoded))))
})
