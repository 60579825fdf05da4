import { generateKeyPairSync, sign as signMessage, verify as verifyMessage } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { precompilesOf } from '../../../src/evm/precompiles/precompiles.ts'
import { createReferenceExecutor } from '../../../src/evm/reference/referenceExecutor.ts'
import { hardforks } from '../../../src/evm/rules/hardfork.ts'
import { HALF_ORDER, sign } from '../../../src/primitives/crypto/secp256k1.ts'
import { sha256 } from '../../../src/primitives/crypto/sha256.ts'
import {
  bigIntToBytes,
  bytesToBigInt,
  concatBytes,
} from '../../../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { CHAIN_ID } from '../../support/genesis.ts'
import { expectSame } from '../../support/precompiles/compare.ts'
import { damaged } from '../../support/precompiles/points.ts'
import { runs } from '../../support/runs.ts'

const oldAndNew = fc.constantFrom('chainstart', 'byzantium', 'istanbul', 'berlin', 'osaka')
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.uint8Array({ minLength: 50, maxLength: 300 }),
)
const word = fc.uint8Array({ minLength: 32, maxLength: 32 })

test.each(hardforks)('%s has the precompiles of the reference, in the same order', (hardfork) => {
  const addresses = [...precompilesOf(CHAIN_ID, hardfork).keys()]
  expect(addresses).toEqual([...createReferenceExecutor(CHAIN_ID).precompiles(hardfork)])
  expect(precompilesOf(CHAIN_ID, hardfork)).toBe(precompilesOf(CHAIN_ID, hardfork))
})

test.each([
  ['SHA-256', 0x02],
  ['RIPEMD-160', 0x03],
  ['identity', 0x04],
] as const)('%s matches the stock precompile', async (_, number) => {
  await fc.assert(
    fc.asyncProperty(oldAndNew, bytes, async (hardfork, input) => {
      await expectSame(number, hardfork, input)
    }),
    { numRuns: runs({ quick: 10, full: 60 }) },
  )
})

describe('ecrecover', () => {
  const order = 2n * HALF_ORDER + 1n
  const numbers = fc.oneof(
    fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }),
    fc.constantFrom(0n, 1n, order, order - 1n, order + 1n),
  )
  const signed = fc
    .tuple(word, word.filter(isKey), fc.constantFrom(27n, 28n), fc.boolean())
    .map(([hash, key, v, isHigh]) => {
      const { r, s } = sign(hash, key)
      return [hash, v, r, isHigh ? order - s : s] as const
    })
  const claims = fc.oneof(
    signed,
    fc.tuple(word, fc.constantFrom(0n, 1n, 26n, 27n, 28n, 29n, 1n << 255n), numbers, numbers),
  )

  test('matches the stock precompile', async () => {
    const inputs = claims.map(([hash, ...rest]) =>
      concatBytes(hash, ...rest.map((value) => bigIntToBytes(value, 32))),
    )
    await fc.assert(
      fc.asyncProperty(oldAndNew, damaged(inputs), async (hardfork, input) => {
        await expectSame(0x01, hardfork, input)
      }),
      { numRuns: runs({ quick: 10, full: 60 }) },
    )
  })
})

function isKey(key: Uint8Array): boolean {
  return key.some((byte) => byte !== 0) && (key[0] ?? 0) < 0xff
}

