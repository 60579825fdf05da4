import { RLP } from '@ethereumjs/rlp'
import { fc, test as propertyTest } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { type RlpInput, readList, readRlp, writeRlp } from '../../src/evm/transaction/rlpFields.ts'
import { bytesToHex } from '../../src/primitives/encoding/hex.ts'

const { input } = fc.letrec<{ input: RlpInput; leaf: RlpInput; list: RlpInput }>((tie) => ({
  input: fc.oneof({ depthSize: 'small' }, tie('leaf'), tie('list')),
  leaf: fc.oneof(
    fc.uint8Array({ maxLength: 70 }),
    fc.bigInt({ min: 0n, max: 2n ** 256n }),
    fc.nat(),
  ),
  list: fc.array(tie('input'), { maxLength: 80 }),
}))

propertyTest.prop([input])('writes what @ethereumjs/rlp writes', (item) => {
  expect(bytesToHex(writeRlp(item))).toBe(
    bytesToHex(RLP.encode(item as Parameters<typeof RLP.encode>[0])),
  )
})

test('writes and reads more items than a call may have arguments', () => {
  const items = Array.from({ length: 300_000 }, (_, i) => i)
  expect(readList(readRlp(writeRlp(items)))).toHaveLength(300_000)
})
