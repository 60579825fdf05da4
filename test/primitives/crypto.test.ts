import { describe, expect, test } from 'vitest'
import { contractAddress, parseAddress, toChecksumAddress } from '../../src/primitives/address.ts'
import { keccak256 } from '../../src/primitives/crypto/keccak.ts'
import {
  compressPublicKey,
  privateToPublicKey,
  publicKeyToAddress,
  recoverPublicKey,
  sign,
} from '../../src/primitives/crypto/secp256k1.ts'
import { hash160, sha256 } from '../../src/primitives/crypto/sha256.ts'
import { bech32ToBytes, bytesToBech32 } from '../../src/primitives/encoding/bech32.ts'
import { utf8ToBytes } from '../../src/primitives/encoding/bytes.ts'
import { bytesToBareHex, bytesToHex, hexToBytes } from '../../src/primitives/encoding/hex.ts'

/** Key pairs with both addresses. The last column is the EVM address in bech32. */
const keys = [
  {
    privateKey: '57acb95d82739866a5c29e40b0aa2590742ae50425b7dd5b5d279a986370189e',
    compressed: '02e70a67044bcd7124e0f340bc61d5840d8605eb67d17af714d563b2af3d401f8d',
    evm: '0xf87a299e6bc7beba58dbbe5a5aa21d49bcd16d52',
    native: 'sei1m9qugvk4h66p6hunfajfg96ysc48zeq4m0d82c',
    cast: 'sei1lpazn8ntc7lt5kxmhed94gsafx7dzm2jx0altr',
  },
  {
    privateKey: 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
    compressed: '038318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed75',
    evm: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    native: 'sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc',
    cast: 'sei17w0adeg64ky0daxwd2ugyuneellmjgnxw32ydp',
  },
] as const

describe.each(keys)('key of $evm', ({ privateKey, compressed, evm, native, cast }) => {
  const publicKey = privateToPublicKey(hexToBytes(privateKey))

  test('has the known public key and both addresses', () => {
    expect(bytesToBareHex(compressPublicKey(publicKey))).toBe(compressed)
    expect(publicKeyToAddress(publicKey)).toBe(evm)
    expect(bytesToBech32('sei', hash160(compressPublicKey(publicKey)))).toBe(native)
    expect(bytesToBech32('sei', hexToBytes(evm))).toBe(cast)
    expect(bytesToHex(bech32ToBytes('sei', cast))).toBe(evm)
  })

  test('is recovered from a signature', () => {
    const hash = sha256(utf8ToBytes('any message'))
    expect(recoverPublicKey(hash, sign(hash, hexToBytes(privateKey)))).toEqual(publicKey)
  })
})

test('keccak256 returns the published digests', () => {
  const digests = () =>
    [keccak256(utf8ToBytes('')), keccak256(utf8ToBytes('abc'))].map(bytesToBareHex)
  const known = [
    'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
    '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45',
  ]
  expect(digests()).toEqual(known)
})

test('computes the checksums of the examples in EIP-55', () => {
  for (const text of [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ]) {
    expect(toChecksumAddress(parseAddress(text.toLowerCase()))).toBe(text)
  }
})

test('derives contract addresses for nonces of every length', () => {
  const one = parseAddress(`0x${'1'.padStart(40, '0')}`)
  expect(contractAddress(one, 42n)).toBe('0x27f7b8b8b5a4e71e8e9aa671f4e4031e3773303f')
  const sender = parseAddress('0x6ac7ea33f8831ea9dcc53393aaa88b25a785dbf0')
  expect(contractAddress(sender, 0n)).toBe('0xcd234a471b72ba2f1ccf0a70fcaba648a5eecd8d')
  expect(contractAddress(sender, 1n)).toBe('0x343c43a37d37dff08ae8c4a11544c718abb4fcf8')
})
