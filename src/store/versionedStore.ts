import { bytesToLatin1 } from '../primitives/encoding/bytes.ts'

/** Result of {@link VersionedStore.commit}: the version number and its root hash (32 bytes). */
export interface Commit {
  readonly version: number
  readonly root: Uint8Array
}

/**
 * Bounds of an iteration in key order, from `start` (included) to `end` (excluded). A missing bound
 * means unbounded.
 */
export interface KeyRange {
  readonly start?: Uint8Array
  readonly end?: Uint8Array
}

/** A key as bytes, or in the form of the trees: a string with one character per byte. */
export type StoreKey = Uint8Array | string

/** Returns a key in the form of the trees. */
export function treeKey(key: StoreKey): string {
  return typeof key === 'string' ? key : bytesToLatin1(key)
}

/** A value as bytes, or in the form of the trees, as {@link StoreKey}. */
export type StoreValue = Uint8Array | string

/** A key and its value. */
export type Entry = readonly [key: Uint8Array, value: Uint8Array]

/**
 * A sorted map of bytes that keeps every committed version.
 *
 * CONTRACT: keys and values are never mutated after they were passed in or returned.
 * CONTRACT: values are not empty, because an empty value cannot be proven; `set` rejects them.
 * CONTRACT: the root depends on the order of the operations since the last commit. Apply one change
 * per key, in ascending order of keys.
 */
export interface VersionedStore {
  /** Newest committed version; 0 before the first commit. */
  readonly version: number
  /** Returns the value in the working set, or at `version`. Undefined if the key is absent. */
  get(key: StoreKey, version?: number): Uint8Array | undefined
  /**
   * Returns the entries of the working set, or of `version`, in key order. Writing during iteration
   * is not allowed.
   */
  entries(range?: KeyRange, version?: number): Iterable<Entry>
  set(key: StoreKey, value: StoreValue): void
  /** Deletes a key. Deleting an absent key has no effect. */
  delete(key: StoreKey): void
  /** Commits the working set as `version + 1`. The root hash is deterministic. */
  commit(): Commit
  /** Drops all changes since the last commit. */
  rollback(): void
  /** Returns the root hash of a committed version; sha256("") for an empty one. */
  root(version: number): Uint8Array
}

/** A store that can prove its content against a root hash. */
export interface ProvableStore extends VersionedStore {
  /**
   * Returns a proof of the value at `version`, or of its absence, against {@link root}: a
   * `cosmos.ics23.v1.CommitmentProof`.
   *
   * @throws StoreError UNKNOWN_VERSION, EMPTY_STORE
   */
  prove(key: StoreKey, version: number): Uint8Array
}
