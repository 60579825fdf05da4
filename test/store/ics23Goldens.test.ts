import { expect, test } from 'vitest'
import { bytesToBareHex, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { decodeProof, encodeProof } from '../../src/store/ics23/ics23Codec.ts'
import { iavlSpec, tendermintSpec } from '../../src/store/ics23/proofSpec.ts'
import { provenRoot } from '../../src/store/ics23/verifyCommitment.ts'
import { describeThirdParty } from '../support/thirdParty.ts'

/** Test data of cosmos/ics23. Bytes are hexadecimal. */
interface Golden {
  readonly key: string
  /** Empty if the key is absent. */
  readonly value: string
  readonly root: string
  readonly proof: string
}

describeThirdParty('third-party proofs', ['iavl-goldens.json'], (json) => {
  const goldens = Object.entries<Golden>(JSON.parse(json).ics23Vectors.files)

  test.each(goldens)('%s', (name, { key, value, root, proof }) => {
    const rules = name.includes('/iavl/') ? iavlSpec : tendermintSpec
    const bytes = hexToBytes(proof)
    const decoded = decodeProof(bytes)
    expect(encodeProof(decoded)).toEqual(bytes)
    const wanted = value === '' ? undefined : hexToBytes(value)
    const proven = provenRoot(rules, decoded, hexToBytes(key), wanted)
    expect(bytesToBareHex(proven)).toBe(root)
  })

  test('are complete', () => {
    expect(goldens).toHaveLength(12)
  })
})
