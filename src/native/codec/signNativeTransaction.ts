import {
  compressPublicKey,
  privateToPublicKey,
  signCompact,
  verifyCompact,
} from '../../primitives/crypto/secp256k1.ts'
import { sha256 } from '../../primitives/crypto/sha256.ts'
import { aminoSignBytes } from '../gateway/aminoSignBytes.ts'
import type { NativeFee, NativeSigner, NativeTransaction } from '../nativeTransaction.ts'
import {
  encodeAuthInfo,
  encodeBody,
  encodeTxRaw,
  type NativeBody,
} from './encodeNativeTransaction.ts'
import { signDoc } from './schemas.ts'

/** Part of a transaction that a signature covers. */
export type SignedParts = Pick<NativeTransaction, 'bodyBytes' | 'authInfoBytes'>

/** Encodes the SignDoc; the signature is over its SHA-256. */
export function signBytes(
  { bodyBytes, authInfoBytes }: SignedParts,
  chainId: string,
  accountNumber: bigint,
): Uint8Array {
  return signDoc.encode({
    body_bytes: bodyBytes,
    auth_info_bytes: authInfoBytes,
    chain_id: chainId,
    account_number: accountNumber,
  })
}

/**
 * Returns whether a signer signed a transaction for this chain and account number.
 * @throws NativeTxError UNSUPPORTED_SIGN_MODE
 */
export function verifySignature(
  transaction: NativeTransaction,
  signer: NativeSigner,
  chainId: string,
  accountNumber: bigint,
): boolean {
  const bytes = signer.isAmino
    ? aminoSignBytes(transaction, signer, chainId, accountNumber)
    : signBytes(transaction, chainId, accountNumber)
  return verifyCompact(signer.signature, sha256(bytes), signer.publicKey)
}

/** A transaction to be signed by one account. */
export interface UnsignedNativeTransaction extends NativeBody {
  readonly fee: NativeFee
  /** Private key, 32 bytes. */
  readonly privateKey: Uint8Array
  readonly sequence: bigint
  readonly accountNumber: bigint
  /** Native chain id. */
  readonly chainId: string
}

/** Signs a transaction and returns its bytes. */
export function signNativeTransaction(unsigned: UnsignedNativeTransaction): Uint8Array {
  const { fee, privateKey, sequence, accountNumber, chainId } = unsigned
  const publicKey = compressPublicKey(privateToPublicKey(privateKey))
  const bodyBytes = encodeBody(unsigned)
  const authInfoBytes = encodeAuthInfo([{ publicKey, sequence }], fee)
  const hash = sha256(signBytes({ bodyBytes, authInfoBytes }, chainId, accountNumber))
  return encodeTxRaw(bodyBytes, authInfoBytes, [signCompact(hash, privateKey)])
}
