import { expect, test } from 'vitest'
import { ZERO_ADDRESS } from '../../src/primitives/address.ts'
import { cachedSource } from '../../src/state/rows/cachedSource.ts'
import { castAddress, codeHashKind, nonceKind } from '../../src/state/rows/layout.ts'
import type { StateSource } from '../../src/state/rows/stateSource.ts'
import type { TableKind } from '../../src/state/rows/stateTable.ts'

/** A source in which the nonces of even ids exist, and which counts reads. */
function countingSource() {
  const reads: string[] = []
  const source: StateSource = {
    read<V>(kind: TableKind<V>, id: string) {
      reads.push(`${kind.name} ${id}`)
      const isThere = kind.name === nonceKind.name && Number(id) % 2 === 0
      return isThere ? (BigInt(id) as V) : undefined
    },
    storageSlots: () => ['slot'],
    denominations: () => ['usei'],
    ids: () => ['id'],
  }
  return { source, reads }
}

test('reads each row once, absent ones included, by table', () => {
  const { source, reads } = countingSource()
  const cached = cachedSource(source)
  for (let i = 0; i < 2; i++) {
    expect(cached.read(nonceKind, '2')).toBe(2n)
    expect(cached.read(nonceKind, '3')).toBeUndefined()
    expect(cached.read(codeHashKind, '2')).toBeUndefined()
  }
  expect(reads).toEqual([`${nonceKind.name} 2`, `${nonceKind.name} 3`, `${codeHashKind.name} 2`])
})

test('returns the same rows beyond its limit', () => {
  const { source, reads } = countingSource()
  const cached = cachedSource(source)
  const ids = Array.from({ length: 2_000 }, (_, i) => `${i}`)
  for (let i = 0; i < 2; i++) {
    expect(ids.map((id) => cached.read(nonceKind, id))).toEqual(
      ids.map((id) => source.read(nonceKind, id)),
    )
  }
  // A cycle longer than the cache never hits it; its size stays bounded.
  expect(reads).toHaveLength(8_000)
})

test('passes lists through', () => {
  const cached = cachedSource(countingSource().source)
  expect([...cached.denominations(castAddress(ZERO_ADDRESS))]).toEqual(['usei'])
})
