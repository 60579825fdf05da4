import { fc, test as propertyTest } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { concatBytes } from '../../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { messageField } from '../../src/primitives/encoding/protobuf.ts'
import { type CommitmentProof, type InnerOp, leafOp } from '../../src/store/ics23/ics23.ts'
import { decodeProof, encodeProof } from '../../src/store/ics23/ics23Codec.ts'
import { ProofError } from '../../src/store/ics23/proofError.ts'

const bytes = fc.uint8Array({ maxLength: 5 })
const operation = fc.nat({ max: 300 })
const leaf = fc.record({
  hash: operation,
  prehashKey: operation,
  prehashValue: operation,
  length: operation,
  prefix: bytes,
})
const inner = fc.record({ hash: operation, prefix: bytes, suffix: bytes })
const existence = fc.record({ key: bytes, value: bytes, leaf, path: fc.array(inner) })
const neighbour = fc.option(existence, { nil: undefined })
const proof: fc.Arbitrary<CommitmentProof> = fc.oneof(
  fc.record({ kind: fc.constant('exist' as const), proof: existence }),
  fc.record({
    kind: fc.constant('nonexist' as const),
    proof: fc.record({ key: bytes, left: neighbour, right: neighbour }),
  }),
)

propertyTest.prop([proof])('decodes any encoded proof', (proof) => {
  expect(decodeProof(encodeProof(proof))).toEqual(proof)
})

propertyTest.prop([fc.uint8Array({ maxLength: 80 })])(
  'any bytes are rejected, or equal the encoding of their decoded value',
  (bytes) => {
    try {
      expect(encodeProof(decodeProof(bytes))).toEqual(bytes)
    } catch (error) {
      expect(error).toBeInstanceOf(ProofError)
    }
  },
)

describe('decodeProof rejects', () => {
  const op: InnerOp = { hash: 1, prefix: Uint8Array.of(2), suffix: Uint8Array.of(3) }
  const good = encodeProof({
    kind: 'exist',
    proof: {
      key: hexToBytes('6b'),
      value: hexToBytes('76'),
      leaf: leafOp(hexToBytes('000202')),
      path: [op],
    },
  })
  // Skips the tag and length of field 1.
  const existence = good.subarray(2)
  const wrap = (...parts: readonly Uint8Array[]) => messageField(1, concatBytes(...parts))

  test.each<readonly [string, Uint8Array]>([
    ['nothing', new Uint8Array(0)],
    ['an unknown kind', messageField(5, existence)],
    ['a kind that is an integer', hexToBytes('0801')],
    ['two kinds', concatBytes(good, good)],
    ['bytes after the proof', concatBytes(good, Uint8Array.of(0))],
    ['a wire type of fixed length', hexToBytes('0d00000000')],
    ['groups', hexToBytes('0b0c')],
    ['a length beyond the end', hexToBytes('0a7f00')],
    ['a length of 2^63', hexToBytes('0affffffffffffffff7f')],
    ['an unterminated integer', hexToBytes('0affffffffffffffffffffff01')],
    [
      'a non-minimal length',
      concatBytes(hexToBytes('0a'), Uint8Array.of(existence.length | 0x80, 0), existence),
    ],
    ['an empty existence proof', hexToBytes('0a00')],
    ['an unknown field', wrap(existence, hexToBytes('2a0100'))],
    ['a repeated field', wrap(hexToBytes('0a016b'), existence)],
    ['an empty field', wrap(hexToBytes('0a00'), existence.subarray(3))],
    ['a field of another type', wrap(hexToBytes('0801'), existence)],
    [
      'fields in the wrong order',
      wrap(existence.subarray(3, 6), existence.subarray(0, 3), existence.subarray(6)),
    ],
    ['an explicit default value', wrap(existence, hexToBytes('22020800'))],
    ['no leaf', wrap(existence.subarray(0, 6))],
  ])('%s', (_, bytes) => {
    expect(decodeProof(good).kind).toBe('exist')
    expect(() => decodeProof(bytes)).toThrow(ProofError)
  })

  test('every truncated proof', () => {
    for (let length = 0; length < good.length; length++) {
      expect(() => decodeProof(good.subarray(0, length))).toThrow(ProofError)
    }
  })

  test.each([3, 4])('batch and compressed proofs (field %i) with a specific reason', (field) => {
    expect(() => decodeProof(messageField(field, existence))).toThrow(/batch and compressed/)
  })
})
