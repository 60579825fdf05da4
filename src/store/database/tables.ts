import type { Address } from '../../primitives/address.ts'
import { assert } from '../../primitives/assert.ts'
import type { Hash, Hex } from '../../primitives/encoding/hex.ts'

/*
 * The keys of the database: a letter for the table, then the fields. Numbers are big-endian, so that the order of keys is
 * the order of numbers.
 */

/** First byte of the keys of each table. */
const LETTERS = {
  meta: 0x00,
  trait: 'a'.charCodeAt(0),
  block: 'b'.charCodeAt(0),
  blockHash: 'h'.charCodeAt(0),
  emptyRun: 'e'.charCodeAt(0),
  log: 'l'.charCodeAt(0),
  nativeTransaction: 'm'.charCodeAt(0),
  node: 'n'.charCodeAt(0),
  pool: 'p'.charCodeAt(0),
  root: 'r'.charCodeAt(0),
  transaction: 't'.charCodeAt(0),
} as const

/** The tables of the database. */
export type Table = keyof typeof LETTERS

/** The tables of a chain: all but that of metadata. */
export const chainTables: readonly Table[] = [
  'block',
  'blockHash',
  'emptyRun',
  'log',
  'nativeTransaction',
  'node',
  'pool',
  'root',
  'trait',
  'transaction',
]

/** Position of a log's value: 0 is the address, 1 to 4 are the topics. */
export type LogPosition = 0 | 1 | 2 | 3 | 4

/** Replaces a {@link LogPosition} in other keys of the table. */
const ANY_LOG = 5

const HASH_BYTES = 32

/** Key prefix of a table. */
export function tablePrefix(table: Table): Uint8Array {
  return Uint8Array.of(LETTERS[table])
}

/** Key of metadata. The name is ASCII. */
export function metaKey(name: string): Uint8Array {
  const key = start('meta', name.length)
  key.write(name, 1, 'latin1')
  return key
}

/** Key of a tree node; `store` is the index of the tree's name among the sorted names. */
export function nodeKey(store: number, version: number, nonce: number): Uint8Array {
  const key = start('node', 1 + 8 + 4)
  key[1] = store
  writeNumber(key, version, 2)
  key.writeUInt32BE(nonce, 10)
  return key
}

/** Key of a tree's root at a version. */
export function rootKey(store: number, version: number): Uint8Array {
  const key = start('root', 1 + 8)
  key[1] = store
  writeNumber(key, version, 2)
  return key
}

/** Key of a block. */
export function blockKey(number: number): Uint8Array {
  return numberKey('block', number)
}

/** Key of a range of empty blocks, by the number of the last one. */
export function emptyBlockRangeKey(last: number): Uint8Array {
  return numberKey('emptyRun', last)
}

/** Key of the block number of a hash. */
export function blockHashKey(hash: Hash): Uint8Array {
  return hashKey('blockHash', hash)
}

/** Key of the location of a mined transaction. */
export function transactionKey(hash: Hash): Uint8Array {
  return hashKey('transaction', hash)
}

/** Key of the location of a native transaction. */
export function nativeTransactionKey(hash: Hash): Uint8Array {
  return hashKey('nativeTransaction', hash)
}

/** Key of a pending transaction. */
export function poolKey(hash: Hash): Uint8Array {
  return hashKey('pool', hash)
}

/** Key of a block with a log that has `value` (an address or a topic) at a position. */
export function logKey(position: LogPosition, value: Hex, number: number): Uint8Array {
  const length = value.length / 2 - 1
  assert(length === (position === 0 ? 20 : HASH_BYTES), 'an address or a topic')
  const key = start('log', 1 + length + 8)
  key[1] = position
  key.write(value.slice(2), 2, 'hex')
  writeNumber(key, number, key.length - 8)
  return key
}

/** Key of a block with logs. */
export function anyLogKey(number: number): Uint8Array {
  const key = start('log', 1 + 8)
  key[1] = ANY_LOG
  writeNumber(key, number, 2)
  return key
}

/** Kind of an address index row. */
const TRAITS = { party: 0, nonce: 1, creator: 2 } as const

/**
 * Key of a block with a transaction that involves an account, that it sent with a nonce, or that
 * created it.
 */
export function addressIndexRowKey(
  trait: {
    readonly kind: keyof typeof TRAITS
    readonly address: Address
    /** At most 64 bits; only for the kind `nonce`. */
    readonly nonce?: bigint
  },
  number: number,
): Uint8Array {
  const { kind, address, nonce } = trait
  const end = 22 + (nonce === undefined ? 0 : 8)
  const key = start('trait', end + 7)
  key[1] = TRAITS[kind]
  key.write(address.slice(2), 2, 'hex')
  if (nonce !== undefined) key.writeBigUInt64BE(nonce, 22)
  writeNumber(key, number, end)
  return key
}

/** Returns the number at the end of a key. */
export function numberAtEnd(key: Uint8Array): number {
  const view = new DataView(key.buffer, key.byteOffset + key.length - 8, 8)
  return view.getUint32(0) * 2 ** 32 + view.getUint32(4)
}

function hashKey(table: Table, hash: Hash): Buffer {
  const key = start(table, HASH_BYTES)
  key.write(hash.slice(2), 1, 'hex')
  return key
}

function numberKey(table: Table, number: number): Buffer {
  const key = start(table, 8)
  writeNumber(key, number, 1)
  return key
}

/** Allocates a key with a number of bytes after its letter. */
function start(table: Table, room: number): Buffer {
  const key = Buffer.allocUnsafe(1 + room)
  key[0] = LETTERS[table]
  return key
}

/** Writes eight bytes in halves, because a bigint is five times slower. */
function writeNumber(key: Buffer, value: number, at: number): void {
  key.writeUInt32BE(Math.floor(value / 2 ** 32), at)
  key.writeUInt32BE(value >>> 0, at + 4)
}
