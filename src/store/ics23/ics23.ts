/**
 * Proofs of keys in Merkle trees, `cosmos.ics23.v1`, limited to the features that our two trees
 * use. Source: https://github.com/cosmos/ics23/blob/master/proto/cosmos/ics23/v1/proofs.proto
 */
export type CommitmentProof =
  | { readonly kind: 'exist'; readonly proof: ExistenceProof }
  | { readonly kind: 'nonexist'; readonly proof: NonExistenceProof }

/**
 * Proves that a key has a value: the hash operations of the leaf, then of the inner nodes up to the
 * root.
 */
export interface ExistenceProof {
  readonly key: Uint8Array
  readonly value: Uint8Array
  readonly leaf: LeafOp
  readonly path: readonly InnerOp[]
}

/**
 * Proves that a key is absent between two neighbours. One of them is undefined at the edge of the
 * tree.
 */
export interface NonExistenceProof {
  readonly key: Uint8Array
  readonly left: ExistenceProof | undefined
  readonly right: ExistenceProof | undefined
}

/** hash(prefix | length(prehashKey(key)) | length(prehashValue(value))) */
export interface LeafOp {
  readonly hash: number
  readonly prehashKey: number
  readonly prehashValue: number
  readonly length: number
  readonly prefix: Uint8Array
}

/** hash(prefix | child | suffix) */
export interface InnerOp {
  readonly hash: number
  readonly prefix: Uint8Array
  readonly suffix: Uint8Array
}

/** `HashOp`. Other values exist and are not used. */
export const NO_HASH = 0
export const SHA256 = 1

/**
 * `LengthOp`: bytes are prefixed with their length as a varint. Other values exist and are not
 * used.
 */
export const VAR_PROTO = 1

/** Returns the leaf operation of both our trees, which differ in the prefix. */
export function leafOp(prefix: Uint8Array): LeafOp {
  return { hash: SHA256, prehashKey: NO_HASH, prehashValue: SHA256, length: VAR_PROTO, prefix }
}

/** Maximum number of inner nodes on a path, as in ics23-go. A tree of height 128 cannot exist. */
export const MAX_DEPTH = 128

/**
 * One step of a proof through several trees (`tendermint.crypto.ProofOp`). The root of a step is
 * the value that the next step proves. Source:
 * https://github.com/cometbft/cometbft/blob/main/proto/tendermint/crypto/proof.proto
 */
export interface ProofOp {
  /** `ics23:iavl` inside a store, `ics23:simple` from a store's root to the app hash. */
  readonly type: 'ics23:iavl' | 'ics23:simple'
  /** The key in the store, or the store's name. */
  readonly key: Uint8Array
  /** A `cosmos.ics23.v1.CommitmentProof`. */
  readonly data: Uint8Array
}
