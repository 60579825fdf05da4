import type { Address } from '../../primitives/address.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import {
  HALF_ORDER,
  publicKeyToAddress,
  recoverCompact,
} from '../../primitives/crypto/secp256k1.ts'
import { bytesToLatin1 } from '../../primitives/encoding/bytes.ts'
import { bytesToHash } from '../../primitives/encoding/hex.ts'
import type { RlpList } from '../../primitives/encoding/rlp.ts'
import { copyToSlab } from '../../primitives/encoding/slab.ts'
import { TxError } from '../errors.ts'
import type { Transaction, TransactionType } from './transaction.ts'
import {
  compactSignature,
  isTransactionType,
  leadingType,
  readItems,
  readSignedFields,
  requireFieldCount,
  type SignedFields,
  signedHash,
} from './transactionCodec.ts'

const V_FIELD_OF_LEGACY = 6

/**
 * Decodes a signed transaction and recovers its sender.
 *
 * @throws TxError MALFORMED_TRANSACTION, TX_TYPE_NOT_SUPPORTED, UNPROTECTED_TRANSACTION,
 *   WRONG_CHAIN_ID, INVALID_SIGNATURE
 */
export function decodeTransaction(encoded: Uint8Array, chainId: bigint): Transaction {
  const raw = copyToSlab(encoded)
  const type = typeOf(raw)
  const items = orMalformed('rlp: ', () => readItems(raw, type))
  orMalformed('', () => requireFieldCount(items, type))
  requireChain(items, type, chainId)
  const fields = orMalformed('', () => readSignedFields(type, items))
  const { address, publicKey } = senderOf(recoverSigner(fields, items))
  return toTransaction(raw, fields, address, publicKey)
}

interface Sender {
  readonly address: Address
  readonly publicKey: Uint8Array
}

/** Maximum number of {@link senders}. */
const MOST_SENDERS = 1000
/** Recent senders by public key: their transactions share the key and the address. */
const senders = new Map<string, Sender>()

function senderOf(publicKey: Uint8Array): Sender {
  const key = bytesToLatin1(publicKey)
  const known = senders.get(key)
  if (known !== undefined) return known
  if (senders.size >= MOST_SENDERS) senders.clear()
  const sender = { address: publicKeyToAddress(publicKey), publicKey: copyToSlab(publicKey) }
  senders.set(key, sender)
  return sender
}

/**
 * Decodes a transaction that `decodeTransaction` accepted before and whose sender's public key (64
 * bytes) was stored. Skips the verification of the signature, which takes nine tenths of the time.
 *
 * @throws RangeError if the bytes are not a transaction
 */
export function decodeWithKey(raw: Uint8Array, publicKey: Uint8Array): Transaction {
  return toTransaction(raw, readStored(raw), publicKeyToAddress(publicKey), publicKey)
}

/**
 * Decodes an impersonated transaction whose sender was stored.
 * @throws RangeError
 */
export function decodeImpersonated(raw: Uint8Array, sender: Address): Transaction {
  return toTransaction(raw, readStored(raw), sender, undefined)
}

function readStored(raw: Uint8Array): SignedFields {
  const type = leadingType(raw)
  if (!isTransactionType(type)) throw new RangeError(`unknown transaction type ${type}`)
  return readSignedFields(type, readItems(raw, type))
}

function toTransaction(
  raw: Uint8Array,
  fields: SignedFields,
  from: Address,
  publicKey: Uint8Array | undefined,
): Transaction {
  // Field by field: V8 makes a slow object of its own shape of a spread with this number of fields.
  return {
    type: fields.type,
    chainId: fields.chainId,
    nonce: fields.nonce,
    gasLimit: fields.gasLimit,
    to: fields.to,
    value: fields.value,
    data: fields.data,
    maxFeePerGas: fields.maxFeePerGas,
    maxPriorityFeePerGas: fields.maxPriorityFeePerGas,
    accessList: fields.accessList,
    authorizationList: fields.authorizationList,
    signature: fields.signature,
    v: fields.v,
    hash: bytesToHash(keccak256(raw)),
    from,
    publicKey,
    raw,
  }
}

function typeOf(raw: Uint8Array): TransactionType {
  const type = leadingType(raw)
  const isList = (raw[0] ?? 0) >= 0xc0
  if (raw.length < 2 && !isList) throw malformed('typed transaction too short')
  if (raw[0] !== 0 && isTransactionType(type)) return type
  const reason = type === 3 ? 'this chain has no blobs (EIP-4844)' : 'unknown type'
  throw new TxError({ code: 'TX_TYPE_NOT_SUPPORTED', type, reason })
}

/** Checks the chain id first, because it is the most common mistake. */
function requireChain(items: RlpList, type: TransactionType, want: bigint): void {
  const at = type === 0 ? V_FIELD_OF_LEGACY : 0
  if (!items.isString(at)) throw malformed('rlp: expected a list of fields')
  let have: bigint
  try {
    have = items.uint(at, Number.POSITIVE_INFINITY)
  } catch (error) {
    throw malformed('chainId cannot have leading zeroes', error)
  }
  if (type === 0) {
    if (have === 0n) throw new TxError({ code: 'INVALID_SIGNATURE' })
    if (have < 35n) throw new TxError({ code: 'UNPROTECTED_TRANSACTION' })
    have = (have - 35n) / 2n
  }
  if (have !== want) throw new TxError({ code: 'WRONG_CHAIN_ID', have, want })
}

/** @throws TxError INVALID_SIGNATURE */
function recoverSigner(fields: SignedFields, items: RlpList): Uint8Array {
  const { type, signature, v } = fields
  const { r, s } = signature
  if ((type !== 0 && v > 1n) || r === 0n || s === 0n || s > HALF_ORDER) throw invalidSignature()
  try {
    return recoverCompact(signedHash(fields, items), compactSignature(items), signature.yParity)
  } catch (error) {
    throw invalidSignature(error)
  }
}

function orMalformed<T>(prefix: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw malformed(`${prefix}${error.message}`, error)
  }
}

function malformed(reason: string, cause?: unknown): TxError {
  return new TxError({ code: 'MALFORMED_TRANSACTION', reason }, { cause })
}

function invalidSignature(cause?: unknown): TxError {
  return new TxError({ code: 'INVALID_SIGNATURE' }, { cause })
}
