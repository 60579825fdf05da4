import type { Address } from '../../primitives/address.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { bech32ToBytes, bytesToBech32 } from '../../primitives/encoding/bech32.ts'
import {
  bigIntToBytes,
  bytesToBigInt,
  bytesToLatin1,
  bytesToUtf8,
  concatBytes,
  equalBytes,
  latin1ToBytes,
  utf8ToBytes,
} from '../../primitives/encoding/bytes.ts'
import {
  bytesToHash,
  bytesToHex,
  type Hash,
  type Hex,
  hexToBytes,
} from '../../primitives/encoding/hex.ts'
import {
  bytesField,
  decodeFields,
  encodeAny,
  stringField,
  varintField,
} from '../../primitives/encoding/protobuf.ts'
import type { StoreName, TableKind } from './stateTable.ts'

/*
 * Keys and values in the layout of the real chain (sei-chain, x/evm/types/keys.go; sei-cosmos,
 * x/bank and x/auth), for tools that read its stores. The first argument of `prefixed` is the
 * prefix.
 */

/**
 * The 20 bytes of a bech32 account address as hex. A cast address equals the text of its EVM
 * address.
 */
export type NativeAddress = Hex & { readonly __native: true }

/** A Cosmos account record. */
export interface NativeAccount {
  readonly address: NativeAddress
  readonly accountNumber: bigint
  readonly sequence: bigint
  /** Compressed secp256k1 key (33 bytes), or empty if it is not known yet. */
  readonly publicKey: Uint8Array
}

/**
 * Returns the native address with the same 20 bytes, which holds the coins of an account without
 * association.
 */
export function castAddress(address: Address): NativeAddress {
  return address as Hex as NativeAddress
}

/** The names of the stores under the app hash. */
export const storeNames: readonly StoreName[] = [
  'acc',
  'bank',
  'distribution',
  'evm',
  'gov',
  'oracle',
  'staking',
]

function prefixed(prefix: number, ...parts: readonly Uint8Array[]): Uint8Array {
  return concatBytes(Uint8Array.of(prefix), ...parts)
}

function byHex(prefix: number): (id: string) => string {
  const start = String.fromCharCode(prefix)
  return (id) => start + latin1OfHex(id)
}

/** Maximum number of {@link latin1Texts}. */
const MOST_TEXTS = 4096
/** Recent ids of rows, one character per byte: the same accounts occur in many blocks. */
const latin1Texts = new Map<string, string>()

function latin1OfHex(id: string): string {
  const known = latin1Texts.get(id)
  if (known !== undefined) return known
  const text = bytesToLatin1(hexToBytes(id))
  if (latin1Texts.size >= MOST_TEXTS) latin1Texts.clear()
  latin1Texts.set(id, text)
  return text
}

const ZERO_WORD = new Uint8Array(32)

const same = <V>(a: V, b: V): boolean => a === b

const ZERO_BYTES = bytesToHex(new Uint8Array(20))
const EMPTY_CODE_HASH = bytesToHash(keccak256(new Uint8Array(0)))
/** Cannot be deployed: code does not start with `0xef` (EIP-3541). */
const NO_CODE = concatBytes(Uint8Array.of(0xef), utf8ToBytes('rockpool: no code'))

/** 01: native address of an EVM address. Row: EVM address. */
export const nativeOfKind: TableKind<NativeAddress> = {
  name: 'native-of',
  store: 'evm',
  key: byHex(0x01),
  encode: hexToBytes,
  decode: (bytes) => bytesToHex(bytes) as NativeAddress,
  equal: same,
  tombstone: ZERO_BYTES as NativeAddress,
}

/** 02: EVM address of a native address. Row: native address. */
export const evmOfKind: TableKind<Address> = {
  name: 'evm-of',
  store: 'evm',
  key: byHex(0x02),
  encode: hexToBytes,
  decode: (bytes) => bytesToHex(bytes) as Address,
  equal: same,
  tombstone: ZERO_BYTES as Address,
}

/** Prefix of the storage words of all accounts. */
export const STORAGE_PREFIX = 0x03

/** Returns the prefix of an account's storage keys, 21 bytes. */
export function storagePrefix(address: Address): Uint8Array {
  return prefixed(STORAGE_PREFIX, hexToBytes(address))
}

/** Whether a key is that of a storage word: prefix, account and slot (32 bytes). */
export function isStorageKey(store: string, key: Uint8Array): boolean {
  return store === 'evm' && key[0] === STORAGE_PREFIX
}

