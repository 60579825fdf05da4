import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { bytesToBareHex, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { decodeProof, encodeProof } from '../../src/store/ics23/ics23Codec.ts'
import { iavlRules, simpleRules } from '../../src/store/ics23/treeRules.ts'
import { provenRoot } from '../../src/store/ics23/verifyCommitment.ts'

/** Test data of cosmos/ics23; not ours to hand on, so read in place. Bytes are hexadecimal. */
interface Golden {
  readonly key: string
  /** Empty: absent. */
  readonly value: string
  readonly root: string
  readonly proof: string
}

const file = new URL('../../../shared/vectors/third-party/iavl-goldens.json', import.meta.url)
const absent = !existsSync(file)
const title = `third-party proofs${absent ? ` (skipped: no ${fileURLToPath(file)})` : ''}`
const goldens: readonly (readonly [name: string, golden: Golden])[] = absent
  ? []
  : Object.entries(JSON.parse(readFileSync(file, 'utf8')).ics23Vectors.files)

describe.skipIf(absent)(title, () => {
  test.each(goldens)('%s', (name, { key, value, root, proof }) => {
    const rules = name.includes('/iavl/') ? iavlRules : simpleRules
    const bytes = hexToBytes(proof)
    const decoded = decodeProof(bytes)
    expect(encodeProof(decoded)).toEqual(bytes)
    const wanted = value === '' ? undefined : hexToBytes(value)
    const proven = provenRoot(rules, decoded, hexToBytes(key), wanted)
    expect(bytesToBareHex(proven)).toBe(root)
  })

  test('are all there', () => {
    expect(goldens).toHaveLength(12)
  })
})
