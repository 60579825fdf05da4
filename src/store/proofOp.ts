/**
 * One step of a proof through several trees (`tendermint.crypto.ProofOp`): what it proves is the argument of the next.
 * Source: https://github.com/cometbft/cometbft/blob/main/proto/tendermint/crypto/proof.proto
 */
export interface ProofOp {
  /** `ics23:iavl` inside a store, `ics23:simple` from a store's root to the app hash. */
  readonly type: 'ics23:iavl' | 'ics23:simple'
  /** The key in the store, or the store's name. */
  readonly key: Uint8Array
  /** A `cosmos.ics23.v1.CommitmentProof`. */
  readonly data: Uint8Array
}