/** 03: storage words of one account. Row: the 32-byte slot, one character per byte. */
export function storageKind(address: Address): TableKind<Uint8Array> {
  const start = bytesToLatin1(storagePrefix(address))
  return {
    name: `storage/${address}`,
    storageOf: address,
    store: 'evm',
    key: (slot) => start + slot,
    encode: (word) => word,
    decode: (word) => word,
    equal: equalBytes,
    tombstone: ZERO_WORD,
  }
}

/**
 * f1, which the real chain does not have: accounts of a fork whose storage was cleared, so that no
 * slot of the remote chain is read. Row: EVM address.
 */
export const wipedKind: TableKind<true> = {
  name: 'wiped',
  store: 'evm',
  key: byHex(0xf1),
  encode: () => Uint8Array.of(1),
  decode: () => true,
  equal: same,
}

const codeLengthKey = byHex(0x09)

/** 07: code. 09 is its length, derived from the code. Row: EVM address. */
export const codeKind: TableKind<Uint8Array> = {
  name: 'code',
  store: 'evm',
  key: byHex(0x07),
  encode: (code) => code,
  decode: (code) => code,
  derived: (id, code) => [
    {
      store: 'evm',
      key: codeLengthKey(id),
      value: code === undefined ? undefined : bigIntToBytes(BigInt(code.length), 8),
    },
  ],
  equal: equalBytes,
  tombstone: NO_CODE,
}

/** 08: keccak256 of the code. Row: EVM address. */
export const codeHashKind: TableKind<Hash> = {
  name: 'code-hash',
  store: 'evm',
  key: byHex(0x08),
  encode: hexToBytes,
  decode: (bytes) => bytesToHex(bytes) as Hash,
  equal: same,
  tombstone: EMPTY_CODE_HASH,
}

/** 0a: nonce. Row: EVM address. */
export const nonceKind: TableKind<bigint> = {
  name: 'nonce',
  store: 'evm',
  key: byHex(0x0a),
  encode: (nonce) => bigIntToBytes(nonce, 8),
  text: (nonce) => nonceText(nonce),
  decode: bytesToBigInt,
  equal: same,
  tombstone: 0n,
}

function nonceText(nonce: bigint): string {
  if (nonce > 0xffffn) return bytesToLatin1(bigIntToBytes(nonce, 8))
  const low = Number(nonce)
  return `\0\0\0\0\0\0${String.fromCharCode(low >> 8, low & 0xff)}`
}

/**
 * 1c: base fee of the next block, a decimal of 18 places as JSON text. One row, ''. The value is in
 * 10^-18 wei.
 */
