import { type Address, addressToBytes } from '../../primitives/address.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import type { Signature } from '../../primitives/crypto/secp256k1.ts'
import { bytesToBigInt, concatBytes, EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'
import {
  type RlpInput,
  type RlpItem,
  readAddress,
  readBytes,
  readHash,
  readList,
  readRlp,
  writeRlp,
} from '../../primitives/encoding/rlp.ts'
import type {
  AccessList,
  AccessListItem,
  Authorization,
  TransactionType,
  UnsignedTransaction,
} from './transaction.ts'

/*
 * The fields of a transaction as RLP (EIP-155, 2930, 1559, 7702). The decoder, as strict as
 * geth's, serves new and stored bytes. `validateStateless` and `validateSender` check the values.
 */

/** Fields of a signed transaction, before its sender is known. */
export interface SignedFields extends UnsignedTransaction {
  readonly signature: Signature
  /**
   * `v` of legacy transactions: chainId * 2 + 35 + yParity; otherwise the y parity, which must be 0
   * or 1.
   */
  readonly v: bigint
}

/** Signature of an unsigned transaction. */
const NO_SIGNATURE: readonly bigint[] = [0n, 0n, 0n]
/** Shared by the transactions without a list. */
const NO_ACCESS_LIST: AccessList = []
const NO_AUTHORIZATIONS: readonly Authorization[] = []
const FIELD_COUNTS: Readonly<Record<TransactionType, number>> = { 0: 9, 1: 11, 2: 12, 4: 13 }

/** Maximum sizes of integers in bytes. */
const WORD_BYTES = 32
const UINT64_BYTES = 8

/** First byte of a typed transaction (EIP-2718); 0 for a legacy one, which is a list. */
export function leadingType(raw: Uint8Array): number {
  const first = raw[0] ?? 0
  return first >= 0xc0 ? 0 : first
}

export function isTransactionType(type: number): type is TransactionType {
  return type === 0 || type === 1 || type === 2 || type === 4
}

/**
 * Returns the RLP item after the type.
 *
 * @throws RangeError if it is not canonical RLP
 */
export function readItems(raw: Uint8Array, type: TransactionType): readonly RlpItem[] {
  return readList(readRlp(type === 0 ? raw : raw.subarray(1)))
}

/** @throws RangeError if the number of fields is not that of the type */
export function requireFieldCount(items: readonly RlpItem[], type: TransactionType): void {
  readList(items, FIELD_COUNTS[type])
}

/**
 * Decodes the fields of a signed transaction.
 * @throws RangeError that names the field
 */
export function readSignedFields(type: TransactionType, items: readonly RlpItem[]): SignedFields {
  const fields = readList(items, FIELD_COUNTS[type])
  let at = 0
  const next = <T>(name: string, read: (item: RlpItem | undefined) => T): T => {
    try {
      return read(fields[at++])
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause
      throw new RangeError(`${name}: ${cause.message}`, { cause })
    }
  }

  const chainId = type === 0 ? undefined : next('chainId', readWord)
  const nonce = next('nonce', readUint64)
  const maxPriorityFeePerGas = next(type < 2 ? 'gasPrice' : 'maxPriorityFeePerGas', readWord)
  const maxFeePerGas = type < 2 ? maxPriorityFeePerGas : next('maxFeePerGas', readWord)
  const gasLimit = next('gasLimit', readUint64)
  const to = next('to', readTarget)
  const value = next('value', readWord)
  const data = next('data', readData)
  const accessList = type === 0 ? NO_ACCESS_LIST : next('accessList', readAccessList)
  const authorizationList =
    type === 4 ? next('authorizationList', readAuthorizationList) : NO_AUTHORIZATIONS
  const v = next(type === 0 ? 'v' : 'yParity', readWord)
  const r = next('r', readWord)
  const s = next('s', readWord)
  return {
    type,
    chainId: chainId ?? legacyChainId(v),
    nonce,
    gasLimit,
    to,
    value,
    data,
    maxFeePerGas,
    maxPriorityFeePerGas,
    accessList,
    authorizationList,
    signature: { r, s, yParity: (type === 0 ? v % 2n === 0n : v === 1n) ? 1 : 0 },
    v,
  }
}

/** Encodes a transaction with v, r and s zero. */
export function encodeUnsigned(tx: UnsignedTransaction): Uint8Array {
  return encode(tx, NO_SIGNATURE)
}

/** Returns the hash that the sender of a transaction signs. */
export function hashToSign(tx: UnsignedTransaction): Uint8Array {
  const { type, chainId } = tx
  const legacy = type === 0 ? [chainId, 0n, 0n] : []
  return keccak256(encode(tx, legacy))
}

/** Returns the hash that was signed. RLP items are canonical, so no field is encoded again. */
export function signedHash({ type, chainId }: SignedFields, items: readonly RlpItem[]): Uint8Array {
  const signed = items.slice(0, -NO_SIGNATURE.length)
  return keccak256(withType(type, type === 0 ? [...signed, chainId, 0n, 0n] : signed))
}

/** Encodes a transaction with its signature. */
export function encodeSigned(tx: UnsignedTransaction, { r, s, yParity }: Signature): Uint8Array {
  const parity = BigInt(yParity)
  return encode(tx, [tx.type === 0 ? tx.chainId * 2n + 35n + parity : parity, r, s])
}

function encode(tx: UnsignedTransaction, end: readonly bigint[]): Uint8Array {
  const { type } = tx
  const price = type < 2 ? [tx.maxFeePerGas] : [tx.maxPriorityFeePerGas, tx.maxFeePerGas]
  const call = [
    tx.gasLimit,
    tx.to === undefined ? EMPTY_BYTES : addressToBytes(tx.to),
    tx.value,
    tx.data,
  ]
  const head = type === 0 ? [] : [tx.chainId]
  const lists: RlpInput[] = []
  if (type !== 0) lists.push(tx.accessList.map(accessListItemFields))
  if (type === 4) lists.push(tx.authorizationList.map(authorizationFields))
  return withType(type, [...head, tx.nonce, ...price, ...call, ...lists, ...end])
}

function withType(type: TransactionType, fields: RlpInput): Uint8Array {
  const list = writeRlp(fields)
  return type === 0 ? list : concatBytes(Uint8Array.of(type), list)
}

function accessListItemFields({ address, storageKeys }: AccessListItem): RlpInput {
  return [addressToBytes(address), storageKeys.map(hexToBytes)]
}

function authorizationFields(authorization: Authorization): RlpInput {
  const { chainId, address, nonce, yParity, r, s } = authorization
  return [chainId, addressToBytes(address), nonce, yParity, r, s]
}

/** Returns the chain id of a legacy transaction (EIP-155). */
function legacyChainId(v: bigint): bigint {
  if (v < 37n) throw new RangeError('v has no chain id')
  return (v - 35n) / 2n
}

function readTarget(item: RlpItem | undefined): Address | undefined {
  return readBytes(item).length === 0 ? undefined : readAddress(item)
}

/** The transactions without data share an empty array. */
function readData(item: RlpItem | undefined): Uint8Array {
  const bytes = readBytes(item)
  return bytes.length === 0 ? EMPTY_BYTES : bytes
}

function readAccessList(item: RlpItem | undefined): AccessList {
  const entries = readList(item)
  if (entries.length === 0) return NO_ACCESS_LIST
  return entries.map((entry) => {
    const [address, storageKeys] = readList(entry, 2)
    return { address: readAddress(address), storageKeys: readList(storageKeys).map(readHash) }
  })
}

function readAuthorizationList(item: RlpItem | undefined): Authorization[] {
  return readList(item).map((entry) => {
    const [chainId, address, nonce, yParity, r, s] = readList(entry, 6)
    return {
      chainId: readWord(chainId),
      address: readAddress(address),
      nonce: readUint64(nonce),
      // A value other than 0 and 1 does not invalidate the transaction: execution skips such an
      // authorization.
      yParity: Number(readUint(yParity, 1)) as 0 | 1,
      r: readWord(r),
      s: readWord(s),
    }
  })
}

function readWord(item: RlpItem | undefined): bigint {
  return readUint(item, WORD_BYTES)
}

function readUint64(item: RlpItem | undefined): bigint {
  return readUint(item, UINT64_BYTES)
}

function readUint(item: RlpItem | undefined, mostBytes: number): bigint {
  const bytes = readBytes(item)
  if (bytes.length > mostBytes) throw new RangeError(`expected at most ${8 * mostBytes} bits`)
  if (bytes[0] === 0) throw new RangeError('expected an integer without leading zeros')
  return bytesToBigInt(bytes)
}
