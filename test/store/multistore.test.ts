import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { utf8ToBytes } from '../../src/primitives/encoding/bytes.ts'
import { bytesToBareHex } from '../../src/primitives/encoding/hex.ts'
import { createMultistore, type Multistore } from '../../src/store/multistore.ts'

const KEY = utf8ToBytes('key')
const VALUE = utf8ToBytes('value')

describe('multistore', () => {
  test('sorts store names bytewise', () => {
    const names = ['evm', 'acc', 'bank', '\u{10000}', '\uffff']
    // UTF-16 order would swap the last two.
    expect(createMultistore(names).names).toEqual(['acc', 'bank', 'evm', '\uffff', '\u{10000}'])
  })

  test('computes the app hash over the store roots by name', () => {
    const multistore = createMultistore(['evm', 'acc', 'bank'])
    multistore.store('evm').set(KEY, VALUE)
    const { version, appHash } = multistore.commit()
    expect(version).toBe(1)
    // A leaf is 00, the length-prefixed name, and the hash of the root with its length (0x20, a
    // space).
    const [acc, bank, evm] = multistore.names.map((name) => {
      const root = createHash('sha256').update(multistore.store(name).root(1)).digest()
      const head = Uint8Array.of(0, name.length)
      return createHash('sha256').update(head).update(`${name} `).update(root).digest()
    })
    const wanted = inner(inner(acc, bank), evm)
    expect(bytesToBareHex(appHash)).toBe(wanted.toString('hex'))
  })

  test('commits all stores under one version and keeps every app hash', () => {
    const multistore = createMultistore(['a', 'b'])
    const commits = ['1', '2', '3'].map((text) => {
      multistore.store('b').set(KEY, utf8ToBytes(text))
      return multistore.commit()
    })
    expect(multistore.version).toBe(3)
    expect(multistore.store('a').version).toBe(3)
    for (const { version, appHash } of commits) {
      expect(multistore.appHash(version)).toEqual(appHash)
    }
    expect(new Set(commits.map(({ appHash }) => bytesToBareHex(appHash))).size).toBe(3)
    expect(multistore.commit().appHash).toEqual(multistore.appHash(3))
  })

  /** Ten versions: `b` changes in each, `a` in the first only. */
  function oneChanging(): Multistore {
    const multistore = createMultistore(['a', 'b'])
    multistore.store('a').set(KEY, VALUE)
    for (let version = 1; version <= 10; version++) {
      multistore.store('b').set(KEY, Uint8Array.of(version))
      multistore.commit()
    }
    return multistore
  }

  test('drops the same versions of all stores, changed or not', () => {
    const multistore = oneChanging()
    multistore.prune(9, 3)
    expect(multistore.earliest).toBe(4)
    for (const name of ['a', 'b']) {
      expect(() => multistore.store(name).get(KEY, 3)).toThrow('UNKNOWN_VERSION')
      expect(multistore.store(name).get(KEY, 4)).toEqual(name === 'a' ? VALUE : Uint8Array.of(4))
    }
  })

  test('finds the newest common version of stores that do not change', () => {
    const multistore = oneChanging()
    const { position } = multistore
    for (let count = 0; count < 5; count++) multistore.commit()
    expect(multistore.stageMove(position)).toBe(10)
    multistore.returnTo(position)
    expect(multistore.version).toBe(10)
    expect(multistore.stageMove(position)).toBe(10)
    multistore.commit()
    expect(multistore.version).toBe(11)
  })

  test('rejects a version that was never committed', () => {
    const multistore = createMultistore(['a'])
    multistore.commit()
    for (const version of [0, 2]) {
      const refusal = { code: 'UNKNOWN_VERSION', version, newest: 1 }
      expect(() => multistore.appHash(version)).toThrow(
        expect.objectContaining({ details: refusal }),
      )
    }
  })

  test('rolls back every store', () => {
    const multistore = createMultistore(['a', 'b'])
    const { appHash } = multistore.commit()
    for (const name of multistore.names) multistore.store(name).set(KEY, VALUE)
    multistore.rollback()
    expect(valuesOf(multistore)).toEqual([undefined, undefined])
    expect(multistore.commit().appHash).toEqual(appHash)
  })

  test('rejects unknown and duplicate store names', () => {
    expect(() => createMultistore(['a']).store('b')).toThrow(Error)
    expect(() => createMultistore(['a', 'a'])).toThrow(Error)
  })
})

function inner(left: Uint8Array | undefined, right: Uint8Array | undefined): Buffer {
  const hash = createHash('sha256').update(Uint8Array.of(1))
  return hash
    .update(left ?? '')
    .update(right ?? '')
    .digest()
}

function valuesOf(multistore: Multistore): (Uint8Array | undefined)[] {
  return multistore.names.map((name) => multistore.store(name).get(KEY))
}
