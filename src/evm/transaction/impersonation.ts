import { type Address, addressToBytes } from '../../primitives/address.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { privateToPublicKey } from '../../primitives/crypto/secp256k1.ts'
import { concatBytes, equalBytes, utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { decodeTransaction } from './decodeTransaction.ts'
import { signTransaction } from './signTransaction.ts'
import type { Transaction, UnsignedTransaction } from './transaction.ts'

/** Domain separator of the substitute keys. */
const DOMAIN = utf8ToBytes('rockpool impersonation')

/**
 * Signs a transaction of an impersonated sender with a substitute key, which derives from the
 * sender's address. The bytes have the form of any signed transaction, and the hash is unique to
 * the sender.
 */
export function impersonate(unsigned: UnsignedTransaction, sender: Address): Transaction {
  const signed = signTransaction(unsigned, standInKey(sender))
  return { ...signed, from: sender, publicKey: undefined }
}

/**
 * Checks that a transaction has the signature of {@link impersonate}.
 *
 * @throws TxError if it has no signature
 */
export function isImpersonated({ raw, chainId, from }: Transaction): boolean {
  const { publicKey } = decodeTransaction(raw, chainId)
  return publicKey !== undefined && equalBytes(publicKey, privateToPublicKey(standInKey(from)))
}

/** Outside the range of the curve for about one in 2^128 addresses. */
function standInKey(sender: Address): Uint8Array {
  return keccak256(concatBytes(DOMAIN, addressToBytes(sender)))
}
