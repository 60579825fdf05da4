import type { Address } from '../../primitives/address.ts'
import { assert } from '../../primitives/assert.ts'
import type { Hash, Hex } from '../../primitives/encoding/hex.ts'

/*
 * The keys of the database: a letter for the table, then the fields. Numbers are big-endian, so that the order of keys is
 * the order of numbers.
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

/** What the database keeps apart from each other. */
export type Table = keyof typeof LETTERS

/** All that is kept of a chain: every table but that of single facts. */
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

/** Where a log has a value that it can be found by: 0 is its address, 1 to 4 are its topics. */
export type LogPosition = 0 | 1 | 2 | 3 | 4

/** Where other keys of the table have a {@link LogPosition}. */
const ANY_LOG = 5

const HASH_BYTES = 32

/** What every key of a table starts with. */
export function tablePrefix(table: Table): Uint8Array {
  return Uint8Array.of(LETTERS[table])
}

/** A single fact about the database. The name is ASCII. */
export function metaKey(name: string): Uint8Array {
  const key = start('meta', name.length)
  key.write(name, 1, 'latin1')
  return key
}

/** A node of a tree; `store` is the index of the tree's name among the sorted names. */
export function nodeKey(store: number, version: number, nonce: number): Uint8Array {
  const key = start('node', 1 + 8 + 4)
  key[1] = store
  writeNumber(key, version, 2)
  key.writeUInt32BE(nonce, 10)
  return key
}

/** The root of a tree at a version. */
export function rootKey(store: number, version: number): Uint8Array {
  const key = start('root', 1 + 8)
  key[1] = store
  writeNumber(key, version, 2)
  return key
}

/** A block. */
export function blockKey(number: number): Uint8Array {
  return numberKey('block', number)
}

/** Empty blocks in a row, by the number of the last one. */
export function emptyBlockRangeKey(last: number): Uint8Array {
  return numberKey('emptyRun', last)
}

/** The number of the block with this hash. */
export function blockHashKey(hash: Hash): Uint8Array {
  return hashKey('blockHash', hash)
}

/** Where a mined transaction is. */
export function transactionKey(hash: Hash): Uint8Array {
  return hashKey('transaction', hash)
}

/** Where a native transaction is. */
export function nativeTransactionKey(hash: Hash): Uint8Array {
  return hashKey('nativeTransaction', hash)
}

/** A transaction that waits. */
export function poolKey(hash: Hash): Uint8Array {
  return hashKey('pool', hash)
}

/** A block with a log that has `value` (an address or a topic) at a position. */
export function logKey(position: LogPosition, value: Hex, number: number): Uint8Array {
  const length = value.length / 2 - 1
  assert(length === (position === 0 ? 20 : HASH_BYTES), 'an address or a topic')
  const key = start('log', 1 + length + 8)
  key[1] = position
  key.write(value.slice(2), 2, 'hex')
  writeNumber(key, number, key.length - 8)
  return key
}

/** A block with logs. */
export function anyLogKey(number: number): Uint8Array {
  const key = start('log', 1 + 8)
  key[1] = ANY_LOG
  writeNumber(key, number, 2)
  return key
}

/** Which fact of a block's transactions a row tells. */
const TRAITS = { party: 0, nonce: 1, creator: 2 } as const

/**
 * A block with a transaction that an account took part in, that it sent with a nonce, or that
 * created it.
 */
export function addressIndexRowKey(
  trait: {
    readonly kind: keyof typeof TRAITS
    readonly address: Address
    /** At most 64 bits; only where the kind is `nonce`. */
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

/** The number that a key ends with. */
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

/** A key with room for so many bytes after its letter. */
function start(table: Table, room: number): Buffer {
  const key = Buffer.allocUnsafe(1 + room)
  key[0] = LETTERS[table]
  return key
}

/** Eight bytes. In halves, since a bigint costs five times as much. */
function writeNumber(key: Buffer, value: number, at: number): void {
  key.writeUInt32BE(Math.floor(value / 2 ** 32), at)
  key.writeUInt32BE(value >>> 0, at + 4)
}