export const nextBaseFeeKind: TableKind<bigint> = {
  name: 'next-base-fee',
  store: 'evm',
  key: () => '\x1c',
  encode: (fee) => {
    const digits = fee.toString().padStart(19, '0')
    return utf8ToBytes(`"${digits.slice(0, -18)}.${digits.slice(-18)}"`)
  },
  decode: (bytes) => BigInt(bytesToUtf8(bytes).replaceAll(/[".]/g, '')),
  equal: same,
}

/** Returns the prefix of an owner's coin keys, 22 bytes; the denomination follows. */
export function coinPrefix(owner: NativeAddress): Uint8Array {
  const bytes = hexToBytes(owner)
  return prefixed(0x02, Uint8Array.of(bytes.length), bytes)
}

/** Bank 02: amounts of one denomination, each a whole Coin. Row: native address. */
export function coinKind(denomination: string): TableKind<bigint> {
  const suffix = utf8ToBytes(denomination)
  const end = bytesToLatin1(suffix)
  const head = bytesToLatin1(bytesField(1, suffix))
  const start = head + AMOUNT_TAG
  const text = (amount: bigint): string => {
    const digits = amount.toString()
    if (digits.length > 0x7f) return head + bytesToLatin1(stringField(2, digits))
    // With `+` it would be three texts that V8 keeps with every version.
    return [start, String.fromCharCode(digits.length), digits].join('')
  }
  return {
    name: `coin/${denomination}`,
    denomination,
    store: 'bank',
    key(id) {
      const owner = latin1OfHex(id)
      return `\x02${String.fromCharCode(owner.length)}${owner}${end}`
    },
    encode: (amount) => latin1ToBytes(text(amount)),
    text,
    decode: (bytes) => BigInt(decodeFields(bytes).text(2)),
    equal: same,
    tombstone: 0n,
  }
}

/** Tag of field 2, a string. */
const AMOUNT_TAG = String.fromCharCode((2 << 3) | 2)

/** Bank 04: wei beyond whole base units, 0 to 10^12 - 1, as decimal text. Row: native address. */
export const weiRemainderKind: TableKind<bigint> = {
  name: 'wei-remainder',
  store: 'bank',
  key: byHex(0x04),
  encode: encodeDecimal,
  text: (amount) => amount.toString(),
  decode: decodeDecimal,
  equal: same,
  tombstone: 0n,
}

/** Bank 00: total supply of a denomination, as decimal text. Row: denomination. */
export const supplyKind: TableKind<bigint> = {
  name: 'supply',
  store: 'bank',
  key: (denomination) => bytesToLatin1(prefixed(0x00, utf8ToBytes(denomination))),
  encode: encodeDecimal,
  decode: decodeDecimal,
  equal: same,
}

/**
 * Bank f0, which the real chain does not have: wei of all accounts beyond whole units of the
 * supply, as decimal text. Absent if zero. One row, ''.
 */
export const supplyRestKind: TableKind<bigint> = {
  name: 'supply-rest',
  store: 'bank',
  key: () => '\xf0',
  encode: encodeDecimal,
  decode: decodeDecimal,
  equal: same,
}

/** Type URL of the public keys of accounts. */
export const PUBLIC_KEY_TYPE = '/cosmos.crypto.secp256k1.PubKey'

/**
 * Encodes a compressed secp256k1 key (33 bytes) as in accounts and signatures: an Any of
 * PubKey{key=1}.
 */
export function encodePublicKey(publicKey: Uint8Array): Uint8Array {
  return encodeAny(PUBLIC_KEY_TYPE, bytesField(1, publicKey))
}

const BASE_ACCOUNT = '/cosmos.auth.v1beta1.BaseAccount'

const accountKinds = new Map<string, TableKind<NativeAccount>>()

/** Acc 01: account records. Row: native address. */
export function accountKind(bech32Prefix: string): TableKind<NativeAccount> {
  const known = accountKinds.get(bech32Prefix)
  if (known !== undefined) return known
  const kind = createAccountKind(bech32Prefix)
  accountKinds.set(bech32Prefix, kind)
  return kind
}

function createAccountKind(bech32Prefix: string): TableKind<NativeAccount> {
  /** Fields of recent addresses: chains that revert write the same accounts again. */
  const addressFields = new Map<NativeAddress, Uint8Array>()
  const addressField = (address: NativeAddress): Uint8Array => {
    const known = addressFields.get(address)
    if (known !== undefined) return known
    const field = stringField(1, bytesToBech32(bech32Prefix, hexToBytes(address)))
    if (addressFields.size >= MOST_TEXTS) addressFields.clear()
    addressFields.set(address, field)
    return field
  }
  return {
    name: 'account',
    store: 'acc',
    key: byHex(0x01),
    encode: ({ address, publicKey, accountNumber, sequence }) => {
      const account = concatBytes(
        addressField(address),
        bytesField(2, publicKey.length === 0 ? publicKey : encodePublicKey(publicKey)),
        varintField(3, accountNumber),
        varintField(4, sequence),
      )
      return encodeAny(BASE_ACCOUNT, account)
    },
    decode: (bytes) => {
      const account = decodeFields(decodeFields(bytes).bytes(2))
      return {
        address: bytesToHex(bech32ToBytes(bech32Prefix, account.text(1))) as NativeAddress,
        publicKey: decodeFields(decodeFields(account.bytes(2)).bytes(2)).bytes(1),
        accountNumber: account.varint(3),
        sequence: account.varint(4),
      }
    },
    equal: (a, b) =>
      a.address === b.address &&
      a.accountNumber === b.accountNumber &&
      a.sequence === b.sequence &&
      equalBytes(a.publicKey, b.publicKey),
  }
}

/** Acc `globalAccountNumber`: number of the next account (UInt64Value). One row, ''. */
export const accountCountKind: TableKind<bigint> = {
  name: 'account-count',
  store: 'acc',
  key: () => 'globalAccountNumber',
  encode: (count) => varintField(1, count),
  decode: (bytes) => decodeFields(bytes).varint(1),
  equal: same,
}

function encodeDecimal(amount: bigint): Uint8Array {
  return utf8ToBytes(amount.toString())
}

function decodeDecimal(bytes: Uint8Array): bigint {
  return BigInt(bytesToUtf8(bytes))
}
