import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Address, parseAddress } from '../../src/primitives/address.ts'
import { bech32ToBytes } from '../../src/primitives/encoding/bech32.ts'
import { bytesToUtf8, padLeft } from '../../src/primitives/encoding/bytes.ts'
import { bytesToBareHex, bytesToHex, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import type { NativeAddress } from '../../src/state/rows/layout.ts'
import { createStateDatabase } from '../../src/state/stateDatabase.ts'
import type { StateReader } from '../../src/state/stateReader.ts'
import type { WorldState } from '../../src/state/worldState.ts'
import { runs } from '../support/runs.ts'

const names = { bech32Prefix: 'sei', denomination: 'usei' }
const A = parseAddress('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')
const B = parseAddress('0xf87a299e6bc7beba58dbbe5a5aa21d49bcd16d52')
/** Native address of the key of A. */
const BECH32_A = 'sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc'
const NATIVE_A = bytesToHex(bech32ToBytes('sei', BECH32_A)) as NativeAddress

const slot = (n: number): Uint8Array => padLeft(Uint8Array.of(n), 32)

/** Returns all entries of a store at a version, as hex. */
function dump(db: ReturnType<typeof createStateDatabase>, store: string): Record<string, string> {
  const entries = db.stores.store(store).entries({}, db.version)
  return Object.fromEntries(
    [...entries].map(([key, value]) => [bytesToBareHex(key), bytesToBareHex(value)]),
  )
}

describe('layout of the stores', () => {
  test('an account with code, storage and nonce has the layout of the real chain', () => {
    const db = createStateDatabase(names)
    db.newest.setNonce(A, 5n)
    db.newest.setCode(A, hexToBytes('6001'))
    db.newest.setStorage(A, slot(7), slot(9))
    db.commit()
    const a = A.slice(2)
    expect(dump(db, 'evm')).toEqual({
      [`01${a}`]: a,
      [`02${a}`]: a,
      [`03${a}${'07'.padStart(64, '0')}`]: '09'.padStart(64, '0'),
      [`07${a}`]: '6001',
      // keccak256 of 0x6001
      [`08${a}`]: bytesToBareHex(keccak_256(hexToBytes('6001'))),
      [`09${a}`]: '0000000000000002',
      [`0a${a}`]: '0000000000000005',
    })
  })

  test('balances are whole units as coins and wei as a remainder', () => {
    const db = createStateDatabase(names)
    db.newest.setBalance(A, 3n * 10n ** 12n + 25n)
    db.commit()
    const bank = dump(db, 'bank')
    const a = A.slice(2)
    const coin = bank[`0214${a}${Buffer.from('usei').toString('hex')}`] ?? ''
    // Coin{denom: "usei", amount: "3"}
    expect(coin).toBe(`0a04${Buffer.from('usei').toString('hex')}1201${'33'}`)
    expect(bytesToUtf8(hexToBytes(bank[`04${a}`] ?? ''))).toBe('25')
    expect(Object.keys(bank)).toHaveLength(2)
  })

  test('deletes rows that become zero', () => {
    const db = createStateDatabase(names)
    db.newest.setBalance(A, 10n ** 12n + 1n)
    db.newest.setNonce(A, 1n)
    db.newest.setStorage(A, slot(1), slot(1))
    db.commit()
    db.newest.setBalance(A, 0n)
    db.newest.setNonce(A, 0n)
    db.newest.setStorage(A, slot(1), slot(0))
    db.commit()
    expect(dump(db, 'bank')).toEqual({})
    expect(dump(db, 'evm')).toEqual({})
  })

  test('account records have ascending numbers and bech32 addresses', () => {
    const db = createStateDatabase(names)
    db.newest.associate(A, NATIVE_A, hexToBytes('02'.padEnd(66, '1')))
    db.commit()
    const record = hexToBytes(dump(db, 'acc')[`01${NATIVE_A.slice(2)}`] ?? '')
    expect(bytesToUtf8(record)).toContain('/cosmos.auth.v1beta1.BaseAccount')
    expect(bytesToUtf8(record)).toContain(BECH32_A)
    expect(bytesToUtf8(record)).toContain('/cosmos.crypto.secp256k1.PubKey')
    expect(db.newest.getAccount(NATIVE_A)).toMatchObject({ accountNumber: 0n, sequence: 0n })
  })

  test('restoring the old value is not a change', () => {
    const db = createStateDatabase(names)
    db.newest.setStorage(A, slot(1), slot(1))
    const { appHash } = db.commit()
    db.newest.setStorage(A, slot(1), slot(2))
    db.newest.setStorage(A, slot(1), slot(1))
    expect(db.commit().appHash).toEqual(appHash)
  })
})

describe('association', () => {
  test('moves coins of every denomination, the remainder and the account number', () => {
    const db = createStateDatabase(names)
    const cast = A as string as NativeAddress
    db.newest.setBalance(A, 7n * 10n ** 12n + 999_999_999_999n)
    db.newest.mintCoins(cast, 'uatom', 5n)
    db.newest.mintCoins(NATIVE_A, 'uatom', 2n)
    db.newest.mintCoins(NATIVE_A, 'usei', 1n)
    db.commit()
    const state = db.overlay(db.version)
    state.associate(A, NATIVE_A)
    expect(state.getBalance(A)).toBe(8n * 10n ** 12n + 999_999_999_999n)
    expect(state.getWei(cast)).toBe(0n)
    expect(state.getCoins(NATIVE_A, 'uatom')).toBe(7n)
    expect(state.getCoins(cast, 'uatom')).toBe(0n)
    expect(state.getAccount(cast)).toBeUndefined()
    expect(state.getEvmAddress(NATIVE_A)).toBe(A)
    expect(state.getSupply('uatom')).toBe(7n)
  })

  test('is reverted like other changes', () => {
    const db = createStateDatabase(names)
    db.newest.setBalance(A, 5n)
    const { mark } = db.newest
    db.newest.associate(A, NATIVE_A)
    db.newest.revertTo(mark)
    expect(db.newest.getNativeAddress(A)).toBeUndefined()
    expect(db.newest.getBalance(A)).toBe(5n)
  })
})

type Action =
  | { readonly do: 'balance' | 'nonce'; readonly who: Address; readonly value: bigint }
  | { readonly do: 'storage'; readonly who: Address; readonly slot: number; readonly value: number }
  | { readonly do: 'code' | 'clear' | 'delete'; readonly who: Address }
  | { readonly do: 'mark' | 'revert' | 'commit' }

const who = fc.constantFrom(A, B)
const actions: fc.Arbitrary<readonly Action[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constantFrom('balance' as const, 'nonce' as const),
      who,
      value: fc.bigInt({ min: 0n, max: 3n * 10n ** 12n }),
    }),
    fc.record({
      do: fc.constant('storage' as const),
      who,
      slot: fc.integer({ min: 0, max: 3 }),
      value: fc.integer({ min: 0, max: 2 }),
    }),
    fc.record({ do: fc.constantFrom('code' as const, 'clear' as const, 'delete' as const), who }),
    fc.record({ do: fc.constantFrom('mark' as const, 'revert' as const, 'commit' as const) }),
  ),
  { maxLength: 60 },
)

