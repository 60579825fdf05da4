import { expect, test } from 'vitest'
import { coinKind, type NativeAddress } from '../../src/state/rows/layout.ts'
import type { StateSource } from '../../src/state/rows/stateSource.ts'
import { createStateDatabase } from '../../src/state/stateDatabase.ts'
import { WorldState } from '../../src/state/worldState.ts'

const names = { bech32Prefix: 'sei', denomination: 'usei' }
const [owner, other] = ['0xaa', '0xbb'].map((byte) => byte.padEnd(42, '0')) as [
  NativeAddress,
  NativeAddress,
]

test('reading unknown denominations has no later cost', () => {
  const states = createStateDatabase(names)
  states.newest.mintCoins(owner, 'uatom', 5n)
  states.commit()
  const whole = states.overlay(1).asSource()
  let reads = 0
  const source: StateSource = {
    read(kind, id) {
      reads++
      return whole.read(kind, id)
    },
    storageSlots: (address) => whole.storageSlots(address),
    denominations: (of) => whole.denominations(of),
    ids: (kind, range) => whole.ids(kind, range),
  }
  const state = new WorldState(source, names)
  const readsOf = (work: () => void): number => {
    const before = reads
    work()
    return reads - before
  }
  const few = readsOf(() => expect(state.denominations(owner)).toEqual(['uatom']))
  for (let i = 0; i < 500; i++) {
    expect(state.getCoins(owner, `d${i}`)).toBe(0n)
    expect(state.get(coinKind(`e${i}`), owner)).toBeUndefined()
    state.set(coinKind(`f${i}`), owner, undefined)
  }
  const many = readsOf(() => expect(state.denominations(other)).toEqual([]))
  expect(many).toBeLessThanOrEqual(few)
})

test('lists denominations correctly after coins were added and removed', () => {
  const states = createStateDatabase(names)
  const state = states.newest
  state.mintCoins(owner, 'uatom', 5n)
  const mark = state.mark
  state.mintCoins(other, 'uosmo', 7n)
  expect(state.denominations(other)).toEqual(['uosmo'])
  state.revertTo(mark)
  expect(state.denominations(other)).toEqual([])
  states.commit()
  expect(states.overlay(1).denominations(owner)).toEqual(['uatom'])
  expect(states.overlay(1).getCoins(owner, 'uatom')).toBe(5n)
})
