import { bytesToLatin1 } from '../primitives/encoding/bytes.ts'

/** Result of {@link VersionedStore.commit}: version and root hash (32 bytes). */
export interface Commit {
  readonly version: number
  readonly root: Uint8Array
}

/**
 * Bounds of an iteration in key order: from `start` (inclusive) to `end` (exclusive); absent means
 * unbounded.
 */
export interface KeyRange {
  readonly start?: Uint8Array
  readonly end?: Uint8Array
}

/** A key as bytes, or as in the trees: a string of one character per byte. */
export type StoreKey = Uint8Array | string

/** A key as in the trees. */
export function treeKey(key: StoreKey): string {
  return typeof key === 'string' ? key : bytesToLatin1(key)
}

/** A key and its value. */
export type Entry = readonly [key: Uint8Array, value: Uint8Array]

/**
 * A sorted byte map with all committed versions.
 *
 * CONTRACT: keys and values are not mutated after they were passed in or returned. CONTRACT: values
 * are not empty (they could not be proven); `set` rejects them. CONTRACT: the root depends on the
 * order of the operations since the last commit; apply one change per key, in ascending order.
 */
export interface VersionedStore {
  /** Newest committed version; 0 before the first commit. */
  readonly version: number
  /** Value in the working set, or at `version`. Absent: undefined. */
  get(key: StoreKey, version?: number): Uint8Array | undefined
  /**
   * Entries of the working set, or at `version`, in key order. Writing while iterating is not
   * allowed.
   */
  entries(range?: KeyRange, version?: number): Iterable<Entry>
  set(key: StoreKey, value: Uint8Array): void
  /** Deletes a key; no effect if it is absent. */
  delete(key: StoreKey): void
  /** Commits the working set as `version + 1`; the root hash is reproducible. */
  commit(): Commit
  /** Drops all changes since the last commit. */
  rollback(): void
  /** Root hash of a committed version; sha256("") for an empty one. */
  root(version: number): Uint8Array
}

/** A store with proofs. */
export interface ProvableStore extends VersionedStore {
  /**
   * Proves the value or absence of a key at `version` to {@link root}: a
   * `cosmos.ics23.v1.CommitmentProof`.
   *
   * @throws StoreError UNKNOWN_VERSION, EMPTY_STORE
   */
  prove(key: StoreKey, version: number): Uint8Array
}
