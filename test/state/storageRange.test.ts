import { fc, test as propertyTest } from '@fast-check/vitest'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { expect } from 'vitest'
import { parseAddress } from '../../src/primitives/address.ts'
import { concatBytes } from '../../src/primitives/encoding/bytes.ts'
import { bytesToHex, type Hash, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { type StorageRange, storageRange } from '../../src/state/inspect/storageRange.ts'
import { createStateDatabase } from '../../src/state/stateDatabase.ts'

const who = parseAddress(`0xc0${'0'.repeat(38)}`)
const other = parseAddress(`0xc1${'0'.repeat(38)}`)
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const slots = fc.uniqueArray(bytes32, { maxLength: 40, selector: bytesToHex })
const start = fc.uint8Array({ maxLength: 32 })

propertyTest.prop([slots, slots, start, fc.nat(9), fc.nat(5)])(
  'ranges of storage are slices of all slots in the order of their hashes',
  async (stored, written, from, limit, cleared) => {
    const states = createStateDatabase({ bech32Prefix: 'sei', denomination: 'usei' })
    for (const slot of stored) states.newest.setStorage(who, slot, keccak_256(slot))
    states.newest.setStorage(other, new Uint8Array(32), keccak_256(new Uint8Array(32)))
    states.commit()
    const state = states.overlay(1)
    for (const slot of written) state.setStorage(who, slot, keccak_256(concatBytes(slot, slot)))
    for (const slot of stored.slice(0, cleared)) state.setStorage(who, slot, new Uint8Array(32))

    const all = [...stored, ...written]
      .filter((slot) => state.getStorage(who, slot).some((byte) => byte !== 0))
      .map((slot) => ({
        hash: bytesToHex(keccak_256(slot)),
        slot,
        word: state.getStorage(who, slot),
      }))
      .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    const begin = all.findIndex(({ hash }) => hash >= bytesToHex(from))
    const rest = begin < 0 ? [] : all.slice(begin)
    const range = await storageRange(state, who, from, limit)
    expect(range.slots).toEqual(rest.slice(0, limit))
    expect(range.next).toBe(rest[limit]?.hash)

    const walked: unknown[] = []
    let next: Hash | undefined = `0x${'00'.repeat(32)}` as Hash
    while (next !== undefined) {
      const part: StorageRange = await storageRange(state, who, hexToBytes(next), limit + 1)
      walked.push(...part.slots)
      next = part.next
    }
    expect(walked).toEqual(all)
  },
)
