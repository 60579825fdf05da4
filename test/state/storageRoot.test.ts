import { createMPT } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { fc, test as propertyTest } from '@fast-check/vitest'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { expect, test } from 'vitest'
import { parseAddress } from '../../src/primitives/address.ts'
import { bytesToHex, toQuantity } from '../../src/primitives/encoding/hex.ts'
import { storageRoot } from '../../src/state/inspect/storageRoot.ts'
import { createStateDatabase } from '../../src/state/stateDatabase.ts'
import { FULL, runs } from '../support/runs.ts'

const who = parseAddress(`0xc0${'0'.repeat(38)}`)

function word(number: number): Uint8Array {
  const bytes = new Uint8Array(32)
  new DataView(bytes.buffer).setUint32(28, number)
  return bytes
}

function stateWith(values: ReadonlyMap<number, number>) {
  const states = createStateDatabase({ bech32Prefix: 'sei', denomination: 'usei' })
  for (const [slot, value] of values) states.newest.setStorage(who, word(slot), word(value))
  states.commit()
  return states.overlay(1)
}

async function oracle(values: ReadonlyMap<number, number>): Promise<string> {
  const trie = await createMPT()
  for (const [slot, value] of values) {
    if (value !== 0) await trie.put(keccak_256(word(slot)), RLP.encode(toQuantity(value)))
  }
  return bytesToHex(trie.root())
}

propertyTest.prop([fc.array(fc.tuple(fc.nat(), fc.nat(2 ** 20)), { maxLength: 60 })], {
  numRuns: runs({ quick: 10, full: 100 }),
})('the root of the storage is that of a general trie', async (pairs) => {
  const values = new Map(pairs)
  expect(await storageRoot(stateWith(values), who)).toBe(await oracle(values))
})

test.runIf(FULL)('the root of more slots than one turn of the event loop takes', async () => {
  const values = new Map(Array.from({ length: 1200 }, (_, i) => [i, i + 1] as const))
  expect(await storageRoot(stateWith(values), who)).toBe(await oracle(values))
})

test("Anvil's root of two slots", async () => {
  const values = new Map([
    [1, 5],
    [2, 7],
  ])
  expect(await storageRoot(stateWith(values), who)).toBe(
    '0x9dea6c443672bbde90c4d665d4c62b3d6dbdbb1ef990559ebefacd0e369933e0',
  )
})
