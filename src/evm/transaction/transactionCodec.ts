import { type Address, addressToBytes } from '../../primitives/address.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import type { Signature } from '../../primitives/crypto/secp256k1.ts'
import { bytesToBigInt, concatBytes, EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'
import {
  LIST,
  type RlpInput,
  type RlpItem,
  type RlpList,
  readAddress,
  readBytes,
  readHash,
  readList,
  readRlpList,
  rlpPrefixSize,
  STRING,
  writeRlp,
  writeRlpPrefix,
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
/** RLP of the zeros for r and s in the signed bytes of a legacy transaction (EIP-155). */
const NO_R_AND_S = Uint8Array.of(STRING, STRING)
/** Shared by the transactions without a list. */
const NO_ACCESS_LIST: AccessList = []
const NO_AUTHORIZATIONS: readonly Authorization[] = []
const CALL = ['gasLimit', 'to', 'value', 'data']
const FEES = ['maxPriorityFeePerGas', 'maxFeePerGas']
const END = ['yParity', 'r', 's']
/** Names of the fields in order. */
const FIELDS: Readonly<Record<TransactionType, readonly string[]>> = {
  0: ['nonce', 'gasPrice', ...CALL, 'v', 'r', 's'],
  1: ['chainId', 'nonce', 'gasPrice', ...CALL, 'accessList', ...END],
  2: ['chainId', 'nonce', ...FEES, ...CALL, 'accessList', ...END],
  4: ['chainId', 'nonce', ...FEES, ...CALL, 'accessList', 'authorizationList', ...END],
}

/** Maximum sizes of integers in bytes. */
const WORD_BYTES = 32
const UINT64_BYTES = 8
const ADDRESS_BYTES = 20

/** First byte of a typed transaction (EIP-2718); 0 for a legacy one, which is a list. */
export function leadingType(raw: Uint8Array): number {
  const first = raw[0] ?? 0
  return first >= 0xc0 ? 0 : first
}

export function isTransactionType(type: number): type is TransactionType {
  return type === 0 || type === 1 || type === 2 || type === 4
}

/**
 * Returns the RLP list after the type.
 *
 * @throws RangeError if it is not canonical RLP
 */
export function readItems(raw: Uint8Array, type: TransactionType): RlpList {
  return readRlpList(raw, type === 0 ? 0 : 1)
}

/** @throws RangeError if the number of fields is not that of the type */
export function requireFieldCount({ length }: RlpList, type: TransactionType): void {
  const wanted = FIELDS[type].length
  if (length !== wanted) throw new RangeError(`expected ${wanted} items, found ${length}`)
}

/**
 * Decodes the fields of a signed transaction.
 * @throws RangeError that names the field
 */
export function readSignedFields(type: TransactionType, items: RlpList): SignedFields {
  requireFieldCount(items, type)
  const reader = new FieldReader(items)
  try {
    return readInOrder(type, reader)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new RangeError(`${FIELDS[type][reader.at]}: ${cause.message}`, { cause })
  }
}

function readInOrder(type: TransactionType, reader: FieldReader): SignedFields {
  let chainId = type === 0 ? 0n : reader.uint(WORD_BYTES)
  const nonce = reader.uint(UINT64_BYTES)
  const maxPriorityFeePerGas = reader.uint(WORD_BYTES)
  const maxFeePerGas = type < 2 ? maxPriorityFeePerGas : reader.uint(WORD_BYTES)
  const gasLimit = reader.uint(UINT64_BYTES)
  const to = reader.target()
  const value = reader.uint(WORD_BYTES)
  const data = reader.data()
  const accessList = type === 0 ? NO_ACCESS_LIST : reader.accessList()
  const authorizationList = type === 4 ? reader.authorizationList() : NO_AUTHORIZATIONS
  const v = reader.uint(WORD_BYTES)
  if (type === 0) chainId = legacyChainId(v)
  const r = reader.uint(WORD_BYTES)
  const s = reader.uint(WORD_BYTES)
  return {
    type,
    chainId,
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

/** Reads the fields in order. */
class FieldReader {
  /** Index of the last field. */
  at = -1
  readonly #items: RlpList

  constructor(items: RlpList) {
    this.#items = items
  }

  uint(mostBytes: number): bigint {
    this.at++
    return this.#items.uint(this.at, mostBytes)
  }

  target(): Address | undefined {
    this.at++
    if (this.#items.sizeOf(this.at) === 0) return undefined
    return this.#items.hex(this.at, ADDRESS_BYTES) as Address
  }

  /** The transactions without data share an empty array. */
  data(): Uint8Array {
    this.at++
    return this.#items.sizeOf(this.at) === 0 ? EMPTY_BYTES : this.#items.bytes(this.at)
  }

  accessList(): AccessList {
    this.at++
    const list = this.#items.list(this.at)
    return list.length === 0 ? NO_ACCESS_LIST : readAccessList(list)
  }

  authorizationList(): readonly Authorization[] {
    this.at++
    return readAuthorizationList(this.#items.list(this.at))
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
export function signedHash({ type, chainId }: SignedFields, items: RlpList): Uint8Array {
  const fields = items.encodingOf(items.length - NO_SIGNATURE.length)
  const end = type === 0 ? concatBytes(writeRlp(chainId), NO_R_AND_S) : EMPTY_BYTES
  const size = fields.length + end.length
  const start = type === 0 ? 0 : 1
  const message = new Uint8Array(start + rlpPrefixSize(size) + size)
  message[0] = type
  const at = writeRlpPrefix(message, start, LIST, size)
  message.set(fields, at)
  message.set(end, at + fields.length)
  return keccak256(message)
}

/** Returns r and s as 64 bytes. The items must be those of {@link SignedFields}. */
export function compactSignature(items: RlpList): Uint8Array {
  const compact = new Uint8Array(2 * WORD_BYTES)
  const { length } = items
  items.copy(length - 2, compact, WORD_BYTES - items.sizeOf(length - 2))
  items.copy(length - 1, compact, 2 * WORD_BYTES - items.sizeOf(length - 1))
  return compact
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
  if (v < 37n) throw new RangeError('no chain id')
  return (v - 35n) / 2n
}

function readAccessList(entries: readonly RlpItem[]): AccessList {
  return entries.map((entry) => {
    const [address, storageKeys] = readList(entry, 2)
    return { address: readAddress(address), storageKeys: readList(storageKeys).map(readHash) }
  })
}

function readAuthorizationList(entries: readonly RlpItem[]): Authorization[] {
  return entries.map((entry) => {
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