/** Returns all visible properties of the two accounts. */
function describeState(state: StateReader & Partial<Pick<WorldState, 'hasStorage'>>): string {
  const of = (address: Address) => [
    state.getBalance(address).toString(),
    state.getNonce(address).toString(),
    bytesToBareHex(state.getCode(address)),
    [0, 1, 2, 3].map((n) => bytesToBareHex(state.getStorage(address, slot(n)))),
    state.hasStorage?.(address),
  ]
  return JSON.stringify([of(A), of(B)])
}

test('marks restore the state, versions stay readable, overlays are isolated', () => {
  fc.assert(
    fc.property(actions, (list) => {
      const db = createStateDatabase(names)
      const marks: { readonly at: number; readonly state: string }[] = []
      const versions: string[] = []
      const commit = (): void => {
        db.commit()
        versions.push(describeState(db.overlay(db.version)))
        marks.length = 0
      }
      commit()
      for (const action of list) {
        const { newest } = db
        if (action.do === 'balance') newest.setBalance(action.who, action.value)
        else if (action.do === 'nonce') newest.setNonce(action.who, action.value)
        else if (action.do === 'storage') {
          newest.setStorage(action.who, slot(action.slot), slot(action.value))
        } else if (action.do === 'code') newest.setCode(action.who, Uint8Array.of(1))
        else if (action.do === 'clear') newest.clearStorage(action.who)
        else if (action.do === 'delete') newest.deleteAccount(action.who)
        else if (action.do === 'mark') marks.push({ at: newest.mark, state: describeState(newest) })
        else if (action.do === 'commit') {
          const before = describeState(newest)
          commit()
          expect(versions.at(-1)).toBe(before)
        } else {
          const mark = marks.pop()
          if (mark === undefined) continue
          newest.revertTo(mark.at)
          expect(describeState(newest)).toBe(mark.state)
        }
        // An overlay on the newest version shows the commit without later writes.
        expect(describeState(db.overlay(db.version))).toBe(versions.at(-1))
      }
      commit()
      versions.forEach((seen, i) => {
        expect(describeState(db.overlay(i + 1))).toBe(seen)
      })
    }),
    { numRuns: runs({ quick: 30, full: 150 }) },
  )
})
