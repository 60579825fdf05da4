import { createHash } from 'node:crypto'
import { fc, test as propertyTest } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { bytesToLatin1, latin1ToBytes } from '../../src/primitives/encoding/bytes.ts'
import { leavesInRange, type NodeRef, nodeOf } from '../../src/store/iavl/iavlNode.ts'
import { IavlTree } from '../../src/store/iavl/iavlTree.ts'
import { rootHex } from '../support/store/treeOps.ts'

type Step =
  | { readonly do: 'set' | 'remove'; readonly key: string }
  | { readonly do: 'commit' | 'rollback' }

/** About 250 keys: enough for a height of 9, and few enough that removals often match. */
const key = fc.nat({ max: 250 }).map((n) => bytesToLatin1(Uint8Array.of(n >> 4, n & 15)))
const write = fc.record({ do: fc.constantFrom('set' as const, 'remove' as const), key })
const turn = fc.record({
  do: fc.constantFrom('commit' as const, 'commit' as const, 'rollback' as const),
})
const random = fc.oneof({ weight: 40, arbitrary: write }, { weight: 1, arbitrary: turn })
/** Runs of adjacent keys in one direction force rotations that random keys rarely reach. */
const run = fc
  .record({
    do: fc.constantFrom('set' as const, 'remove' as const),
    keys: fc.array(key, { maxLength: 40 }),
    down: fc.boolean(),
  })
  .map(({ do: name, keys, down }) => {
    const sorted = keys.sort()
    return (down ? sorted.reverse() : sorted).map((at): Step => ({ do: name, key: at }))
  })
const steps: fc.Arbitrary<Step[]> = fc
  .array(fc.oneof(run, fc.array(random, { maxLength: 60, size: 'max' })), {
    maxLength: 10,
    size: 'max',
  })
  .map((lists) => lists.flat())

propertyTest.prop([steps])('a random tree equals a map and keeps its invariants', (list) => {
  const tree = new IavlTree()
  const committed: { content: Map<string, number>; hash: string }[] = []
  let model = new Map<string, number>()
  for (const [i, step] of list.entries()) {
    if (step.do === 'set') {
      tree.set(step.key, valueBytes(i))
      model.set(step.key, i)
    } else if (step.do === 'remove') {
      expect(tree.remove(step.key)).toBe(model.delete(step.key))
    } else if (step.do === 'commit') {
      tree.commit()
      committed.push({ content: new Map(model), hash: rootHex(tree, tree.version) })
    } else {
      tree.rollback()
      model = new Map(committed.at(-1)?.content)
    }
    expect(tree.size()).toBe(model.size)
  }
  expectTree(tree.rootNode(), model, tree.version + 1)
  for (const [i, { content, hash }] of committed.entries()) {
    const root = tree.rootNode(i + 1)
    expectTree(root, content, i + 1)
    expect(rootHex(tree, i + 1)).toBe(hash)
    expect(hash).toBe(plainHash(root).toString('hex'))
  }
})

test('a key longer than the buffer is hashed completely', () => {
  const tree = new IavlTree()
  for (const length of [400, 446, 447, 448, 480, 512, 100_000]) {
    tree.set('k'.repeat(length), valueBytes(length))
  }
  tree.commit()
  expect(rootHex(tree, 1)).toBe(plainHash(tree.rootNode(1)).toString('hex'))
})

test('removing an absent key returns false and keeps the root node', () => {
  const tree = new IavlTree()
  expect(tree.remove('a')).toBe(false)
  tree.set('b', valueBytes(1))
  tree.commit()
  expect(tree.remove('a')).toBe(false)
  expect(tree.rootNode()).toBe(tree.rootNode(1))
})

test('versions share unchanged leaves and siblings', () => {
  const tree = new IavlTree()
  for (const at of ['a', 'b']) tree.set(at, valueBytes(1))
  tree.commit()
  tree.set('c', valueBytes(2))
  tree.commit()
  const [first, second] = [1, 2].map((version) => [
    ...leavesInRange(tree.rootNode(version), '', undefined),
  ])
  expect(second?.slice(0, 2)).toEqual(first)
  expect(second?.[0]).toBe(first?.[0])
  expect(second?.[1]).toBe(first?.[1])
  tree.remove('a')
  tree.remove('c')
  expect(tree.rootNode()).toBe(first?.[1])
})

// By the rule of `balance` in cosmos/iavl, a higher child that is balanced is rotated once.
test.each([
  {
    inserted: '356124',
    full: '(((1 2) (3 4)) (5 6))',
    removed: '6',
    levelled: '((1 2) ((3 4) 5))',
  },
  {
    inserted: '135246',
    full: '((1 2) ((3 4) (5 6)))',
    removed: '1',
    levelled: '((2 (3 4)) (5 6))',
  },
])('removing $removed from $full takes the single rotation', (scenario) => {
  const { inserted, full, removed, levelled } = scenario
  const tree = new IavlTree()
  for (const at of inserted) tree.set(at, valueBytes(1))
  expect(shapeOf(tree.rootNode())).toBe(full)
  tree.remove(removed)
  expect(shapeOf(tree.rootNode())).toBe(levelled)
})

function shapeOf(link: NodeRef | undefined): string {
  if (link === undefined) return ''
  const node = nodeOf(link)
  if (node.left === undefined) return node.key
  return `(${shapeOf(node.left)} ${shapeOf(node.right)})`
}

/** Checks content and every field of every node. */
function expectTree(
  root: NodeRef | undefined,
  content: ReadonlyMap<string, number>,
  version: number,
): void {
  const leaves = root === undefined ? [] : checkNode(root, version)
  const wanted = [...content].sort(([a], [b]) => (a < b ? -1 : 1))
  expect(leaves).toEqual(wanted.map(([at, n]) => [at, valueBytes(n)]))
}

/** Checks the nodes below and returns their leaves from left to right. */
function checkNode(link: NodeRef, version: number): [key: string, value: Uint8Array][] {
  const node = nodeOf(link)
  expect(node.version).toBeLessThanOrEqual(version)
  if (node.left === undefined) {
    expect([node.height, node.size]).toEqual([0, 1])
    return [[node.key, latin1ToBytes(node.value)]]
  }
  const left = checkNode(node.left, node.version)
  const right = checkNode(node.right, node.version)
  expect(node.size).toBe(left.length + right.length)
  expect(node.height).toBe(Math.max(node.left.height, node.right.height) + 1)
  expect(Math.abs(node.left.height - node.right.height)).toBeLessThanOrEqual(1)
  expect(node.key).toBe(right[0]?.[0])
  return [...left, ...right]
}

/** Computes the hash of a subtree directly from the format, without caches. */
function plainHash(link: NodeRef | undefined): Buffer {
  if (link === undefined) return sha256()
  const node = nodeOf(link)
  const head = [node.height, node.size, node.version].map((n) => varint(BigInt(n) * 2n))
  if (node.left !== undefined) {
    return sha256(...head, [32], plainHash(node.left), [32], plainHash(node.right))
  }
  const bytes = latin1ToBytes(node.key)
  return sha256(
    ...head,
    varint(BigInt(bytes.length)),
    bytes,
    [32],
    sha256(Buffer.from(node.value, 'latin1')),
  )
}

function varint(n: bigint): number[] {
  return n < 128n ? [Number(n)] : [Number(n % 128n) + 128, ...varint(n / 128n)]
}

function sha256(...parts: readonly (readonly number[] | Uint8Array)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(Uint8Array.from(part))
  return hash.digest()
}

function valueBytes(n: number): Uint8Array {
  return Uint8Array.of(1, n >> 8, n & 255)
}
