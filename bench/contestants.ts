import type { Address } from '../src/primitives/address.ts'
import { bytesToHex } from '../src/primitives/encoding/hex.ts'
import { createStateDatabase } from '../src/state/stateDatabase.ts'
import { createIavlStore } from '../src/store/iavl/iavlStore.ts'
import { IavlTree } from '../src/store/iavl/iavlTree.ts'
import { NaiveIavl } from './naiveIavl.ts'

/**
 * Something that keeps keys and values in versions with root hashes. `K` is a key as its callers
 * have it at hand.
 */
export interface Contestant<K> {
  /** Not measured. */
  prepare(key: Uint8Array): K
  set(key: K, value: Uint8Array): void
  /** Root hash of the version that it makes. */
  commit(): Uint8Array
  /** Value as of the newest version, or of one that is `back` versions older. */
  get(key: K, back?: number): Uint8Array | undefined
  /** Proof as of the newest version. */
  prove?(key: K): Uint8Array
  /** Lets all versions but the newest go. */
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

/** Our store behind the flat newest state, which is what execution reads and writes. */
export function createStateContestant(): Contestant<{ address: Address; slot: Uint8Array }> {
  const states = createStateDatabase({ bech32Prefix: 'sei', denomination: 'usei' })
  const addresses = new Map<string, Address>()
  /** A contract's text is made once and then used for all its slots, as in an execution. */
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
