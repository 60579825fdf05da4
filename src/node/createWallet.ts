import { ChainRefused } from '../chain/errors.ts'
import { publicKeyToNative } from '../evm/transaction/association.ts'
import { signTransaction } from '../evm/transaction/signTransaction.ts'
import { signNativeTransaction } from '../native/signNativeTransaction.ts'
import type { Address } from '../primitives/address.ts'
import { privateToPublicKey, publicKeyToAddress, sign } from '../primitives/crypto/secp256k1.ts'
import type { Wallet } from './wallet.ts'

/** A wallet of these keys (32 bytes each, not copied), in their order; a key that occurs twice counts once. */
export function createWallet(privateKeys: readonly Uint8Array[]): Wallet {
  const keys = new Map<Address, Uint8Array>()
  for (const key of privateKeys) keys.set(publicKeyToAddress(privateToPublicKey(key)), key)

  function requireKey(address: Address): Uint8Array {
    const key = keys.get(address)
    if (key === undefined) throw new ChainRefused({ code: 'UNKNOWN_ACCOUNT', address })
    return key
  }

  return {
    addresses: [...keys.keys()],
    has: (address) => keys.has(address),
    signHash: (address, hash) => sign(hash, requireKey(address)),
    signTransaction: (address, transaction) => signTransaction(transaction, requireKey(address)),
    signNativeTransaction: (address, transaction) =>
      signNativeTransaction({ ...transaction, privateKey: requireKey(address) }),
    nativeAddressOf: (address) => publicKeyToNative(privateToPublicKey(requireKey(address))),
    privateKeyOf: requireKey,
  }
}
