import { type Address, addressToBytes } from '../../primitives/address.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { privateToPublicKey } from '../../primitives/crypto/secp256k1.ts'
import { concatBytes, equalBytes, utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { decodeTransaction } from './decodeTransaction.ts'
import { signTransaction } from './signTransaction.ts'
import type { Transaction, UnsignedTransaction } from './transaction.ts'

/** So that the stand-ins' keys are nobody else's. */
const DOMAIN = utf8ToBytes('rockpool impersonation')

/**
 * A transaction of a sender whose key nobody has. It carries the signature of a stand-in, whose key follows from the sender's address:
 * so its bytes are those of any signed transaction, and it has another hash than the same of another sender.
 */
export function impersonate(unsigned: UnsignedTransaction, sender: Address): Transaction {
  const signed = signTransaction(unsigned, standInKey(sender))
  return { ...signed, from: sender, publicKey: undefined }
}

/** Whether a transaction has the signature that {@link impersonate} gives it. @throws TxError where it has none at all */
export function isImpersonated({ raw, chainId, from }: Transaction): boolean {
  const { publicKey } = decodeTransaction(raw, chainId)
  return publicKey !== undefined && equalBytes(publicKey, privateToPublicKey(standInKey(from)))
}

/** Not a number of the curve's only once in 2^128 addresses. */
function standInKey(sender: Address): Uint8Array {
  return keccak256(concatBytes(DOMAIN, addressToBytes(sender)))
}
