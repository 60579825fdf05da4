import { fc, test as propertyTest } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { type Address, parseAddress } from '../../src/primitives/address.ts'
import { equalBytes, padLeft } from '../../src/primitives/bytes.ts'
import { bytesToBareHex, bytesToHex } from '../../src/primitives/hex.ts'
import { changedAccounts, changedRows } from '../../src/state/changedRows.ts'
import { castAddress, type NativeAddress } from '../../src/state/layout.ts'
import { createStateDatabase, type StateDatabase } from '../../src/state/stateDatabase.ts'
import type { WorldState } from '../../src/state/worldState.ts'

const names = { bech32Prefix: 'sei', denomination: 'usei' }
const accounts = ['a', 'b', 'c', 'd'].map((digit) => parseAddress(`0x${digit.repeat(40)}`))
/** The native address of each account's key. */
const nativeOf = (address: Address) =>
  address.replaceAll(/[a-d]/g, '1$&').slice(0, 42) as NativeAddress
const word = (n: number) => padLeft(Uint8Array.of(n), 32)

type Step =
  | {
      readonly do: 'balance' | 'nonce' | 'slot' | 'code'
      readonly at: Address
      readonly to: number
    }
  | { readonly do: 'associate' | 'delete'; readonly at: Address }
  | { readonly do: 'commit' | 'snapshot' }
  | { readonly do: 'revert'; readonly to: number }

const at = fc.constantFrom(...accounts)
const writes = (['balance', 'nonce', 'slot', 'code'] as const).map((name) => ({
  weight: 4,
  arbitrary: fc.record({ do: fc.constant(name), at, to: fc.nat(3) }),
}))
const rare = (['associate', 'delete'] as const).map((name) => ({
  weight: 1,
  arbitrary: fc.record({ do: fc.constant(name), at }),
}))
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    ...writes,
    ...rare,
    { weight: 6, arbitrary: fc.constant({ do: 'commit' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'snapshot' as const }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('revert' as const), to: fc.nat(2) }) },
  ),
  { maxLength: 60, size: 'max' },
)

function apply(state: WorldState, step: Step): void {
  if (step.do === 'balance') state.setBalance(step.at, BigInt(step.to) * 600_000_000_000n)
  if (step.do === 'nonce') state.setNonce(step.at, BigInt(step.to))
  if (step.do === 'slot') state.setStorage(step.at, word(step.to), word(step.to % 2))
  if (step.do === 'code') state.setCode(step.at, new Uint8Array(step.to))
  if (step.do === 'delete') state.deleteAccount(step.at)
  if (step.do === 'associate' && state.getNativeAddress(step.at) === undefined) {
    state.associate(step.at, nativeOf(step.at))
  }
}

/** All there is to know of an account. */
function portrait(state: WorldState, address: Address) {
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

/** Compares what is told of every two versions with what looking at everything finds. */
function expectFullScan(states: StateDatabase): void {
  for (let from = 1; from <= states.version; from++) {
    for (let to = 1; to <= states.version; to++) {
      const [old, now] = [states.overlay(from), states.overlay(to)]
      const differing = accounts.filter((who) => !isSame(portrait(old, who), portrait(now, who)))
      expect(changedAccounts(states, from, to)).toEqual(differing)
    }
  }
}

describe('the accounts that changed', () => {
  propertyTest.prop([steps], { numRuns: 100 })('are those that look different', (list) => {
    const states = createStateDatabase(names)
    const snapshots: StateDatabase['position'][] = []
    states.commit()
    for (const step of list) {
      if (step.do === 'commit') states.commit()
      else if (step.do === 'snapshot') snapshots.push(states.position)
      else if (step.do === 'revert') {
        const position = snapshots[step.to]
        if (position !== undefined) states.moveTo(position)
      } else apply(states.newest, step)
    }
    states.commit()
    expectFullScan(states)
    expectFullScan(states.branch())
  })

  test('are named by their native address, too, where no EVM address goes with it', () => {
    const states = createStateDatabase(names)
    states.commit()
    const [a = accounts[0] as Address] = accounts
    states.newest.mintCoins(nativeOf(a), 'ushell', 5n)
    states.commit()
    expect(changedAccounts(states, 1, 2)).toEqual([nativeOf(a)])
  })

  test('are none where only the chain itself changed', () => {
    const states = createStateDatabase(names)
    states.commit()
    states.newest.nextBaseFee = 7n
    states.newest.setSupply('usei', 7n)
    states.commit()
    expect(changedAccounts(states, 1, 2)).toEqual([])
    expect(changedRows(states, 1, 2).map(({ store }) => store)).toEqual(['bank', 'evm'])
  })
})

test('changed rows are the bytes of both sides', () => {
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
