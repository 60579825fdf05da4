import { fc, test as propertyTest } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { bytesToLatin1, compareBytes, utf8ToBytes } from '../../../src/primitives/encoding/bytes.ts'
import { bytesToBareHex, hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import type { KeyRange, VersionedStore } from '../../../src/store/versionedStore.ts'

/** A write or another operation of the store. */
type Step =
  | { readonly do: 'set'; readonly key: Uint8Array; readonly value: Uint8Array }
  | { readonly do: 'delete'; readonly key: Uint8Array }
  | { readonly do: 'commit' }
  | { readonly do: 'rollback' }

/**
 * Expected content of the store: values by the key in hexadecimal, whose order is that of the
 * bytes.
 */
type Model = ReadonlyMap<string, Uint8Array>

/**
 * Few short keys, so that they collide and are prefixes of each other; bytes on both sides of every
 * sign bit.
 */
const key = fc
  .array(fc.constantFrom(0x00, 0x01, 0x7f, 0x80, 0xff), { minLength: 1, maxLength: 3 })
  .map((bytes) => Uint8Array.from(bytes))
const value = fc.uint8Array({ minLength: 1, maxLength: 40 })
const set = fc.record({ do: fc.constant('set' as const), key, value })
const remove = fc.record({ do: fc.constant('delete' as const), key })
const writes = fc.array(fc.oneof({ weight: 3, arbitrary: set }, remove), { maxLength: 60 })
const history = fc.array(
  writes.filter((list) => list.length > 0),
  { minLength: 1, maxLength: 6 },
)
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: set },
    { weight: 6, arbitrary: remove },
    { weight: 2, arbitrary: fc.constant({ do: 'commit' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'rollback' as const }) },
  ),
  { maxLength: 150, size: 'max' },
)
/** Bounds of one byte, so that they are often the first key, the last one, or absent. */
const bound = fc.constantFrom(0x00, 0x01, 0x7f, 0x80, 0xff).map((byte) => Uint8Array.of(byte))
const range: fc.Arbitrary<KeyRange> = fc.record({ start: bound, end: bound }, { requiredKeys: [] })

