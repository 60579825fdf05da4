import { fc, test as propertyTest } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { bytesToLatin1, concatBytes } from '../../src/primitives/encoding/bytes.ts'
import { bytesToBareHex } from '../../src/primitives/encoding/hex.ts'
import { openDatabase } from '../../src/store/database/database.ts'
import { metaKey } from '../../src/store/database/tables.ts'
import { VersionRanges } from '../../src/store/database/versionRanges.ts'
import { StoreError } from '../../src/store/errors.ts'
import { ByteSource } from '../../src/store/export/byteSource.ts'
import { decodeTree, encodeTree } from '../../src/store/export/treeStream.ts'
import type { IavlNode, SavedNode } from '../../src/store/iavl/iavlNode.ts'
import { proveKey } from '../../src/store/iavl/iavlProof.ts'
import { IavlTree } from '../../src/store/iavl/iavlTree.ts'
import { NodeCache } from '../../src/store/iavl/nodeCache.ts'
import { NodeStore } from '../../src/store/iavl/nodeStore.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { FULL, runs } from '../support/runs.ts'

interface Write {
  readonly key: string
  /** Undefined deletes the key. */
  readonly value?: Uint8Array
}

/**
 * Short keys over few letters, so that keys share prefixes, contain one another, and removals
 * match.
 */
const key = fc.array(fc.nat(3), { maxLength: 6 }).map((bytes) => bytesToLatin1(Buffer.from(bytes)))
const write: fc.Arbitrary<Write> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ key, value: fc.uint8Array({ maxLength: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ key }) },
)
const versions = fc.array(fc.array(write, { maxLength: 40, size: 'max' }), {
  minLength: 1,
  maxLength: 5,
})

propertyTest.prop([versions, fc.integer({ min: 1, max: 200 })], {
  numRuns: runs({ quick: 6, full: 40 }),
})(
  'every version of a random tree is restored with its hashes and proofs',
  async (list, pieceBytes) => {
    const tree = grow(new IavlTree(), list)
    const keys = new Set(list.flat().map((each) => each.key))
    for (let version = 1; version <= tree.version; version++) {
      const root = await read(streamOf(tree, version), version, pieceBytes)
      const original = tree.rootNode(version)
      expect(root?.hash).toBe(original?.hash)
      expect(root?.size).toBe(original?.size)
      if (original === undefined) continue
      for (const each of keys) {
        expect(bytesToBareHex(proveKey(root, each))).toBe(bytesToBareHex(proveKey(original, each)))
      }
    }
  },
)

propertyTest.prop([versions, versions], { numRuns: runs({ quick: 4, full: 20 }) })(
  'a tree restored into a database evolves like the original',
  async (before, after) => {
    const tree = grow(new IavlTree(), before)
    const { version } = tree
    const database = await openDatabase(temporaryDirectory(), { sync: false })
    const nodes = new NodeStore(
      database,
      0,
      new NodeCache(8),
      new VersionRanges(database, metaKey('repeated')),
    )
    const source = sourceOf(streamOf(tree, version))
    const root = await decodeTree(source, version, (node, nonce) => nodes.append(node, nonce))
    nodes.appendVersion(root, version)
    await database.flush()
    const copy = IavlTree.open(nodes, version, version)
    expect(copy.rootHash(version)).toBe(tree.rootHash(version))
    for (const writes of after) {
      for (const each of [tree, copy]) grow(each, [writes])
      await database.flush()
      nodes.settle()
      copy.prune(copy.version)
      await database.flush()
      expect(copy.rootHash(copy.version)).toBe(tree.rootHash(tree.version))
    }
    await database.close()
  },
)

