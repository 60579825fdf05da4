import { describe, expect, test } from 'vitest'
import { parseAddress } from '../../src/primitives/address.ts'
import { verifyKzgProof } from '../../src/primitives/crypto/kzg.ts'
import { sha256 } from '../../src/primitives/crypto/sha256.ts'
import { bigIntToBytes, bytesToBigInt, concatBytes } from '../../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { testChain } from '../support/chain.ts'

/**
 * Random blobs. kzg-wasm (c-kzg) and micro-eth-signer agree on the commitments. The proofs are from
 * the latter and valid for both.
 */
const vectors = [
  {
    commitment:
      '0xb38d380fc1b2c6fc13e84d03ac23532d64e867ffaa581b47b701e9cc617d25a5d602a6f3c13031eb319d78f9e58c6747',
    z: '0x395aac4f96dbdc276758fd2f048d789df3b18f9b860c5f58c511ecc20e8d3c1a',
    y: '0x2488934cb2bd04f9529304a85c72365a666a0684c99796466f019ebd74f991e3',
    proof:
      '0xab9fb3f61872ef5a92b1953996656b42a1063587e256beeacba6df993257a190e569acad1bf7da0e1f2f5e9ecc5bc6b3',
  },
  {
    commitment:
      '0xae4f5e8db0b3dcc6ea750cc57c93ddee5bf07459af11032456eeaa99eb36501c986f848e4732582578848cc5a08f548e',
    z: '0x560818e267f6e05389529c05bbd274a00b7514d4b01e4db16783fb25fa47f89f',
    y: '0x4359da3b80a7c49f7d5bc57f6c822b40254fc5b5c1e7b5305bdcc6f888d4d877',
    proof:
      '0x96bbfbad674edd4399806797d73dcf61cc7636ae75ca6a2253e3d217771c748d03a39d924e79ac7efd9d20a71d9df2ba',
  },
  {
    commitment:
      '0xa3b2fcbc433b392d204f0809a1a893b18f11a9ca710cfc96097444f306ffd648fcb77e843e60957f52618b00c1cb3323',
    z: '0x0000000000000000000000000000000000000000000000000000000000000000',
    y: '0x4fa3dc5b95206e43a9c6d879607b5ff3fb9a8a94b803fb20e4f6bc988cc50f6b',
    proof:
      '0xa46df7b0c82083cf426f94f21b80872b9064338aa587418c94846cc0927ab68db0c0418968fde6576449571f0c533113',
  },
].map(({ commitment, z, y, proof }) => ({
  commitment: hexToBytes(commitment),
  z: hexToBytes(z),
  y: hexToBytes(y),
  proof: hexToBytes(proof),
}))
type Vector = (typeof vectors)[number]

const MODULUS = 52435875175126190479447740508185965837690552500527637822603658699938581184513n
const [vector] = vectors as [Vector, ...Vector[]]
const infinity = hexToBytes(`0xc0${'00'.repeat(47)}`)
const scalar = (value: bigint) => bigIntToBytes(value, 32)
const plus = (bytes: Uint8Array, value: bigint) => scalar(bytesToBigInt(bytes) + value)

/** Returns the negated point: the same coordinate with the other root. */
function negated(point: Uint8Array): Uint8Array {
  const other = Uint8Array.from(point)
  other[0] = (point[0] ?? 0) ^ 0x20
  return other
}

function verify({ commitment, z, y, proof }: Vector): boolean {
  return verifyKzgProof(commitment, z, y, proof)
}

