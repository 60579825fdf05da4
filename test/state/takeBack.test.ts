import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAddress } from '../../src/primitives/address.ts'
import { padLeft } from '../../src/primitives/encoding/bytes.ts'
import { createStateDatabase, type StatePosition } from '../../src/state/stateDatabase.ts'
import { runs } from '../support/runs.ts'

const names = { bech32Prefix: 'sei', denomination: 'usei' }
const A = parseAddress(`0x${'1'.repeat(40)}`)
const accounts = [A, ...['2', '3'].map((digit) => parseAddress(`0x${digit.repeat(40)}`))]
const word = (n: number): Uint8Array => padLeft(Uint8Array.of(n), 32)

type Nonces = readonly bigint[]

const actions = fc.array(
  fc.oneof(
    fc.record({ set: fc.nat(2), nonce: fc.bigInt(0n, 3n) }),
    fc.record({ act: fc.constantFrom('commit', 'repeat', 'keep', 'read') }),
    fc.record({ back: fc.nat(9) }),
  ),
  { maxLength: 40 },
)

test('whatever the way to a position, the newest state and overlays have its rows', () => {
  fc.assert(
    fc.property(actions, (list) => {
      const db = createStateDatabase(names)
      let nonces: Nonces = [0n, 0n, 0n]
      let committed = nonces
      let isChanged = false
      const kept: { position: StatePosition; version: number; nonces: Nonces }[] = []
      db.commit()
      const check = (): void => {
        const overlay = db.overlay(db.version)
        for (const [i, account] of accounts.entries()) {
          expect(db.newest.getNonce(account)).toBe(nonces[i])
          expect(overlay.getNonce(account)).toBe(committed[i])
        }
      }
      for (const action of list) {
        if ('set' in action) {
          const account = accounts[action.set]
          if (account !== undefined) db.newest.setNonce(account, action.nonce)
          nonces = nonces.with(action.set, action.nonce)
          isChanged = true
        } else if ('back' in action) {
          const target = kept[action.back % Math.max(kept.length, 1)]
          if (target === undefined) continue
          db.stageMove(target.position)
          db.returnTo(target.position)
          expect(db.version).toBe(target.version)
          nonces = target.nonces
          committed = nonces
          isChanged = false
        } else if (action.act === 'commit' || (action.act === 'repeat' && isChanged)) {
          db.commit()
          committed = nonces
          isChanged = false
        } else if (action.act === 'repeat') db.repeat(3)
        else if (action.act === 'keep') {
          db.keepPast()
          kept.push({ position: db.position, version: db.version, nonces: committed })
        } else check()
      }
      check()
    }),
    { numRuns: runs({ quick: 100, full: 5_000 }) },
  )
})

test('an overlay on a version that was left keeps its rows', () => {
  const db = createStateDatabase(names)
  db.commit()
  db.keepPast()
  const { position } = db
  db.newest.setNonce(A, 1n)
  db.commit()
  const overlay = db.overlay(db.version)
  db.stageMove(position)
  db.returnTo(position)
  db.newest.setNonce(A, 2n)
  db.commit()
  expect(overlay.getNonce(A)).toBe(1n)
  expect(db.newest.getNonce(A)).toBe(2n)
})

test('slots and code that were written after the position are reverted', () => {
  const db = createStateDatabase(names)
  db.newest.setStorage(A, word(1), word(7))
  db.commit()
  db.keepPast()
  const { position } = db
  db.newest.setStorage(A, word(1), word(8))
  db.newest.setStorage(A, word(2), word(9))
  db.newest.setCode(A, Uint8Array.of(1))
  db.commit()
  db.newest.setNonce(A, 5n)
  db.stageMove(position)
  db.returnTo(position)
  expect([...db.newest.storageSlots(A)]).toEqual([word(1)])
  expect(db.newest.getStorage(A, word(1))).toEqual(word(7))
  expect(db.newest.getCode(A)).toEqual(new Uint8Array())
  expect(db.newest.exists(A)).toBe(false)
})

test('rows stay in memory, also those that changed', () => {
  const db = createStateDatabase(names)
  for (const account of accounts) db.newest.setNonce(account, 1n)
  db.commit()
  db.keepPast()
  const { position, newest } = db
  const { size } = newest
  newest.setNonce(A, 2n)
  newest.setNonce(A, 3n)
  db.commit()
  newest.setNonce(A, 4n)
  db.commit()
  db.stageMove(position)
  db.returnTo(position)
  expect(db.newest).toBe(newest)
  expect(newest.size).toBe(size)
  expect(newest.getNonce(A)).toBe(1n)
})
