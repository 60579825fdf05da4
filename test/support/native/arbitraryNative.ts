import fc from 'fast-check'
import type { NativeMessage } from '../../../src/native/nativeTransaction.ts'
import type { Address } from '../../../src/primitives/address.ts'
import { bytesToBech32 } from '../../../src/primitives/encoding/bech32.ts'
import { bytesToHex } from '../../../src/primitives/encoding/hex.ts'
import { PREFIX } from './cosmos.ts'

/**
 * Integers below 2^`bits`, except those that cosmjs-types 0.11 encodes incorrectly: 2^31 to 2^32 -
 * 1.
 */
export function arbitraryInteger(bits: number): fc.Arbitrary<bigint> {
  const small = fc.bigInt(0n, 2n ** 31n - 1n)
  return fc.oneof(small, fc.bigInt(2n ** 32n, 2n ** BigInt(bits) - 1n))
}

const denom = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9/:._-]{2,12}$/)
const amount = fc.oneof(fc.bigInt(1n, 1000n), fc.bigInt(1n, 2n ** 256n - 1n))

/** One to five sorted coins of different denominations. */
export const arbitraryCoins = fc
  .uniqueArray(fc.record({ denom, amount }), {
    minLength: 1,
    maxLength: 5,
    selector: (coin) => coin.denom,
  })
  .map((coins) => coins.sort((a, b) => (a.denom < b.denom ? -1 : 1)))

const bytes20 = fc.uint8Array({ minLength: 20, maxLength: 20 })
const bech32 = bytes20.map((bytes) => bytesToBech32(PREFIX, bytes))
const address = bytes20.map((bytes) => bytesToHex(bytes) as Address)
const customMessage = fc.string({ unit: 'grapheme', maxLength: 70 })
const word = fc.bigInt(0n, 2n ** 256n - 1n)

const simpleMessage: fc.Arbitrary<NativeMessage> = fc.oneof(
  fc.record({
    kind: fc.constant('send' as const),
    from: bech32,
    to: bech32,
    coins: arbitraryCoins,
  }),
  fc.record({
    kind: fc.constant('evmSend' as const),
    from: bech32,
    to: address,
    coins: arbitraryCoins,
  }),
  fc.record({ kind: fc.constant('associate' as const), sender: bech32, customMessage }),
)

/** Returns a message in up to `depth` MsgExecs, the most of which is 5. */
function arbitraryNested(depth: number): fc.Arbitrary<NativeMessage> {
  if (depth === 0) return simpleMessage
  const exec = fc.record({
    kind: fc.constant('exec' as const),
    grantee: bech32,
    messages: fc.array(arbitraryNested(depth - 1), { minLength: 1, maxLength: 2 }),
  })
  return fc.oneof({ weight: 4, arbitrary: simpleMessage }, { weight: 1, arbitrary: exec })
}

/** Messages that accounts sign, without `evmAssociate`. */
export const arbitraryMessage: fc.Arbitrary<NativeMessage> = arbitraryNested(5)

export const arbitraryAssociation = fc.record({ v: word, r: word, s: word, customMessage })
