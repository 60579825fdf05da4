import { test as propertyTest } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import type { Address } from '../../src/primitives/address.ts'
import { equalBytes } from '../../src/primitives/encoding/bytes.ts'
import { bytesToBareHex, bytesToHex } from '../../src/primitives/encoding/hex.ts'
import { changedAccounts, changedRows } from '../../src/state/inspect/changedRows.ts'
import { castAddress, type NativeAddress } from '../../src/state/rows/layout.ts'
import { createStateDatabase, type StateDatabase } from '../../src/state/stateDatabase.ts'
import type { WorldState } from '../../src/state/worldState.ts'
import { runs } from '../support/runs.ts'
import { accounts, names, nativeOf, play, steps, word } from '../support/state/stateSteps.ts'

/** Returns all properties of an account. */
function describeAccount(state: WorldState, address: Address) {
  const native = state.getNativeAddress(address)
  const owner = native === undefined ? castAddress(address) : (bytesToHex(native) as NativeAddress)
  const storage = [...state.storageSlots(address)].map((slot) => {
    return `${bytesToBareHex(slot)} ${bytesToBareHex(state.getStorage(address, slot))}`
  })
  return {
    owner,
    account: state.getAccount(owner),
    balance: state.getBalance(address),
    nonce: state.getNonce(address),
    code: state.getCode(address),
    storage: storage.sort(),
    isAssociated: native !== undefined,
  }
}

function isSame(a: unknown, b: unknown): boolean {
  try {
    expect(a).toEqual(b)
    return true
  } catch {
    return false
  }
}

/** Compares the changes between any two versions with a full scan. */
function expectFullScan(states: StateDatabase): void {
  for (let from = 1; from <= states.version; from++) {
    for (let to = 1; to <= states.version; to++) {
      const [old, now] = [states.overlay(from), states.overlay(to)]
      const differing = accounts.filter(
        (who) => !isSame(describeAccount(old, who), describeAccount(now, who)),
      )
      expect(changedAccounts(states, from, to)).toEqual(differing)
    }
  }
}

describe('changedAccounts', () => {
  propertyTest.prop([steps], { numRuns: runs({ quick: 3, full: 25 }) })(
    'match a full comparison',
    (list) => {
      const states = createStateDatabase(names)
      play(states, list)
      expectFullScan(states)
      expectFullScan(states.branch())
    },
  )

  test('include native accounts without an EVM address', () => {
    const states = createStateDatabase(names)
    states.commit()
    const [a = accounts[0] as Address] = accounts
    states.newest.mintCoins(nativeOf(a), 'ushell', 5n)
    states.commit()
    expect(changedAccounts(states, 1, 2)).toEqual([nativeOf(a)])
  })

  test('are empty if only rows of the chain changed', () => {
    const states = createStateDatabase(names)
    states.commit()
    states.newest.nextBaseFee = 7n
    states.newest.setSupply('usei', 7n)
    states.commit()
    expect(changedAccounts(states, 1, 2)).toEqual([])
    expect(changedRows(states, 1, 2).map(({ store }) => store)).toEqual(['bank', 'evm'])
  })
})

test('changedRows returns the bytes of both sides', () => {
  const states = createStateDatabase(names)
  const [a = accounts[0] as Address] = accounts
  states.newest.setNonce(a, 1n)
  states.commit()
  states.newest.setNonce(a, 2n)
  states.newest.setStorage(a, word(3), word(4))
  states.commit()
  const rows = changedRows(states, 1, 2).map(({ store, key, before, after }) => [
    store,
    bytesToBareHex(key),
    before && bytesToBareHex(before),
    after && bytesToBareHex(after),
  ])
  const digits = a.slice(2)
  expect(rows).toEqual([
    ['evm', `03${digits}${bytesToBareHex(word(3))}`, undefined, bytesToBareHex(word(4))],
    ['evm', `0a${digits}`, '0000000000000001', '0000000000000002'],
  ])
  const [first] = changedRows(states, 2, 1)
  expect(first?.before && equalBytes(first.before, word(4))).toBe(true)
})
