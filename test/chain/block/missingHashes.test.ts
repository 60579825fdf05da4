import { expect, test } from 'vitest'
import { awaitIfPatient, missingIn, withHashes } from '../../../src/chain/block/missingHashes.ts'

test('a read within another one leaves it as patient as it was', async () => {
  let made = 0
  const hashes = {
    async complete() {
      made++
    },
  }
  const read = () => {
    expect(missingIn(() => {})).toBeUndefined()
    if (made === 0) awaitIfPatient(hashes)
    return made
  }
  expect(await withHashes(read)).toBe(1)
  expect(() => awaitIfPatient(hashes)).not.toThrow()
})