describe('a modified stream', () => {
  const tree = grow(new IavlTree(), [
    ['a', 'ab', 'abc', 'b', 'bc', 'c'].map((each) => ({ key: each, value: Buffer.from(each) })),
    [{ key: 'ab' }, { key: 'd', value: Buffer.from('x') }],
    [{ key: 'bb', value: Buffer.from('a longer value') }],
  ])
  const bytes = streamOf(tree, 3)
  const hash = tree.rootHash(3)

  test('is rejected at any truncation', async () => {
    for (let end = 0; end < bytes.length; end++) {
      await expect(read(bytes.subarray(0, end), 3)).rejects.toThrow(StoreError)
    }
  })

  test('is rejected or has another hash after any change of one byte', async () => {
    const STEP = FULL ? 1 : 16
    for (let at = 0; at < bytes.length; at++) {
      for (let byte = at % STEP; byte < 256; byte += STEP) {
        if (byte === bytes[at]) continue
        const changed = bytes.slice()
        changed[at] = byte
        expect(await outcome(changed, 3), `byte ${at} as ${byte}`).not.toBe(hash)
      }
    }
  })

  test('is rejected for a version before that of its newest node', async () => {
    await expect(read(bytes, 2)).rejects.toThrow('a node of version 3 in a tree of version 2')
  })
})

describe('decodeTree rejects', () => {
  const leaf = (letter: string, version = 1) => [0, version, 0, 1, letter.charCodeAt(0), 1, 7]
  const fork = (height: number, since = 0) => [height, since]

  test.each<[reason: string, records: number[][]]>([
    ['ends too early', []],
    ['a key out of order', [leaf('b'), leaf('a')]],
    ['a key out of order', [leaf('a'), leaf('a')]],
    // The second key shares a prefix with the first that it does not declare.
    ['a key out of order', [leaf('a'), [0, 1, 0, 2, 97, 97, 0]]],
    ['a key out of order', [leaf('a'), [0, 1, 2, 1, 98, 0]]],
    ['a key out of order', [[0, 1, 1, 1, 98, 0]]],
    ['a fork without branches', [fork(1)]],
    ['a fork without branches', [leaf('a'), fork(1)]],
    ['a tree that is not balanced', [leaf('a'), leaf('b'), fork(2)]],
    [
      'a tree that is not balanced',
      [leaf('a'), leaf('b'), leaf('c'), leaf('d'), fork(1), fork(2), fork(3)],
    ],
    [
      'a tree that is not balanced',
      Array.from({ length: 200 }, (_, i) => [0, 1, i ? 1 : 0, 1, i, 0]),
    ],
    ['a node of version 0 in a tree of version 9', [leaf('a', 0)]],
    ['a node of version 10 in a tree of version 9', [leaf('a', 10)]],
    ['a node of version 10 in a tree of version 9', [leaf('a', 8), leaf('b'), fork(1, 2)]],
    ['a length of 536870912 bytes', [[0, 1, 0, 0x80, 0x80, 0x80, 0x80, 2]]],
    ['a varint is too large', [[0, 1, 0, ...Array<number>(9).fill(0xff), 1]]],
    ['a tree without a root', [leaf('a'), leaf('b'), [0xff, 2]]],
    ['1 nodes, want 2', [leaf('a'), [0xff, 2]]],
  ])('%s: %j', async (reason, records) => {
    await expect(read(Uint8Array.from(records.flat()), 9)).rejects.toMatchObject({
      details: {
        code: 'BAD_EXPORT',
        reason,
        where: expect.stringMatching(/^byte \d+ of the test$/),
      },
    })
  })
})

function grow(tree: IavlTree, list: readonly (readonly Write[])[]): IavlTree {
  for (const writes of list) {
    for (const { key: at, value } of writes) {
      if (value === undefined) tree.remove(at)
      else tree.set(at, value)
    }
    tree.commit()
  }
  return tree
}

function streamOf(tree: IavlTree, version: number): Uint8Array {
  return concatBytes(...encodeTree(tree.rootNode(version)))
}

function sourceOf(bytes: Uint8Array, pieceBytes = bytes.length): ByteSource {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      yield bytes.subarray(at, at + pieceBytes)
    }
  }
  return new ByteSource(pieces(), 'the test')
}

/** Decodes the tree of a stream in memory. */
function read(bytes: Uint8Array, version: number, pieceBytes?: number) {
  return decodeTree(sourceOf(bytes, pieceBytes), version, remember)
}

async function outcome(bytes: Uint8Array, version: number): Promise<string | undefined> {
  try {
    return (await read(bytes, version))?.hash
  } catch (error) {
    if (error instanceof StoreError) return error.code
    throw error
  }
}

function remember(node: IavlNode, nonce: number): SavedNode {
  const { version, hash, height, size } = node
  return { version, nonce, hash, height, size, left: null, load: () => node }
}
