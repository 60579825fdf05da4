import type { Address } from '../../primitives/address.ts'
import { assert } from '../../primitives/assert.ts'
import type { Hash, Hex } from '../../primitives/encoding/hex.ts'

/*
 * Keys of the database: one letter for the table, then the fields. Numbers are big-endian, so that
 * keys sort in numeric order.
 */

/** First byte of each table's keys. */
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

/** A table of the database. */
export type Table = keyof typeof LETTERS

/** All tables with data of a chain, which are all but `meta`. */
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

/** Position of a value in a log: 0 is the address, 1 to 4 are the topics. */
export type LogPosition = 0 | 1 | 2 | 3 | 4

/** Used in place of a {@link LogPosition} for blocks with any log. */
const ANY_LOG = 5

const HASH_BYTES = 32

/** Prefix of all keys of a table. */
export function tablePrefix(table: Table): Uint8Array {
  return Uint8Array.of(LETTERS[table])
}

/** Key of a single value about the database. The name is ASCII. */
export function metaKey(name: string): Uint8Array {
  const key = start('meta', name.length)
  key.write(name, 1, 'latin1')
  return key
}

/** Key of a tree node. `store` is the index of the tree's name among the sorted names. */
export function nodeKey(store: number, version: number, nonce: number): Uint8Array {
  const key = start('node', 1 + 8 + 4)
  key[1] = store
  writeNumber(key, version, 2)
  key.writeUInt32BE(nonce, 10)
  return key
}

/** Key of the root of a tree at a version. */
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

/** Key of a range of consecutive empty blocks, by the number of the last one. */
export function emptyBlockRangeKey(last: number): Uint8Array {
  return numberKey('emptyRun', last)
}

/** Key of the number of the block with this hash. */
export function blockHashKey(hash: Hash): Uint8Array {
  return hashKey('blockHash', hash)
}

/** Key of the position of a mined transaction. */
export function transactionKey(hash: Hash): Uint8Array {
  return hashKey('transaction', hash)
}

/** Key of the position of a native transaction. */
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

/** Kinds of rows in the address index. */
const TRAITS = { party: 0, nonce: 1, creator: 2 } as const

/**
 * Key of a block with a transaction that involves an account, that the account sent with a nonce,
 * or that created the account.
 */
export function addressIndexRowKey(
  trait: {
    readonly kind: keyof typeof TRAITS
    readonly address: Address
    /** At most 64 bits. Only present for the kind `nonce`. */
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

/** Returns a key with the table's letter and `room` free bytes. */
function start(table: Table, room: number): Buffer {
  const key = Buffer.allocUnsafe(1 + room)
  key[0] = LETTERS[table]
  return key
}

/** Writes eight bytes, as two halves: a bigint is five times as slow. */
function writeNumber(key: Buffer, value: number, at: number): void {
  key.writeUInt32BE(Math.floor(value / 2 ** 32), at)
  key.writeUInt32BE(value >>> 0, at + 4)
}
