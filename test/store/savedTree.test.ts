import { fc, test as propertyTest } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { bytesToBareHex } from '../../src/primitives/encoding/hex.ts'
import { type Database, openDatabase } from '../../src/store/database/database.ts'
import { tablePrefix } from '../../src/store/database/tables.ts'
import { createMultistore, type Multistore } from '../../src/store/multistore.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { moveTo } from '../support/moveStores.ts'
import { runs } from '../support/runs.ts'

const NAMES = ['a', 'b']
/** Small, so that most nodes are read repeatedly. */
const CACHE = 8

type Step =
  | { readonly do: 'set'; readonly store: string; readonly key: number; readonly value: number }
  | { readonly do: 'delete'; readonly store: string; readonly key: number }
  | { readonly do: 'commit' | 'rollback' | 'reopen' | 'keep' | 'forget' | 'branch' }
  | { readonly do: 'moveTo'; readonly at: number }
  | { readonly do: 'repeat'; readonly count: number }
  | { readonly do: 'prune'; readonly versions: number }

const store = fc.constantFrom(...NAMES)
const key = fc.nat(60)
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 24,
      arbitrary: fc.record({ do: fc.constant('set' as const), store, key, value: fc.nat() }),
    },
    { weight: 12, arbitrary: fc.record({ do: fc.constant('delete' as const), store, key }) },
    { weight: 6, arbitrary: fc.constant({ do: 'commit' as const }) },
    ...(['rollback', 'reopen', 'keep', 'forget', 'branch'] as const).map((name) => ({
      weight: 1,
      arbitrary: fc.constant({ do: name }),
    })),
    { weight: 2, arbitrary: fc.record({ do: fc.constant('moveTo' as const), at: fc.nat(5) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat' as const), count: fc.nat(6) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('prune' as const), versions: fc.nat(9) }) },
  ),
  { maxLength: 200, size: 'max' },
)

propertyTest.prop([steps], { numRuns: runs({ quick: 8, full: 60 }) })(
  'stores in a database equal stores in memory with any cache size',
  async (list) => {
    const database = await openDatabase(temporaryDirectory(), { sync: false })
    const memory = createMultistore(NAMES)
    let saved = createMultistore(NAMES, database, CACHE)
    let kept: Kept[] = []
    let branches: Pair[] = []
    for (const step of list) {
      if (step.do === 'set' || step.do === 'delete') {
        for (const each of [memory, saved]) apply(each, step)
      } else if (step.do === 'commit') {
        expect(saved.commit()).toEqual(memory.commit())
      } else if (step.do === 'repeat' && step.count > 0 && saved.version > 0) {
        for (const each of [memory, saved]) each.rollback()
        saved.repeat(step.count)
        for (let i = 0; i < step.count; i++) memory.commit()
      } else if (step.do === 'rollback') {
        for (const each of [memory, saved]) each.rollback()
      } else if (step.do === 'keep' && saved.version > 0) {
        saved.keepPast()
        kept.push({ memory: memory.position, saved: saved.position, shared: saved.version })
      } else if (step.do === 'branch' && saved.version > 0) {
        branches.push({ memory: memory.branch(), saved: saved.branch(), shared: saved.version })
      } else if (step.do === 'moveTo') {
        const target = kept[step.at]
        if (target === undefined) continue
        const fork = Math.min(memory.version, target.shared)
        for (const each of [...kept, ...branches]) each.shared = Math.min(each.shared, fork)
        memory.returnTo(target.memory)
        moveTo(saved, target.saved)
      } else if (step.do === 'prune') {
        const needed = [...kept, ...branches].map(({ shared }) => shared)
        const earliest = Math.min(saved.earliest + step.versions, saved.version, ...needed)
        if (earliest < saved.earliest) continue
        for (const each of [memory, saved]) each.prune(earliest)
      } else if (step.do === 'forget') {
        kept = []
        branches = []
        saved.forgetPast()
      } else if (step.do === 'reopen') {
        memory.rollback()
        for (const each of branches) expectSame(each.saved, each.memory)
        kept = []
        branches = []
        await write(database, saved)
        saved = createMultistore(NAMES, database, CACHE)
      }
      if (step.do !== 'set' && step.do !== 'delete') await write(database, saved)
    }
    for (const pair of [...branches, { saved, memory }]) expectSame(pair.saved, pair.memory)
    for (const each of branches) {
      for (const pair of [each.saved, each.memory]) {
        apply(pair, { do: 'set', store: 'a', key: 1, value: 1 })
        pair.commit()
      }
      expectSame(each.saved, each.memory)
    }
    saved.rollback()
    memory.rollback()
    expect(await nodesIn(database)).toBe(reachableNodes(saved))
    await database.close()
  },
)

test('a branch of saved stores continues in memory and is independent of them', async () => {
  const database = await openDatabase(temporaryDirectory(), { sync: false })
  const saved = createMultistore(NAMES, database, CACHE)
  const memory = createMultistore(NAMES)
  const fill = (version: number) => {
    for (const each of [memory, saved]) {
      for (let key = 0; key < 40; key++) apply(each, { do: 'set', store: 'a', key, value: version })
      each.commit()
    }
  }
  fill(1)
  await write(database, saved)
  const { position } = saved
  fill(2)
  await write(database, saved)
  const branch = saved.branch()
  moveTo(saved, position)
  await write(database, saved)
  expect(await nodesIn(database)).toBe(reachableNodes(saved))
  expectSame(branch, memory)
  for (const each of [memory, branch]) {
    apply(each, { do: 'delete', store: 'a', key: 7 })
    each.commit()
  }
  expectSame(branch, memory)
  expect(saved.version).toBe(1)
  await database.close()
})

/** Stores on disk and in memory with equal content. */
interface Pair {
  readonly saved: Multistore
  readonly memory: Multistore
  /** The newest version shared with the trunk. */
  shared: number
}

/** A position of both, and the newest version before it that both still have. */
interface Kept {
  readonly memory: Multistore['position']
  readonly saved: Multistore['position']
  shared: number
}

async function write(database: Database, stores: Multistore): Promise<void> {
  await database.flush()
  stores.settle()
}

function apply(stores: Multistore, step: Extract<Step, { readonly store: string }>): void {
  const at = Uint8Array.of(step.key)
  if (step.do === 'delete') stores.store(step.store).delete(at)
  else stores.store(step.store).set(at, Uint8Array.of(1, step.value & 0xff))
}

/** Compares the working set and every available version. */
function expectSame(saved: Multistore, memory: Multistore): void {
  expect([saved.version, saved.earliest]).toEqual([memory.version, memory.earliest])
  for (let version = memory.earliest; version <= memory.version; version++) {
    expect(saved.appHash(version)).toEqual(memory.appHash(version))
  }
  for (const name of NAMES) {
    const [a, b] = [saved.store(name), memory.store(name)]
    expect([...a.entries()]).toEqual([...b.entries()])
    for (let version = memory.earliest; version <= memory.version; version++) {
      expect([...a.entries({}, version)]).toEqual([...b.entries({}, version)])
    }
    for (const version of [memory.earliest - 1, memory.version + 1]) {
      expect(() => a.root(version)).toThrow(expect.objectContaining({ code: 'UNKNOWN_VERSION' }))
    }
  }
}

/** Counts the distinct nodes of all available versions. */
function reachableNodes(stores: Multistore): number {
  const names = new Set<string>()
  for (const name of NAMES) {
    const tree = stores.tree(name)
    for (let version = stores.earliest; version <= stores.version; version++) {
      const stack = [tree.rootNode(version)]
      for (let link = stack.pop(); link !== undefined; link = stack.pop()) {
        if (link.left !== null) throw new Error('a saved version is reached through saved nodes')
        names.add(`${name}/${link.version}/${link.nonce}/${link.hash}`)
        const node = link.load()
        if (node.left !== undefined) stack.push(node.left, node.right)
      }
    }
  }
  return names.size
}

async function nodesIn(database: Database): Promise<number> {
  const keys = new Set<string>()
  for await (const [key] of database.entries(tablePrefix('node'))) keys.add(bytesToBareHex(key))
  return keys.size
}
