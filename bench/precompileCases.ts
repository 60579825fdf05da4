// Valid input for every precompile. The points come from the precompiles themselves, starting with
// the generators.
import { generateKeyPairSync, sign as signMessage } from 'node:crypto'
import type { Precompile } from '../src/evm/precompiles/precompile.ts'
import { sign } from '../src/primitives/crypto/secp256k1.ts'
import { sha256 } from '../src/primitives/crypto/sha256.ts'
import { bigIntToBytes, concatBytes } from '../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../src/primitives/encoding/hex.ts'

export interface PrecompileCase {
  readonly what: string
  readonly number: number
  readonly input: Uint8Array
}

const K = 0x1234567890abcdef1234567890abcdef1234567890abcdef1234567890abcdefn
const BN_ORDER = 21888242871839275222246405745257275088548364400416034343698204186575808495617n
const BLS_ORDER = 52435875175126190479447740508185965837690552500527637822603658699938581184513n

/** Generators (EIP-196, EIP-197, EIP-2537). */
const BN_G1 = fields(32, 1n, 2n)
const BN_G2 = fields(
  32,
  0x198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2n,
  0x1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6edn,
  0x90689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975bn,
  0x12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daan,
)
const BLS_G1 = fields(
  64,
  0x17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bbn,
  0x8b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1n,
)
const BLS_G2 = fields(
  64,
  0x24aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8n,
  0x13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7en,
  0xce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801n,
  0x606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79ben,
)

function fields(length: number, ...values: readonly bigint[]): Uint8Array {
  return concatBytes(...values.map((value) => bigIntToBytes(value, length)))
}

/**
 * Non-repeating bytes. The first is 0x7f, so that the number is below a modulus of the same length.
 */
function noise(length: number): Uint8Array {
  const parts: Uint8Array[] = []
  for (let i = 0; i * 32 < length; i++) parts.push(sha256(Uint8Array.of(i, i >> 8)))
  return concatBytes(...parts)
    .slice(0, length)
    .fill(0x7f, 0, 1)
}

/** With an odd modulus of full length. */
function modexp(size: number, exponent: Uint8Array): Uint8Array {
  const modulus = noise(size).fill(0xff, 0, 1).fill(0xfd, -1)
  const lengths = fields(32, BigInt(size), BigInt(exponent.length), BigInt(size))
  return concatBytes(lengths, noise(size).reverse().fill(0x7f, 0, 1), exponent, modulus)
}

function ecrecover(): Uint8Array {
  const hash = noise(32)
  const { r, s, yParity } = sign(hash, bigIntToBytes(K, 32))
  return concatBytes(hash, fields(32, BigInt(27 + yParity), r, s))
}

function p256Verify(): Uint8Array {
  const message = noise(64)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signature = signMessage('sha256', message, {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  // The point ends the key's encoding.
  const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-64)
  return concatBytes(sha256(message), signature, point)
}

function blake2f(rounds: number): Uint8Array {
  return concatBytes(fields(4, BigInt(rounds)), noise(208), Uint8Array.of(1))
}

/** A commitment of c-kzg to a random blob, with a proof, as in test/primitives/kzg.test.ts. */
function pointEvaluation(): Uint8Array {
  const commitment = hexToBytes(
    '0xb38d380fc1b2c6fc13e84d03ac23532d64e867ffaa581b47b701e9cc617d25a5d602a6f3c13031eb319d78f9e58c6747',
  )
  const claim = hexToBytes(
    '0x395aac4f96dbdc276758fd2f048d789df3b18f9b860c5f58c511ecc20e8d3c1a2488934cb2bd04f9529304a85c72365a666a0684c99796466f019ebd74f991e3',
  )
  const proof = hexToBytes(
    '0xab9fb3f61872ef5a92b1953996656b42a1063587e256beeacba6df993257a190e569acad1bf7da0e1f2f5e9ecc5bc6b3',
  )
  return concatBytes(sha256(commitment).fill(1, 0, 1), claim, commitment, proof)
}

/** Returns one or more cases per precompile. `run` calls one by its number. */
export function precompileCases(
  run: (number: number, input: Uint8Array) => ReturnType<Precompile>,
): readonly PrecompileCase[] {
  const times = (number: number, point: Uint8Array, scalar: bigint) => {
    const outcome = run(number, concatBytes(point, bigIntToBytes(scalar, 32)))
    if ('fault' in outcome) throw new Error(outcome.fault)
    return outcome.output
  }
  const bnG1 = (scalar: bigint) => times(0x07, BN_G1, scalar)
  const blsG1 = (scalar: bigint) => times(0x0c, BLS_G1, scalar)
  const blsG2 = (scalar: bigint) => times(0x0e, BLS_G2, scalar)
  const term = (point: Uint8Array, scalar: bigint) => concatBytes(point, fields(32, scalar))
  const terms = Array.from({ length: 16 }, (_, i) => {
    const index = BigInt(i + 1)
    return term(blsG1(index), BLS_ORDER - index)
  })
  const bnPairs = [bnG1(6n), BN_G2, bnG1(BN_ORDER - 6n), BN_G2]
  const blsPairs = [blsG1(6n), blsG2(5n), blsG1(BLS_ORDER - 5n), blsG2(6n)]
  return [
    { what: 'ecrecover', number: 0x01, input: ecrecover() },
    { what: 'sha256, 64 B', number: 0x02, input: noise(64) },
    { what: 'ripemd160, 64 B', number: 0x03, input: noise(64) },
    { what: 'identity, 1 KB', number: 0x04, input: noise(1024) },
    { what: 'modexp, 32 B', number: 0x05, input: modexp(32, noise(32)) },
    { what: 'modexp, 256 B', number: 0x05, input: modexp(256, noise(256)) },
    { what: 'modexp, 256 B to 65537', number: 0x05, input: modexp(256, Uint8Array.of(1, 0, 1)) },
    { what: 'modexp, 512 B', number: 0x05, input: modexp(512, noise(512)) },
    { what: 'BN254 add', number: 0x06, input: concatBytes(bnG1(5n), bnG1(K)) },
    { what: 'BN254 mul', number: 0x07, input: term(bnG1(K), BN_ORDER - 5n) },
    { what: 'BN254 pairing of 2', number: 0x08, input: concatBytes(...bnPairs) },
    { what: 'blake2f, 12 rounds', number: 0x09, input: blake2f(12) },
    { what: 'blake2f, 100,000 rounds', number: 0x09, input: blake2f(100_000) },
    { what: 'KZG point evaluation', number: 0x0a, input: pointEvaluation() },
    { what: 'BLS12-381 G1 add', number: 0x0b, input: concatBytes(blsG1(5n), blsG1(K)) },
    { what: 'BLS12-381 G1 MSM of 1', number: 0x0c, input: term(blsG1(K), BLS_ORDER - 5n) },
    { what: 'BLS12-381 G1 MSM of 16', number: 0x0c, input: concatBytes(...terms) },
    { what: 'BLS12-381 G2 add', number: 0x0d, input: concatBytes(blsG2(5n), blsG2(K)) },
    { what: 'BLS12-381 G2 MSM of 1', number: 0x0e, input: term(blsG2(K), BLS_ORDER - 5n) },
    { what: 'BLS12-381 pairing of 2', number: 0x0f, input: concatBytes(...blsPairs) },
    { what: 'BLS12-381 map to G1', number: 0x10, input: fields(64, K) },
    { what: 'BLS12-381 map to G2', number: 0x11, input: fields(64, K, K + 1n) },
    { what: 'P256VERIFY', number: 0x100, input: p256Verify() },
  ]
}
