import { expect, test } from 'vitest'
import type { Address } from '../../src/primitives/address.ts'
import { findTableKind } from '../../src/state/rows/findTableKind.ts'
import type { StateSource } from '../../src/state/rows/stateSource.ts'
import type { TableKind } from '../../src/state/rows/stateTable.ts'
import { WorldState } from '../../src/state/worldState.ts'

const names = { bech32Prefix: 'sei', denomination: 'usei' }
const id = `0x${'11'.repeat(20)}` as Address

test('finds every table that a state reads by name', () => {
  const requested = new Map<string, TableKind<unknown>>()
  const source: StateSource = {
    read(kind) {
      requested.set(kind.name, kind as unknown as TableKind<unknown>)
      return undefined
    },
    storageSlots: () => [],
    ids: () => [],
    denominations: () => ['uatom'],
  }
  const state = new WorldState(source, names)
  state.addBalance(id, 5n)
  state.setCode(id, Uint8Array.of(1))
  state.setNonce(id, 1n)
  state.setStorage(id, new Uint8Array(32), new Uint8Array(32).fill(1))
  state.associate(id, `0x${'22'.repeat(20)}` as Parameters<WorldState['associate']>[1])
  state.mintCoins(`0x${'22'.repeat(20)}` as Parameters<WorldState['mintCoins']>[0], 'usei', 1n)
  state.nextBaseFee = 1n
  // Ten single tables, the storage, and two denominations.
  expect(requested.size).toBe(13)
  for (const [name, kind] of requested) {
    const found = findTableKind(name, names)
    expect(found.name).toBe(name)
    expect([found.store, found.key(id)]).toEqual([kind.store, kind.key(id)])
  }
  expect(() => findTableKind('nothing', names)).toThrow('no table is called nothing')
})