describe('verifyKzgProof', () => {
  test.each(vectors)('accepts a proof, and rejects its modifications', (valid) => {
    expect(verify(valid)).toBe(true)
    expect(verify({ ...valid, z: plus(valid.z, 1n) })).toBe(false)
    expect(verify({ ...valid, y: plus(valid.y, 1n) })).toBe(false)
    expect(verify({ ...valid, proof: negated(valid.proof) })).toBe(false)
    expect(verify({ ...valid, proof: infinity })).toBe(false)
    expect(verify({ ...valid, commitment: negated(valid.commitment) })).toBe(false)
    expect(verify({ ...valid, commitment: infinity })).toBe(false)
  })

  test('accepts the point at infinity as the proof of a constant polynomial', () => {
    const zero = { commitment: infinity, z: vector.z, y: scalar(0n), proof: infinity }
    expect(verify(zero)).toBe(true)
    expect(verify({ ...zero, y: scalar(7n) })).toBe(false)
    // The commitment to 1 is the generator of G1.
    const commitment = hexToBytes(
      '0x97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb',
    )
    expect(verify({ ...zero, commitment, y: scalar(1n) })).toBe(true)
    expect(verify({ ...zero, commitment, y: scalar(1n), proof: commitment })).toBe(false)
    expect(verify({ ...zero, commitment })).toBe(false)
  })

  test('rejects a z or y that is not below the modulus or not 32 bytes', () => {
    expect(verify({ ...vector, z: plus(vector.z, MODULUS) })).toBe(false)
    expect(verify({ ...vector, y: plus(vector.y, MODULUS) })).toBe(false)
    const zero = { commitment: infinity, z: scalar(0n), y: scalar(0n), proof: infinity }
    expect(verify({ ...zero, z: scalar(MODULUS - 1n) })).toBe(true)
    expect(verify({ ...zero, z: scalar(MODULUS) })).toBe(false)
    expect(verify({ ...zero, y: scalar(MODULUS) })).toBe(false)
    expect(verify({ ...zero, z: new Uint8Array(31) })).toBe(false)
    expect(verify({ ...zero, y: new Uint8Array(33) })).toBe(false)
  })

  test.each([
    ['outside the subgroup', `80${'00'.repeat(47)}`],
    ['off the curve', `80${'00'.repeat(46)}01`],
    [
      'x is the modulus',
      '9a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab',
    ],
    ['infinity with a sign', `e0${'00'.repeat(47)}`],
    ['infinity with a coordinate', `c0${'00'.repeat(46)}01`],
    ['infinity not compressed', `40${'00'.repeat(47)}`],
    ['no flags', '00'.repeat(48)],
    ['infinity in 96 bytes', `40${'00'.repeat(95)}`],
    ['too short', `c0${'00'.repeat(46)}`],
    ['empty', ''],
  ])('rejects a point: %s', (_, digits) => {
    const point = hexToBytes(`0x${digits}`)
    expect(verify({ ...vector, proof: point })).toBe(false)
    expect(verify({ ...vector, commitment: point })).toBe(false)
    const zero = { commitment: infinity, z: scalar(0n), y: scalar(0n), proof: infinity }
    expect(verify({ ...zero, proof: point })).toBe(false)
    expect(verify({ ...zero, commitment: point })).toBe(false)
  })
})

describe('precompile 0x0a', () => {
  const to = parseAddress(`0x${'0a'.padStart(40, '0')}`)

  async function evaluate(data: Uint8Array) {
    const chain = testChain()
    return chain.simulate.call(await chain.state.viewAt({ tag: 'latest' }), { to, data })
  }

  function input({ commitment, z, y, proof }: Vector): Uint8Array {
    const versionedHash = concatBytes(Uint8Array.of(1), sha256(commitment).subarray(1))
    return concatBytes(versionedHash, z, y, commitment, proof)
  }

  test('returns the field elements of a blob and the modulus', async () => {
    expect(await evaluate(input(vector))).toMatchObject({
      kind: 'success',
      output: concatBytes(scalar(4096n), scalar(MODULUS)),
    })
  })

  test.each([
    ['a wrong value', input({ ...vector, y: plus(vector.y, 1n) })],
    ['a value above the modulus', input({ ...vector, y: plus(vector.y, MODULUS) })],
    ['an invalid proof point', input({ ...vector, proof: new Uint8Array(48) })],
    ['an invalid commitment point', input({ ...vector, commitment: new Uint8Array(48) })],
    ['another versioned hash', new Uint8Array(192)],
    ['no data', new Uint8Array(0)],
  ])('halts for %s', async (_, data) => {
    expect(await evaluate(data)).toMatchObject({ kind: 'halt' })
  })
})
