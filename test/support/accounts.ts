import type { Address } from '../../src/primitives/address.ts'
import { privateToPublicKey, publicKeyToAddress } from '../../src/primitives/crypto/secp256k1.ts'
import { hexToBytes } from '../../src/primitives/encoding/hex.ts'

/** Keys of the well-known development mnemonic `test test … junk`. */
const KEYS = [
  'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
]

export interface TestAccount {
  readonly privateKey: Uint8Array
  readonly publicKey: Uint8Array
  readonly address: Address
}

function toAccount(key: string): TestAccount {
  const privateKey = hexToBytes(key)
  const publicKey = privateToPublicKey(privateKey)
  return { privateKey, publicKey, address: publicKeyToAddress(publicKey) }
}

/** Accounts that {@link testGenesis} funds, and one that it does not. */
export const [alice, bob, carol, pauper] = KEYS.map(toAccount) as [
  TestAccount,
  TestAccount,
  TestAccount,
  TestAccount,
]
