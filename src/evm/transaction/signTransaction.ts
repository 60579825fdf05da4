import { privateToPublicKey, sign } from '../../primitives/crypto/secp256k1.ts'
import { decodeWithKey } from './decodeTransaction.ts'
import type { Transaction, UnsignedTransaction } from './transaction.ts'
import { encodeSigned, hashToSign } from './transactionCodec.ts'

/**
 * Signs a transaction with a private key of 32 bytes; legacy ones are replay-protected (EIP-155).
 *
 * @throws RangeError if a field does not fit the transaction's type
 */
export function signTransaction(
  unsigned: UnsignedTransaction,
  privateKey: Uint8Array,
): Transaction {
  const raw = encodeSigned(unsigned, sign(hashToSign(unsigned), privateKey))
  return decodeWithKey(raw, privateToPublicKey(privateKey))
}
