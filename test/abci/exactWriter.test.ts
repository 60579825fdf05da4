import { fc, test } from '@fast-check/vitest'
import { Duration } from 'cosmjs-types/google/protobuf/duration'
import { Timestamp } from 'cosmjs-types/google/protobuf/timestamp'
import { RequestInfo, ResponseCheckTx, ResponseCommit } from 'cosmjs-types/tendermint/abci/types'
import { describe, expect } from 'vitest'
import { ExactWriter } from '../../src/abci/wire/exactWriter.ts'
import { runs } from '../support/runs.ts'

/** Varint of the documentation of protobuf: groups of 7 bits, the lowest first. */
function varint(value: bigint): number[] {
  const bytes: number[] = []
  for (let rest = BigInt.asUintN(64, value); ; rest >>= 7n) {
    if (rest < 0x80n) return [...bytes, Number(rest)]
    bytes.push(Number(rest & 0x7fn) | 0x80)
  }
}

/** Integers around each power of two, where writers of 32-bit halves differ. */
function integers(least: bigint, most: bigint): fc.Arbitrary<bigint> {
  const near = fc
    .tuple(fc.integer({ min: 0, max: 64 }), fc.integer({ min: -2, max: 2 }), fc.boolean())
    .map(
      ([bits, more, isNegative]) => (2n ** BigInt(bits) + BigInt(more)) * (isNegative ? -1n : 1n),
    )
    .filter((value) => value >= least && value <= most)
  return fc.oneof(near, fc.bigInt({ min: least, max: most }))
}

const int64 = integers(-(2n ** 63n), 2n ** 63n - 1n)
const uint64 = integers(0n, 2n ** 64n - 1n)
const numRuns = runs({ quick: 300, full: 20_000 })

describe('64-bit integers', () => {
  test.prop([int64], { numRuns, examples: [[2n ** 31n], [2n ** 32n - 1n], [-1n]] })(
    'int64 has the bytes of protobuf, and reads back',
    (value) => {
      const bytes = ResponseCommit.encode({ retainHeight: value }, new ExactWriter()).finish()
      // Field 3 of the message.
      expect([...bytes]).toEqual(value === 0n ? [] : [0x18, ...varint(value)])
      expect(ResponseCommit.decode(bytes).retainHeight).toBe(value)
    },
  )

  test.prop([uint64], { numRuns })('uint64 has the bytes of protobuf, and reads back', (value) => {
    const info = RequestInfo.fromPartial({ blockVersion: value })
    const bytes = RequestInfo.encode(info, new ExactWriter()).finish()
    expect([...bytes]).toEqual(value === 0n ? [] : [0x10, ...varint(value)])
    expect(RequestInfo.decode(bytes)).toEqual(info)
  })

  test.prop([int64, int64, fc.nat()], { numRuns })(
    'in nested messages and between other fields, too',
    (gasWanted, gasUsed, nanos) => {
      const answer = ResponseCheckTx.fromPartial({ code: 7, log: 'x', gasWanted, gasUsed })
      const bytes = ResponseCheckTx.encode(answer, new ExactWriter()).finish()
      expect(ResponseCheckTx.decode(bytes)).toEqual(answer)
      const time = { seconds: gasWanted, nanos }
      for (const type of [Timestamp, Duration]) {
        expect(type.decode(type.encode(time, new ExactWriter()).finish())).toEqual(time)
      }
    },
  )
})
