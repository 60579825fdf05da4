import { Secp256k1, Secp256k1Signature } from '@cosmjs/crypto'
import { fc, test } from '@fast-check/vitest'
import { describe, expect, vi } from 'vitest'
import type * as Module from '../../src/primitives/crypto/secp256k1.ts'
import { runs } from '../support/runs.ts'

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const failToLoad = vi.fn(() => {
  throw new Error('no addon')
})

/** Imports the module as on a platform without the addon. */
async function portable(): Promise<typeof Module> {
  vi.resetModules()
  vi.doMock('node:module', () => ({ createRequire: () => failToLoad }))
  try {
    return await import('../../src/primitives/crypto/secp256k1.ts')
  } finally {
    vi.doUnmock('node:module')
    vi.resetModules()
  }
}

const withoutAddon = await portable()
const asInstalled = await import('../../src/primitives/crypto/secp256k1.ts')

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const privateKey = fc
  .bigInt(1n, ORDER - 1n)
  .map((key) => Uint8Array.from(Buffer.from(key.toString(16).padStart(64, '0'), 'hex')))

describe.each([
  ['as installed', asInstalled],
  ['without the addon', withoutAddon],
])('%s', (_name, { compressPublicKey, privateToPublicKey, signCompact, verifyCompact }) => {
  test.prop([bytes32, privateKey], { numRuns: runs({ quick: 3, full: 10 }) })(
    'returns the signature of CosmJS, and verifies it',
    (hash, key) => {
      const publicKey = compressPublicKey(privateToPublicKey(key))
      const signature = signCompact(hash, key)
      const theirs = Secp256k1.createSignature(hash, key)
      expect(Buffer.from(signature)).toEqual(Buffer.from([...theirs.r(32), ...theirs.s(32)]))
      expect(verifyCompact(signature, hash, publicKey)).toBe(true)
      expect(
        Secp256k1.verifySignature(Secp256k1Signature.fromFixedLength(signature), hash, publicKey),
      ).toBe(true)
    },
  )

  test.prop([bytes32, privateKey, fc.nat(159), fc.integer({ min: 1, max: 255 })], {
    numRuns: runs({ quick: 3, full: 10 }),
  })('rejects a change of any byte', (hash, key, at, change) => {
    const parts = [signCompact(hash, key), hash, compressPublicKey(privateToPublicKey(key))]
    const all = Uint8Array.from(parts.flatMap((part) => [...part]))
    // The key has 33 bytes. Of its first byte only the parity is changed.
    const place = at % all.length
    all[place] = (all[place] ?? 0) ^ (place === 96 ? 1 : change)
    const changed = [all.slice(0, 64), all.slice(64, 96), all.slice(96)] as const
    expect(verifyCompact(...changed)).toBe(false)
  })

  test.prop([bytes32, privateKey], { numRuns: runs({ quick: 2, full: 5 }) })(
    'rejects a high s',
    (hash, key) => {
      const signature = signCompact(hash, key)
      const s = BigInt(`0x${Buffer.from(signature.subarray(32)).toString('hex')}`)
      const high = Buffer.from((ORDER - s).toString(16).padStart(64, '0'), 'hex')
      const malleated = Uint8Array.from([...signature.subarray(0, 32), ...high])
      expect(verifyCompact(malleated, hash, compressPublicKey(privateToPublicKey(key)))).toBe(false)
    },
  )

  test.prop([fc.uint8Array({ maxLength: 70 }), bytes32, fc.uint8Array({ maxLength: 70 })], {
    numRuns: runs({ quick: 10, full: 100 }),
  })('never throws, for any bytes', (signature, hash, key) => {
    expect(verifyCompact(signature, hash, key)).toBe(false)
    expect(verifyCompact(new Uint8Array(64).fill(255), hash, key)).toBe(false)
    expect(verifyCompact(new Uint8Array(64), hash, new Uint8Array(33).fill(2))).toBe(false)
  })
})

test('one of the two modules runs without the addon', () => {
  const key = withoutAddon.privateToPublicKey(new Uint8Array(32).fill(1))
  expect(key).toEqual(asInstalled.privateToPublicKey(new Uint8Array(32).fill(1)))
  expect(failToLoad).toHaveBeenCalledOnce()
})
