import { createTxFromRLP, type TypedTransaction } from '@ethereumjs/tx'
import type { Address } from '../../primitives/address.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import {
  HALF_ORDER,
  publicKeyToAddress,
  recoverPublicKey,
  type Signature,
} from '../../primitives/crypto/secp256k1.ts'
import { bytesToBigInt } from '../../primitives/encoding/bytes.ts'
import { bytesToHash } from '../../primitives/encoding/hex.ts'
import { TxRefused } from '../errors.ts'
import { readAccessListItem, readAuthorization } from './decodeWithKey.ts'
import { readPlainTransaction } from './plainTransaction.ts'
import { type RlpItem, readRlp } from './rlpFields.ts'
import type { Transaction, TransactionType, UnsignedTransaction } from './transaction.ts'
import { libraryOptions, libraryReason } from './transactionCodec.ts'

const V_FIELD_OF_LEGACY = 6

/** A signed transaction whose sender is still to be found. */
export interface ReadTransaction extends UnsignedTransaction {
  readonly signature: Signature
  readonly v: bigint
  /** What the sender signed. */
  readonly signingHash: Uint8Array
}

/**
 * Reads a signed transaction as it goes over the wire, and recovers its sender.
 *
 * @throws TxRefused MALFORMED_TRANSACTION, TX_TYPE_NOT_SUPPORTED, UNPROTECTED_TRANSACTION, WRONG_CHAIN_ID, INVALID_SIGNATURE
 */
export function decodeTransaction(raw: Uint8Array, chainId: bigint): Transaction {
  const type = typeOf(raw)
  const fields = readFields(raw, type)
  requireChain(fields, type, chainId)
  const { signingHash, ...read } =
    readPlainTransaction(raw, type, fields) ?? readWithLibrary(raw, type, chainId)
  const publicKey = recover(signingHash, read.signature)
  return {
    ...read,
    hash: bytesToHash(keccak256(raw)),
    from: publicKeyToAddress(publicKey),
    publicKey,
    raw,
  }
}

function typeOf(raw: Uint8Array): TransactionType {
  const first = raw[0]
  if (first === undefined || raw.length < 2) throw malformed('typed transaction too short')
  if (first >= 0xc0) return 0
  if (first === 1 || first === 2 || first === 4) return first
  const reason = first === 3 ? 'this chain has no blobs (EIP-4844)' : 'unknown type'
  throw new TxRefused({ code: 'TX_TYPE_NOT_SUPPORTED', type: first, reason })
}

/** Looks at the chain id before anything else: the mistake that users make most gets the clearest answer. */
function requireChain(fields: readonly RlpItem[], type: TransactionType, want: bigint): void {
  const field = fields[type === 0 ? V_FIELD_OF_LEGACY : 0]
  if (!(field instanceof Uint8Array)) throw malformed('rlp: expected a list of fields')
  // The library looks at the other numbers.
  if (field[0] === 0) throw malformed('chainId cannot have leading zeroes')
  let have = bytesToBigInt(field)
  if (type === 0) {
    if (have === 0n) throw new TxRefused({ code: 'INVALID_SIGNATURE' })
    if (have < 35n) throw new TxRefused({ code: 'UNPROTECTED_TRANSACTION' })
    have = (have - 35n) / 2n
  }
  if (have !== want) throw new TxRefused({ code: 'WRONG_CHAIN_ID', have, want })
}

function readFields(raw: Uint8Array, type: TransactionType): readonly RlpItem[] {
  let fields: RlpItem
  try {
    fields = readRlp(type === 0 ? raw : raw.subarray(1))
  } catch (error) {
    throw malformed(`rlp: ${libraryReason(error)}`, error)
  }
  if (fields instanceof Uint8Array) throw malformed('rlp: expected a list of fields')
  return fields
}

function readWithLibrary(raw: Uint8Array, type: TransactionType, chainId: bigint): ReadTransaction {
  const tx = createFromBytes(raw, chainId)
  return {
    type,
    chainId,
    nonce: tx.nonce,
    gasLimit: tx.gasLimit,
    ...(tx.to === undefined ? {} : { to: tx.to.toString() as Address }),
    value: tx.value,
    data: tx.data,
    maxFeePerGas: 'maxFeePerGas' in tx ? tx.maxFeePerGas : tx.gasPrice,
    maxPriorityFeePerGas: 'maxPriorityFeePerGas' in tx ? tx.maxPriorityFeePerGas : tx.gasPrice,
    accessList: 'accessList' in tx ? tx.accessList.map(readAccessListItem) : [],
    authorizationList: 'authorizationList' in tx ? tx.authorizationList.map(readAuthorization) : [],
    signature: signatureOf(tx, type),
    v: tx.v ?? 0n,
    signingHash: signingHashOf(tx),
  }
}

function createFromBytes(raw: Uint8Array, chainId: bigint): TypedTransaction {
  try {
    return createTxFromRLP(raw, libraryOptions(chainId))
  } catch (error) {
    throw malformed(libraryReason(error), error)
  }
}

function signatureOf(tx: TypedTransaction, type: TransactionType): Signature {
  const { r, s, v } = tx
  if (r === undefined || s === undefined || v === undefined) throw invalidSignature()
  const yParity = type === 0 ? (v - 35n) % 2n : v
  if (yParity > 1n || s > HALF_ORDER || s === 0n || r === 0n) throw invalidSignature()
  return { r, s, yParity: yParity === 1n ? 1 : 0 }
}

function signingHashOf(tx: TypedTransaction): Uint8Array {
  try {
    return tx.getMessageToVerifySignature()
  } catch (error) {
    throw invalidSignature(error)
  }
}

function recover(signingHash: Uint8Array, signature: Signature): Uint8Array {
  try {
    return recoverPublicKey(signingHash, signature)
  } catch (error) {
    throw invalidSignature(error)
  }
}

function malformed(reason: string, cause?: unknown): TxRefused {
  return new TxRefused({ code: 'MALFORMED_TRANSACTION', reason }, { cause })
}

function invalidSignature(cause?: unknown): TxRefused {
  return new TxRefused({ code: 'INVALID_SIGNATURE' }, { cause })
}
