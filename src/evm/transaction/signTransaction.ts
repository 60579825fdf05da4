import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { privateToPublicKey, publicKeyToAddress, sign } from '../../primitives/crypto/secp256k1.ts'
import { bytesToHash } from '../../primitives/encoding/hex.ts'
import type { Transaction, UnsignedTransaction } from './transaction.ts'
import { toLibraryTransaction } from './transactionCodec.ts'

/** Signs a transaction with a private key of 32 bytes; legacy ones are replay-protected (EIP-155). */
export function signTransaction(
  unsigned: UnsignedTransaction,
  privateKey: Uint8Array,
): Transaction {
  const transaction = toLibraryTransaction(unsigned)
  const publicKey = privateToPublicKey(privateKey)
  const signature = sign(transaction.getHashedMessageToSign(), privateKey)
  const { r, s, yParity } = signature
  const signed = transaction.addSignature(BigInt(yParity), r, s, true)
  const raw = signed.serialize()
  return {
    ...unsigned,
    hash: bytesToHash(keccak256(raw)),
    from: publicKeyToAddress(publicKey),
    publicKey,
    signature,
    v: signed.v ?? 0n,
    raw,
  }
}
