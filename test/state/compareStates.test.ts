import { test as propertyTest } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import type { Address } from '../../src/primitives/address.ts'
import { bytesToHex } from '../../src/primitives/encoding/hex.ts'
import { type AccountChange, compareStates } from '../../src/state/inspect/compareStates.ts'
import { createStateDatabase, type StateDatabase } from '../../src/state/stateDatabase.ts'
import type { WorldState } from '../../src/state/worldState.ts'
import { runs } from '../support/runs.ts'
import { accounts, names, nativeOf, play, steps, word } from '../support/state/stateSteps.ts'

/** Returns the fields of an account as text. */
function fieldsOf(state: WorldState, who: Address): ReadonlyMap<string, string> {
  const slots = [...state.storageSlots(who)].map((slot) => {
    return [bytesToHex(slot), bytesToHex(state.getStorage(who, slot))] as const
  })
  return new Map([
    ['balance', String(state.getBalance(who))],
    ['nonce', String(state.getNonce(who))],
    ['code', bytesToHex(state.getCode(who))],
    ...slots,
  ])
}

/** Returns the differences found by a full scan. */
function scan(old: WorldState, now: WorldState, who: Address): Record<string, unknown> {
  const [before, after] = [fieldsOf(old, who), fieldsOf(now, who)]
  const empty = bytesToHex(word(0))
  const both = [...new Set([...before.keys(), ...after.keys()])].map((field) => {
    return [field, [before.get(field) ?? empty, after.get(field) ?? empty]] as const
  })
  return Object.fromEntries(both.filter(([, [a, b]]) => a !== b))
}

function flat({ balance, nonce, code, storage }: AccountChange): Record<string, unknown> {
  return Object.fromEntries([
    ...(balance ? [['balance', [String(balance.before), String(balance.after)]]] : []),
    ...(nonce ? [['nonce', [String(nonce.before), String(nonce.after)]]] : []),
    ...(code ? [['code', [bytesToHex(code.before), bytesToHex(code.after)]]] : []),
    ...storage.map(({ slot, before, after }) => [
      bytesToHex(slot),
      [bytesToHex(before), bytesToHex(after)],
    ]),
  ])
}

function newestAt(states: StateDatabase, position: StateDatabase['position']): WorldState {
  const own = states.branch()
  own.returnTo(position)
  return own.newest
}

propertyTest.prop([steps], { numRuns: runs({ quick: 12, full: 100 }) })(
  'the differences of any two positions match a full comparison',
  async (list) => {
    const states = createStateDatabase(names)
    const positions = [...play(states, list).slice(0, 6), states.position]
    for (const from of positions) {
      for (const to of positions) {
        const [old, now] = [newestAt(states, from), newestAt(states, to)]
        const changes = await compareStates(states, from, to)
        const reported = new Map(changes.map((change) => [change.address, flat(change)]))
        expect([...reported.keys()]).toEqual([...reported.keys()].sort())
        for (const who of accounts) expect(reported.get(who) ?? {}).toEqual(scan(old, now, who))
      }
    }
  },
)

test('reports an account that only received another coin', () => {
  const states = createStateDatabase(names)
  states.commit()
  const before = states.position
  const [a = accounts[0] as Address] = accounts
  states.newest.mintCoins(nativeOf(a), 'ushell', 5n)
  states.commit()
  expect(compareStates(states, before, states.position)).toEqual([
    { address: nativeOf(a), storage: [] },
  ])
})
