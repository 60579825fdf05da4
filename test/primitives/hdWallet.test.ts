import { fc, test as property } from '@fast-check/vitest'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import {
  DEV_DERIVATION_PATH,
  DEV_MNEMONIC,
  derivePrivateKeys,
  parseDerivationPath,
  parseMnemonic,
} from '../../src/primitives/crypto/hdWallet.ts'
import { privateToPublicKey, publicKeyToAddress } from '../../src/primitives/crypto/secp256k1.ts'
import { bytesToHex } from '../../src/primitives/encoding/hex.ts'
import { runs } from '../support/runs.ts'

/** The accounts that Anvil, Hardhat and Ganache print at start. */
const KNOWN = [
  [
    '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  ],
  [
    '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  ],
  [
    '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
    '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  ],
  [
    '0x90f79bf6eb2c4f870365e785982e1f101e93b906',
    '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
  ],
  [
    '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65',
    '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a',
  ],
  [
    '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc',
    '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
  ],
  [
    '0x976ea74026e726554db657fa54763abd0c3a0aa9',
    '0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e',
  ],
  [
    '0x14dc79964da2c08b23698b3d3cc7ca32193d9955',
    '0x4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356',
  ],
  [
    '0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f',
    '0xdbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97',
  ],
  [
    '0xa0ee7a142d267c1f36714e4a8f75612f20a79720',
    '0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6',
  ],
] as const

describe('derivePrivateKeys', () => {
  test('derives the ten accounts of all development nodes', () => {
    const keys = derivePrivateKeys(DEV_MNEMONIC, DEV_DERIVATION_PATH, 10)
    const found = keys.map((key) => [publicKeyToAddress(privateToPublicKey(key)), bytesToHex(key)])
    expect(found).toEqual(KNOWN)
  })

  test('derives the same accounts as viem', () => {
    const [key] = derivePrivateKeys(DEV_MNEMONIC, "m/44'/60'/3'/1/", 1)
    const account = mnemonicToAccount(DEV_MNEMONIC, { path: "m/44'/60'/3'/1/0" })
    expect(key).toEqual(account.getHdKey().privateKey)
  })

  test('derives no keys for a count of 0', () => {
    expect(derivePrivateKeys(DEV_MNEMONIC, DEV_DERIVATION_PATH, 0)).toEqual([])
  })

  const step = fc
    .tuple(fc.nat(0x7fffffff), fc.boolean())
    .map(([index, hardened]) => `${index}${hardened ? "'" : ''}`)
  property.prop(
    [
      fc
        .constantFrom(16, 20, 24, 28, 32)
        .chain((n) => fc.uint8Array({ minLength: n, maxLength: n })),
      fc.array(step, { maxLength: 4 }).map((steps) => `${['m', ...steps].join('/')}/`),
    ],
    { numRuns: runs({ quick: 4, full: 20 }) },
  )('agrees with @scure/bip32 on any mnemonic and path', (entropy, path) => {
    const mnemonic = parseMnemonic(entropyToMnemonic(entropy, wordlist))
    const root = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic))
    const want = [0, 1].map((i) => root.derive(`${path}${i}`).privateKey)
    expect(derivePrivateKeys(mnemonic, parseDerivationPath(path), 2)).toEqual(want)
  })
})

describe('parseMnemonic', () => {
  test('ignores extra white space and letter case', () => {
    expect(parseMnemonic(`  ${DEV_MNEMONIC.toUpperCase().replaceAll(' ', ' \n')} `)).toBe(
      DEV_MNEMONIC,
    )
  })

  test.each([
    ['', /got 0/],
    ['test test junk', /got 3/],
    [DEV_MNEMONIC.replace('junk', 'junkk'), /word 12/],
    [DEV_MNEMONIC.replace('junk', 'test'), /checksum/],
  ])('rejects %j', (text, reason) => {
    expect(() => parseMnemonic(text)).toThrow(RangeError)
    expect(() => parseMnemonic(text)).toThrow(reason)
  })
})

describe('parseDerivationPath', () => {
  test.each([
    ["m/44'/60'/0'/0", "m/44'/60'/0'/0/"],
    ["m/44'/60'/0'/0/", "m/44'/60'/0'/0/"],
    ['m', 'm/'],
  ])('parses %s', (text, path) => expect(parseDerivationPath(text)).toBe(path))

  test.each(['', 'n/1', 'm//1', 'm/x', 'm/2147483648', "m/44''", '44/60'])('rejects %j', (text) =>
    expect(() => parseDerivationPath(text)).toThrow(RangeError),
  )
})
