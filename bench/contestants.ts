import type { Address } from '../src/primitives/address.ts'
import { bytesToHex } from '../src/primitives/encoding/hex.ts'
import { createStateDatabase } from '../src/state/stateDatabase.ts'
import { createIavlStore } from '../src/store/iavl/iavlStore.ts'
import { IavlTree } from '../src/store/iavl/iavlTree.ts'
import { NaiveIavl } from './naiveIavl.ts'

/** A versioned key-value store with root hashes. `K` is its prepared form of a key. */
export interface Contestant<K> {
  /** Prepares a key. Not measured. */
  prepare(key: Uint8Array): K
  set(key: K, value: Uint8Array): void
  /** Commits a version and returns its root hash. */
  commit(): Uint8Array
  /** Returns the value at the newest version, or at one that is `back` versions older. */
  get(key: K, back?: number): Uint8Array | undefined
  /** Proves a key at the newest version. */
  prove?(key: K): Uint8Array
  /** Prunes all versions except the newest. */
  forgetPast(): void
}

/** Our store. */
export function createTreeContestant(): Contestant<Uint8Array> {
  const tree = new IavlTree()
  const store = createIavlStore(tree)
  return {
    prepare: (key) => key,
    set: (key, value) => store.set(key, value),
    commit: () => store.commit().root,
    get: (key, back) => store.get(key, back === undefined ? undefined : store.version - back),
    prove: (key) => store.prove(key, store.version),
    forgetPast: () => tree.prune(tree.version),
  }
}

/** Our store behind the flat newest state, which execution reads and writes. */
export function createStateContestant(): Contestant<{ address: Address; slot: Uint8Array }> {
  const states = createStateDatabase({ bech32Prefix: 'sei', denomination: 'usei' })
  const addresses = new Map<string, Address>()
  /** The text of a contract's address is reused for all its slots, as in an execution. */
  const addressOf = (bytes: Uint8Array): Address => {
    const text = bytesToHex(bytes) as Address
    const known = addresses.get(text) ?? text
    addresses.set(known, known)
    return known
  }
  return {
    prepare: (key) => ({ address: addressOf(key.subarray(1, 21)), slot: key.slice(21) }),
    set: ({ address, slot }, value) => states.newest.setStorage(address, slot, value),
    commit() {
      const { version } = states.commit()
      return states.stores.store('evm').root(version)
    },
    get({ address, slot }, back) {
      return back === undefined
        ? states.newest.getStorage(address, slot)
        : states.overlay(states.version - back).getStorage(address, slot)
    },
    forgetPast: () => states.stores.prune(states.version),
  }
}

/** The peer. */
export function createNaiveContestant(): Contestant<Uint8Array> {
  const tree = new NaiveIavl()
  return {
    prepare: (key) => key,
    set: (key, value) => tree.set(key, value),
    commit: () => tree.commit(),
    get: (key, back = 0) => tree.get(key, tree.version - back),
    forgetPast: () => tree.forgetPast(),
  }
}
