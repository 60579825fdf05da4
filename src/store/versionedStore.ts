import { bytesToLatin1 } from '../primitives/encoding/bytes.ts'

/** What {@link VersionedStore.commit} made: the version's number and its root hash (32 bytes). */
export interface Commit {
  readonly version: number
  readonly root: Uint8Array
}

/**
 * Bounds of an iteration in key order: from `start` (included) up to `end` (left out); absent means
 * unbounded.
 */
export interface KeyRange {
  readonly start?: Uint8Array
  readonly end?: Uint8Array
}

/** A key as bytes, or as the trees have it: a text of one character a byte. */
export type StoreKey = Uint8Array | string

/** A key as the trees have it. */
export function treeKey(key: StoreKey): string {
  return typeof key === 'string' ? key : bytesToLatin1(key)
}

/** A key and its value. */
export type Entry = readonly [key: Uint8Array, value: Uint8Array]

/**
 * A sorted byte map that remembers every committed version.
 *
 * CONTRACT: a key or value is never mutated after it was handed over, nor one that was handed out.
 * CONTRACT: no value is empty (it could not be proven); `set` refuses one. CONTRACT: the root
 * depends on the order of the operations since the last commit; apply one change a key, keys
 * ascending.
 */
export interface VersionedStore {
  /** Newest committed version; 0 before the first commit. */
  readonly version: number
  /** Value in the working set, or as of `version`. Absent: undefined. */
  get(key: StoreKey, version?: number): Uint8Array | undefined
  /**
   * Entries of the working set, or as of `version`, in key order. Writing while iterating is not
   * allowed.
   */
  entries(range?: KeyRange, version?: number): Iterable<Entry>
  set(key: StoreKey, value: Uint8Array): void
  /** Deleting an absent key changes nothing. */
  delete(key: StoreKey): void
  /** Freezes the working set as `version + 1`; the root hash is reproducible. */
  commit(): Commit
  /** Drops every change since the last commit. */
  rollback(): void
  /** Root hash of a committed version; sha256("") for an empty one. */
  root(version: number): Uint8Array
}

/** A store that can show its content to who only knows a root. */
export interface ProvableStore extends VersionedStore {
  /**
   * Proof of the key's value as of `version`, or of its absence, to {@link root}: a
   * `cosmos.ics23.v1.CommitmentProof`.
   *
   * @throws StoreError UNKNOWN_VERSION, EMPTY_STORE
   */
  prove(key: StoreKey, version: number): Uint8Array
}