describe('BLAKE2b F', () => {
  /** EIP-152, test vectors 4 to 7. */
  const state =
    '48c9bdf267e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5d182e6ad7f520e511f6c3e2b8c68059b6bbd41fbabd9831f79217e1319cde05b'
  const message = `616263${'00'.repeat(125)}`
  const offset = `03${'00'.repeat(15)}`
  const vectors = [
    [
      '00000000',
      '01',
      '08c9bcf367e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5d282e6ad7f520e511f6c3e2b8c68059b9442be0454267ce079217e1319cde05b',
    ],
    [
      '0000000c',
      '01',
      'ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923',
    ],
    [
      '0000000c',
      '00',
      '75ab69d3190a562c51aef8d88f1c2775876944407270c42c9844252c26d2875298743e7f6d5ea2f2d3e8d226039cd31b4e426ac4f2d3d666a610c2116fde4735',
    ],
    [
      '00000001',
      '01',
      'b63a380cb2897d521994a85234ee2c181b5f844d2c624c002677e9703449d2fba551b3a8333bcdf5f2f7e08993d53923de3d64fcc68c034e717b9293fed7a421',
    ],
  ]

  test.each(vectors)('vector of EIP-152 with %s rounds, last %s', async (rounds, last, result) => {
    const input = hexToBytes(`${rounds}${state}${message}${offset}${last}`)
    const gasUsed = BigInt(`0x${rounds}`)
    expect(await expectSame(0x09, 'istanbul', input)).toEqual({ gasUsed, output: `0x${result}` })
  })

  test('matches the stock precompile', async () => {
    const inputs = fc
      .tuple(
        fc.oneof(fc.nat(40), fc.integer({ min: 9_990, max: 10_050 }), fc.constant(20_007)),
        fc.uint8Array({ minLength: 208, maxLength: 208 }),
        fc.constantFrom(0, 1, 0, 1, 0, 1, 2, 255),
      )
      .map(([rounds, body, last]) =>
        concatBytes(bigIntToBytes(BigInt(rounds), 4), body, Uint8Array.of(last)),
      )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('istanbul', 'osaka'), damaged(inputs), (hardfork, input) =>
        // A damaged count of rounds may be one of billions.
        (input[0] ?? 0) > 0 || (input[1] ?? 0) > 0
          ? Promise.resolve()
          : expectSame(0x09, hardfork, input).then(() => {}),
      ),
      { numRuns: runs({ quick: 10, full: 60 }) },
    )
  })
})

describe('P256VERIFY', () => {
  const { ORDER } = p256.Point.Fn
  const { ORDER: P } = p256.Point.Fp
  const zero = new Uint8Array(32)
  const order = bigIntToBytes(ORDER, 32)

  function claim(hash: Uint8Array, key: Uint8Array, isHigh: boolean): Uint8Array {
    const signature = p256.sign(hash, key, { prehash: false, lowS: true })
    const s = BigInt(`0x${Buffer.from(signature.subarray(32)).toString('hex')}`)
    return concatBytes(
      hash,
      signature.subarray(0, 32),
      bigIntToBytes(isHigh ? ORDER - s : s, 32),
      p256.getPublicKey(key, false).subarray(1),
    )
  }

  const hashes = fc.oneof({ weight: 5, arbitrary: word }, fc.constantFrom(zero, order))
  const signed = fc
    .tuple(hashes, word.filter(isKey), fc.boolean())
    .map(([hash, key, isHigh]) => claim(hash, key, isHigh))
  const numbers = fc
    .constantFrom(0n, 1n, ORDER - 1n, ORDER, P - 1n, P, P + 1n, (1n << 256n) - 1n)
    .map((value) => bigIntToBytes(value, 32))
  /** A good claim with one of its five words replaced. */
  const replaced = fc.tuple(signed, fc.nat(4), numbers).map(([input, index, number]) => {
    const changed = Uint8Array.from(input)
    changed.set(number, index * 32)
    return changed
  })

  test('matches the stock precompile', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged(signed), replaced), async (input) => {
        await expectSame(0x100, 'osaka', input)
      }),
      { numRuns: runs({ quick: 10, full: 60 }) },
    )
  })

  test('matches OpenSSL, with either sign of s', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    // The point ends the key's encoding.
    const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-64)
    const messages = fc.uint8Array({ maxLength: 100 })
    await fc.assert(
      fc.asyncProperty(messages, fc.boolean(), fc.nat(159), fc.boolean(), async (...drawn) => {
        const [message, isOpposite, at, isChanged] = drawn
        const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
        const signature = Uint8Array.from(signMessage('sha256', message, key))
        const s = ORDER - bytesToBigInt(signature.subarray(32))
        if (isOpposite) signature.set(bigIntToBytes(s, 32), 32)
        if (isChanged && at < 64) signature[at] = (signature[at] ?? 0) ^ 1
        const isRight = verifyMessage('sha256', message, { ...key, key: publicKey }, signature)
        const input = concatBytes(sha256(message), signature, point)
        expect(await expectSame(0x100, 'osaka', input)).toHaveProperty(
          'output',
          isRight ? `0x${'1'.padStart(64, '0')}` : '0x',
        )
      }),
      { numRuns: runs({ quick: 5, full: 20 }) },
    )
  })

  test('accepts signatures of the zero hash', async () => {
    const key = bigIntToBytes(3n, 32)
    expect(await expectSame(0x100, 'osaka', claim(zero, key, true))).toHaveProperty(
      'output',
      `0x${'1'.padStart(64, '0')}`,
    )
  })
})
