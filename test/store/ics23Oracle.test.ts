import {
  ics23,
  iavlSpec as theirIavlSpec,
  verifyMembership,
  verifyNonMembership,
} from '@confio/ics23'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesToLatin1, equalBytes, latin1ToBytes } from '../../src/primitives/encoding/bytes.ts'
import { proveKey } from '../../src/store/iavl/iavlProof.ts'
import { IavlTree } from '../../src/store/iavl/iavlTree.ts'
import { decodeProof } from '../../src/store/ics23/ics23Codec.ts'
import { iavlSpec } from '../../src/store/ics23/proofSpec.ts'
import { provenRoot } from '../../src/store/ics23/verifyCommitment.ts'

const bytes = fc.uint8Array({ minLength: 1, maxLength: 4 })
/** Short keys, so that keys are overwritten, removed and read again. */
const key = fc
  .array(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), { minLength: 1, maxLength: 3 })
  .map((list) => Uint8Array.from(list))
const write = fc.oneof(
  { weight: 3, arbitrary: fc.record({ key, value: bytes }) },
  { weight: 1, arbitrary: fc.record({ key, value: fc.constant(undefined) }) },
)
const commits = fc.array(fc.array(write, { maxLength: 20 }), { minLength: 1, maxLength: 4 })

test('proofs of any key at any version verify, also in @confio/ics23, and prove no other claim', () => {
  fc.assert(
    fc.property(commits, fc.array(key, { minLength: 1, maxLength: 10 }), (history, keys) => {
      const tree = new IavlTree()
      const contents = [new Map<string, Uint8Array>()]
      for (const writes of history) {
        const content = new Map(contents.at(-1))
        for (const { key, value } of writes) {
          const id = bytesToLatin1(key)
          if (value === undefined) tree.remove(id)
          else tree.set(id, value)
          if (value === undefined) content.delete(id)
          else content.set(id, value)
        }
        tree.commit()
        contents.push(content)
      }
      for (const [version, content] of contents.entries()) {
        if (content.size > 0) for (const key of keys) check(tree, version, key, content)
      }
    }),
  )
})

function check(
  tree: IavlTree,
  version: number,
  key: Uint8Array,
  content: ReadonlyMap<string, Uint8Array>,
): void {
  const root = latin1ToBytes(tree.rootHash(version))
  const value = content.get(bytesToLatin1(key))
  const bytes = proveKey(tree.rootNode(version), bytesToLatin1(key))
  const proof = decodeProof(bytes)
  expect(provenRoot(iavlSpec, proof, key, value)).toEqual(root)

  const theirs = ics23.CommitmentProof.decode(bytes)
  const accepted =
    value === undefined
      ? verifyNonMembership(theirs, theirIavlSpec, root, key)
      : verifyMembership(theirs, theirIavlSpec, root, key, value)
  expect(accepted).toBe(true)

  const refused = expect.objectContaining({ code: 'NOT_PROVEN' })
  const wrong = value === undefined ? Uint8Array.of(1) : undefined
  expect(() => provenRoot(iavlSpec, proof, key, wrong)).toThrow(refused)
  for (const other of content.keys()) {
    const otherKey = latin1ToBytes(other)
    if (equalBytes(otherKey, key)) continue
    expect(() => provenRoot(iavlSpec, proof, otherKey, value)).toThrow(refused)
  }
}
