import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareBytes } from '../../src/primitives/encoding/bytes.ts'
import { bytesToBareHex, bytesToHash, bytesToHex } from '../../src/primitives/encoding/hex.ts'
import {
  anyLogKey,
  blockHashKey,
  blockKey,
  logKey,
  metaKey,
  nodeKey,
  numberAtEnd,
  poolKey,
  rootKey,
  type Table,
  tablePrefix,
  transactionKey,
} from '../../src/store/database/tables.ts'

const HASH = bytesToHash(new Uint8Array(32).fill(0xab))
const ADDRESS = bytesToHex(new Uint8Array(20).fill(0xcd))
const NUMBER = 0x01_0203_0405
const NUMBER_HEX = '0000000102030405'

describe('keys', () => {
  test.each<[Table, Uint8Array, string]>([
    ['meta', metaKey('format'), '00666f726d6174'],
    ['node', nodeKey(2, NUMBER, 7), `6e02${NUMBER_HEX}00000007`],
    ['root', rootKey(2, NUMBER), `7202${NUMBER_HEX}`],
    ['block', blockKey(NUMBER), `62${NUMBER_HEX}`],
    ['blockHash', blockHashKey(HASH), `68${'ab'.repeat(32)}`],
    ['transaction', transactionKey(HASH), `74${'ab'.repeat(32)}`],
    ['pool', poolKey(HASH), `70${'ab'.repeat(32)}`],
    ['log', logKey(0, ADDRESS, NUMBER), `6c00${'cd'.repeat(20)}${NUMBER_HEX}`],
    ['log', logKey(4, HASH, NUMBER), `6c04${'ab'.repeat(32)}${NUMBER_HEX}`],
    ['log', anyLogKey(NUMBER), `6c05${NUMBER_HEX}`],
  ])('have a letter and the fields of %s', (table, key, hex) => {
    expect(bytesToBareHex(key)).toBe(hex)
    expect(key.subarray(0, 1)).toEqual(Buffer.from(tablePrefix(table)))
  })

  test('sort in the order of their numbers', () => {
    const number = fc.nat({ max: Number.MAX_SAFE_INTEGER })
    fc.assert(
      fc.property(number, number, (a, b) => {
        for (const key of [blockKey, (n: number) => logKey(0, ADDRESS, n)]) {
          expect(Math.sign(compareBytes(key(a), key(b)))).toBe(Math.sign(a - b))
        }
        expect(Math.sign(compareBytes(nodeKey(1, a, 9), nodeKey(1, b, 1)))).toBe(
          Math.sign(a - b) || 1,
        )
      }),
    )
  })

  test('of logs end with their number', () => {
    fc.assert(
      fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (number) => {
        for (const key of [
          anyLogKey(number),
          logKey(0, ADDRESS, number),
          logKey(1, HASH, number),
        ]) {
          expect(numberAtEnd(key)).toBe(number)
        }
      }),
    )
  })

  test('have an address at position 0 and topics at the others', () => {
    expect(() => logKey(0, HASH, 1)).toThrow('bug')
    expect(() => logKey(1, ADDRESS, 1)).toThrow('bug')
  })
})
