import { parseTransaction, recoverTransactionAddress } from 'viem'
import { expect, test } from 'vitest'
import { ChainError } from '../../src/chain/errors.ts'
import type { UnsignedTransaction } from '../../src/evm/transaction/transaction.ts'
import { deriveDevAccounts, devAccountOf } from '../../src/node/accounts/devAccounts.ts'
import { createWallet } from '../../src/node/accounts/wallet.ts'
import { readConfig } from '../../src/node/options/config.ts'
import { parseAddress, ZERO_ADDRESS } from '../../src/primitives/address.ts'
import {
  DEV_DERIVATION_PATH,
  DEV_MNEMONIC,
  derivePrivateKeys,
} from '../../src/primitives/crypto/hdWallet.ts'
import { publicKeyToAddress, recoverPublicKey } from '../../src/primitives/crypto/secp256k1.ts'
import { bytesToHex } from '../../src/primitives/encoding/hex.ts'

const accounts = deriveDevAccounts(readConfig({ accounts: 3 }))
const wallet = createWallet(accounts)
const ALICE = parseAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')

test('the accounts of the default mnemonic are those that its keys give', () => {
  const derived = derivePrivateKeys(DEV_MNEMONIC, DEV_DERIVATION_PATH, 21).map(devAccountOf)
  for (const count of [0, 1, 10, 19, 20, 21]) {
    expect(deriveDevAccounts(readConfig({ accounts: count }))).toEqual(derived.slice(0, count))
  }
  const derivationPath = "m/44'/60'/0'/1/"
  const [other] = derivePrivateKeys(DEV_MNEMONIC, derivationPath, 1)
  const [account] = deriveDevAccounts(readConfig({ accounts: 1, derivationPath }))
  expect(account?.privateKey).toEqual(other)
})

test('has the accounts in order of derivation', () => {
  expect(wallet.addresses).toEqual(accounts.map(({ evm }) => evm))
  expect(wallet.has(ALICE)).toBe(true)
  expect(wallet.has(ZERO_ADDRESS)).toBe(false)
  expect(wallet.privateKeyOf(ALICE)).toEqual(accounts[0]?.privateKey)
})

test('signs hashes so that they recover to the account', () => {
  const hash = new Uint8Array(32).fill(5)
  const publicKey = recoverPublicKey(hash, wallet.signHash(ALICE, hash))
  expect(publicKeyToAddress(publicKey)).toBe(ALICE)
})

test('signs transactions so that viem recovers the account', async () => {
  const unsigned: UnsignedTransaction = {
    type: 2,
    chainId: 713714n,
    nonce: 0n,
    gasLimit: 21_000n,
    to: ZERO_ADDRESS,
    value: 1n,
    data: new Uint8Array(0),
    maxFeePerGas: 2n,
    maxPriorityFeePerGas: 1n,
    accessList: [],
    authorizationList: [],
  }
  const { raw, from } = wallet.signTransaction(ALICE, unsigned)
  const serializedTransaction = bytesToHex(raw) as `0x02${string}`
  expect(from).toBe(ALICE)
  expect(parseTransaction(serializedTransaction)).toMatchObject({ chainId: 713714, value: 1n })
  const signer = await recoverTransactionAddress({ serializedTransaction })
  expect(signer.toLowerCase()).toBe(ALICE)
})

test('rejects an unknown account', () => {
  expect(() => wallet.signHash(ZERO_ADDRESS, new Uint8Array(32))).toThrow(ChainError)
  expect(() => wallet.privateKeyOf(ZERO_ADDRESS)).toThrow(ChainError)
  expect(() => wallet.nativeAddressOf(ZERO_ADDRESS)).toThrow(ChainError)
})

test('locks an account again after its time', () => {
  let now = 0
  const own = createWallet(accounts, () => now)
  const hash = new Uint8Array(32).fill(1)
  const locked = expect.objectContaining({
    details: { code: 'ACCOUNT_LOCKED', address: ALICE },
  })
  own.lock(ALICE)
  own.unlock(ALICE, '', 2)
  now = 1999
  own.signHash(ALICE, hash)
  now = 2000
  expect(() => own.signHash(ALICE, hash)).toThrow(locked)
  expect(() => own.requireUnlocked(ALICE)).toThrow(locked)
  expect(own.unlocked(ALICE, '').signHash(ALICE, hash)).toEqual(wallet.signHash(ALICE, hash))
  expect(own.lock(ALICE)).toBe(false)
})
