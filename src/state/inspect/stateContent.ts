import { setImmediate } from 'node:timers/promises'
import type { Address } from '../../primitives/address.ts'
import { afterPrefix, EMPTY_BYTES, latin1ToBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToHex, type Hash } from '../../primitives/encoding/hex.ts'
import type { MultistoreReader } from '../../store/multistoreReader.ts'
import type { Entry } from '../../store/versionedStore.ts'
import { WEI_PER_UNIT } from '../ledger/balanceOverflow.ts'
import {
  accountKind,
  codeHashKind,
  codeKind,
  coinKind,
  coinPrefix,
  evmOfKind,
  type NativeAddress,
  nativeOfKind,
  nonceKind,
  STORAGE_PREFIX,
  storagePrefix,
  weiRemainderKind,
  wipedKind,
} from '../rows/layout.ts'
import type { StoreName, TableKind } from '../rows/stateTable.ts'

/** An EVM account without its storage. */
export interface AccountContent {
  readonly nonce: bigint
  /** In wei. */
  readonly balance: bigint
  readonly code: Uint8Array
  /** Undefined if there is no code. */
  readonly codeHash: Hash | undefined
}

/** Number of keys that are read before yielding to the event loop. */
const KEYS_PER_YIELD = 2000

/** Length of an address in bytes. */
const ADDRESS_BYTES = 20

/** Prefix of the keys of all coins. */
const COINS = coinPrefix('0x' as NativeAddress).subarray(0, 1)

/** Prefix of the keys of all account records. */
const RECORDS = latin1ToBytes(accountKind('').key('0x'))

/** Offset of a coin's owner in its key, after the prefix and the owner's length. */
const OWNER_AT = 2

/** A scan of one version of the state directly from the stores. Keeps nothing in memory. */
export class StateContent {
  /** App hash of this version (32 bytes). */
  readonly appHash: Uint8Array
  readonly #reader: MultistoreReader
  readonly #units: TableKind<bigint>

  /** @param denomination the base denomination. */
  constructor(reader: MultistoreReader, denomination: string) {
    this.#reader = reader
    this.appHash = reader.appHash
    this.#units = coinKind(denomination)
  }

  /**
   * Returns the addresses with a nonce, code, storage, coins, an association or an account record,
   * in ascending order. Any account that ever had coins has a record. Yields to the event loop.
   */
  async addresses(): Promise<readonly Address[]> {
    const found = new Set<Address>()
    let seen = 0
    for (const address of this.#mentions()) {
      found.add(address)
      if (++seen % KEYS_PER_YIELD === 0) await setImmediate()
    }
    return [...found].sort()
  }

  account(address: Address): AccountContent {
    const owner = this.nativeOf(address) ?? (address as string as NativeAddress)
    const units = this.#get(this.#units, owner) ?? 0n
    return {
      nonce: this.#get(nonceKind, address) ?? 0n,
      balance: units * WEI_PER_UNIT + (this.#get(weiRemainderKind, owner) ?? 0n),
      code: this.#get(codeKind, address) ?? EMPTY_BYTES,
      codeHash: this.#get(codeHashKind, address),
    }
  }

  /** Returns the native address associated with an EVM address. */
  nativeOf(address: Address): NativeAddress | undefined {
    return this.#get(nativeOfKind, address)
  }

  /** Yields the nonzero slots of an account and their words, 32 bytes each, in ascending order. */
  *storage(address: Address): Iterable<Entry> {
    const prefix = storagePrefix(address)
    for (const [key, word] of this.#behind('evm', prefix)) yield [key.subarray(prefix.length), word]
  }

  /** Returns the EVM address associated with a native address. */
  evmOf(native: NativeAddress): Address | undefined {
    return this.#get(evmOfKind, native)
  }

  /** Yields the accounts of a fork whose storage of the remote chain was cleared. */
  *cleared(): Iterable<Address> {
    const prefix = latin1ToBytes(wipedKind.key('0x'))
    for (const [key] of this.#behind('evm', prefix)) yield bytesToHex(key.subarray(1)) as Address
  }

  /** Yields the keys and values of a store in key order, except storage words and code. */
  *rows(store: StoreName): Iterable<Entry> {
    if (store !== 'evm') return yield* this.#reader.entries(store, {})
    yield* this.#reader.entries(store, { end: Uint8Array.of(STORAGE_PREFIX) })
    const start = afterPrefix(latin1ToBytes(codeKind.key('0x')))
    yield* this.#reader.entries(store, start === undefined ? {} : { start })
  }

  *#mentions(): Iterable<Address> {
    for (const kind of [nativeOfKind, codeKind, nonceKind]) {
      const prefix = latin1ToBytes(kind.key('0x'))
      for (const [key] of this.#behind('evm', prefix)) yield bytesToHex(key.subarray(1)) as Address
    }
    yield* this.#storing()
    for (const [key] of this.#behind('bank', COINS)) {
      yield this.#holderOf(key.subarray(OWNER_AT, OWNER_AT + ADDRESS_BYTES))
    }
    for (const [key] of this.#behind('bank', latin1ToBytes(weiRemainderKind.key('0x')))) {
      yield this.#holderOf(key.subarray(1))
    }
    for (const [key] of this.#behind('acc', RECORDS)) yield this.#holderOf(key.subarray(1))
  }

  /** Yields the accounts with storage, without reading all of it. */
  *#storing(): Iterable<Address> {
    const end = Uint8Array.of(STORAGE_PREFIX + 1)
    let start: Uint8Array | undefined = Uint8Array.of(STORAGE_PREFIX)
    while (start !== undefined) {
      const key = firstKey(this.#reader.entries('evm', { start, end }))
      if (key === undefined) return
      const address = bytesToHex(key.subarray(1, 1 + ADDRESS_BYTES)) as Address
      yield address
      start = afterPrefix(storagePrefix(address))
    }
  }

  #holderOf(owner: Uint8Array): Address {
    const native = bytesToHex(owner) as NativeAddress
    return this.evmOf(native) ?? (native as string as Address)
  }

  #behind(store: StoreName, prefix: Uint8Array): Iterable<Entry> {
    const end = afterPrefix(prefix)
    return this.#reader.entries(
      store,
      end === undefined ? { start: prefix } : { start: prefix, end },
    )
  }

  #get<V>(kind: TableKind<V>, id: string): V | undefined {
    const bytes = this.#reader.get(kind.store, kind.key(id))
    return bytes === undefined ? undefined : kind.decode(bytes)
  }
}

function firstKey(entries: Iterable<Entry>): Uint8Array | undefined {
  for (const [key] of entries) return key
  return undefined
}