const EMPTY_ROOT = hexToBytes('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
const KEY = utf8ToBytes('key')
const VALUE = utf8ToBytes('value')

/** Tests of every {@link VersionedStore}; `create` returns an empty one. */
export function storeSuite(name: string, create: () => VersionedStore): void {
  describe(`${name} keeps the contract of a versioned store`, () => {
    propertyTest.prop([steps])('holds what a sorted map would, at every version', (list) => {
      const store = create()
      const committed: Model[] = []
      let model = new Map<string, Uint8Array>()
      for (const step of list) {
        apply(store, step)
        if (step.do === 'set') model.set(bytesToBareHex(step.key), step.value)
        if (step.do === 'delete') model.delete(bytesToBareHex(step.key))
        if (step.do === 'commit') committed.push(new Map(model))
        if (step.do === 'rollback') model = new Map(committed.at(-1))
        if ('key' in step) expect(store.get(step.key)).toEqual(model.get(bytesToBareHex(step.key)))
        expect(store.version).toBe(committed.length)
      }
      const keys = list.flatMap((step) => ('key' in step ? [step.key] : []))
      expectContent(store, undefined, model, keys)
      for (const [i, content] of committed.entries()) expectContent(store, i + 1, content, keys)
    })

    propertyTest.prop([history])('takes keys as text, one character a byte', (blocks) => {
      const [bytes, text] = [create(), create()]
      for (const block of blocks) {
        for (const write of block) {
          apply(bytes, write)
          if (write.do === 'set') text.set(bytesToLatin1(write.key), write.value)
          else text.delete(bytesToLatin1(write.key))
        }
        expect(text.commit()).toEqual(bytes.commit())
      }
      for (const { key } of blocks.flat()) {
        expect(text.get(key)).toEqual(bytes.get(key))
        expect(text.get(bytesToLatin1(key))).toEqual(bytes.get(key))
      }
    })

    propertyTest.prop([history])('gives back the root of every version', (blocks) => {
      const store = create()
      const commits = blocks.map((block) => {
        for (const write of block) apply(store, write)
        return store.commit()
      })
      expect(commits.map(({ version }) => version)).toEqual(blocks.map((_, i) => i + 1))
      for (const { version, root } of commits) {
        expect(root).toHaveLength(32)
        expect(store.root(version)).toEqual(root)
      }
    })

    propertyTest.prop([writes, writes, range])(
      'iterates in order, within a range',
      (old, now, bounds) => {
        const store = create()
        for (const write of old) apply(store, write)
        const { version } = store.commit()
        for (const write of now) apply(store, write)
        for (const at of [undefined, version]) {
          const all = [...store.entries({}, at)]
          const wanted = all.filter(([found]) => isInRange(found, bounds))
          expect([...store.entries(bounds, at)]).toEqual(wanted)
          for (const [i, [found]] of all.entries()) {
            const previous = all[i - 1]
            if (previous !== undefined) expect(compareBytes(previous[0], found)).toBeLessThan(0)
          }
        }
      },
    )

    propertyTest.prop([history])('makes the same roots of the same writes', (blocks) => {
      expect(rootsOf(create(), blocks)).toEqual(rootsOf(create(), blocks))
    })

    propertyTest.prop([writes, writes, writes])(
      'leaves no trace of what it rolled back',
      (before, dropped, after) => {
        const store = create()
        const other = create()
        for (const write of before) for (const each of [store, other]) apply(each, write)
        expect(store.commit()).toEqual(other.commit())
        for (const write of dropped) apply(store, write)
        store.rollback()
        for (const write of after) for (const each of [store, other]) apply(each, write)
        expect(store.commit()).toEqual(other.commit())
      },
    )

    propertyTest.prop([writes, key])('keeps its root when nothing changes', (block, absent) => {
      const store = create()
      for (const write of block) apply(store, write)
      store.delete(absent)
      const { root } = store.commit()
      expect(store.commit()).toEqual({ version: 2, root })
      store.delete(absent)
      expect(store.commit()).toEqual({ version: 3, root })
    })

    propertyTest.prop([writes, key, value, value])(
      'binds its root to the values',
      (block, at, a, b) => {
        fc.pre(compareBytes(a, b) !== 0)
        const last = (bytes: Uint8Array) => ({ do: 'set', key: at, value: bytes }) as const
        expect(rootsOf(create(), [[...block, last(a)]])).not.toEqual(
          rootsOf(create(), [[...block, last(b)]]),
        )
      },
    )

    test('takes the start of a range in and leaves its end out', () => {
      const store = create()
      store.set(KEY, VALUE)
      const before = KEY.subarray(0, -1)
      const after = Uint8Array.of(...KEY, 0)
      expect([...store.entries({ start: KEY, end: after })]).toEqual([[KEY, VALUE]])
      expect([...store.entries({ start: before, end: KEY })]).toEqual([])
      expect([...store.entries({ start: after })]).toEqual([])
      expect([...store.entries({ start: after, end: before })]).toEqual([])
    })

    test('is empty at first and has the root sha256("") then', () => {
      const store = create()
      expect(store.version).toBe(0)
      expect(store.get(KEY)).toBeUndefined()
      expect([...store.entries()]).toEqual([])
      expect(store.commit()).toEqual({ version: 1, root: EMPTY_ROOT })
    })

    test('has the root sha256("") when everything is deleted', () => {
      const store = create()
      store.set(KEY, VALUE)
      expect(store.commit().root).not.toEqual(EMPTY_ROOT)
      store.delete(KEY)
      expect(store.commit().root).toEqual(EMPTY_ROOT)
    })

    test('rolls back to nothing before the first commit', () => {
      const store = create()
      store.set(KEY, VALUE)
      store.rollback()
      expect(store.get(KEY)).toBeUndefined()
      expect(store.version).toBe(0)
    })

    test('refuses a version that was never committed', () => {
      const store = create()
      store.set(KEY, VALUE)
      store.commit()
      for (const version of [-1, 0, 2, 1.5]) {
        const refused = expect.objectContaining({
          details: { code: 'UNKNOWN_VERSION', version, newest: 1 },
        })
        expect(() => store.get(KEY, version)).toThrow(refused)
        expect(() => [...store.entries({}, version)]).toThrow(refused)
        expect(() => store.root(version)).toThrow(refused)
      }
    })

    test('refuses an empty value and keeps the one it had', () => {
      const store = create()
      store.set(KEY, VALUE)
      const refused = expect.objectContaining({ details: { code: 'EMPTY_VALUE' } })
      expect(() => store.set(KEY, new Uint8Array(0))).toThrow(refused)
      expect(store.get(KEY)).toEqual(VALUE)
    })
  })
}

function apply(store: VersionedStore, step: Step): void {
  if (step.do === 'set') store.set(step.key, step.value)
  else if (step.do === 'delete') store.delete(step.key)
  else if (step.do === 'commit') store.commit()
  else store.rollback()
}

function rootsOf(store: VersionedStore, blocks: readonly (readonly Step[])[]): Uint8Array[] {
  return blocks.map((block) => {
    for (const write of block) apply(store, write)
    return store.commit().root
  })
}

function expectContent(
  store: VersionedStore,
  version: number | undefined,
  model: Model,
  keys: readonly Uint8Array[],
): void {
  const found = [...store.entries({}, version)].map(([at, bytes]) => [bytesToBareHex(at), bytes])
  expect(found).toEqual([...model].sort(([a], [b]) => (a < b ? -1 : 1)))
  for (const at of keys) expect(store.get(at, version)).toEqual(model.get(bytesToBareHex(at)))
}

function isInRange(at: Uint8Array, { start, end }: KeyRange): boolean {
  if (start !== undefined && compareBytes(at, start) < 0) return false
  return end === undefined || compareBytes(at, end) < 0
}
