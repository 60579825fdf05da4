import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashTree } from '../../src/store/iavl/iavlHash.ts'
import { createInner, createLeaf, type IavlNode } from '../../src/store/iavl/iavlNode.ts'
import { hashTrees } from '../../src/store/iavl/treeHasher.ts'
import { runs } from '../support/runs.ts'

/** Text of bytes: lengths around the limits of WebAssembly's buffers, and of SHA-256's blocks. */
const bytes = fc
  .oneof(
    fc.integer({ min: 0, max: 130 }),
    fc.integer({ min: 500, max: 600 }),
    fc.constantFrom(511, 512, 513, 5000),
  )
  .map((length) => String.fromCharCode(...Array.from({ length }, (_, i) => (i * 7 + length) % 256)))
const version = fc.oneof(
  fc.integer({ min: 1, max: 300 }),
  fc.integer({ min: 2 ** 31, max: 2 ** 50 }),
)
const leaf = fc
  .tuple(bytes, bytes, version)
  .map(([key, value, at]): IavlNode => createLeaf(key, value, at))
const tree = fc.letrec<{ readonly node: IavlNode }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    leaf,
    fc
      .tuple(tie('node'), tie('node'), version)
      .map(([left, right, at]): IavlNode => createInner('k', left, right, at)),
  ),
})).node

function copyOf(node: IavlNode): IavlNode {
  if (node.left === undefined) return { ...node }
  return { ...node, left: copyOf(node.left as IavlNode), right: copyOf(node.right as IavlNode) }
}

function hashesOf(node: IavlNode): readonly string[] {
  if (node.left === undefined) return [node.hash]
  return [node.hash, ...hashesOf(node.left as IavlNode), ...hashesOf(node.right as IavlNode)]
}

test('hashes of many nodes are those of one at a time', () => {
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 6 }), fc.boolean(), (roots, isPartlyHashed) => {
      const copies = roots.map(copyOf)
      for (const copy of copies) {
        // Some subtrees are known, as those of an earlier version.
        if (isPartlyHashed && copy.left !== undefined) hashTree(copy.left)
      }
      hashTrees(copies)
      for (const root of roots) hashTree(root)
      expect(copies.map(hashesOf)).toEqual(roots.map(hashesOf))
    }),
    { numRuns: runs({ quick: 100, full: 3000 }) },
  )
})

test('trees larger than one call', () => {
  const build = (from: number, count: number): IavlNode => {
    if (count === 1) return createLeaf(`key ${from}`, `value ${from}`, 7)
    const half = count >> 1
    return createInner(`key ${from + half}`, build(from, half), build(from + half, count - half), 8)
  }
  const root = build(0, 5000)
  const copy = copyOf(root)
  hashTrees([copy])
  hashTree(root)
  expect(hashesOf(copy)).toEqual(hashesOf(root))
})
