import type { Address } from '../primitives/address.ts'
import type { DenominationMetadata } from '../primitives/denominationMetadata.ts'
import type { Hash, Hex } from '../primitives/encoding/hex.ts'

/** One value of the remote chain's state at the forked block. */
export type RemoteRead =
  | { readonly kind: 'account'; readonly address: Address }
  | { readonly kind: 'storage'; readonly address: Address; readonly slot: Hash }
  /** Hash of a block at or before the forked one, for BLOCKHASH. */
  | { readonly kind: 'blockHash'; readonly number: bigint }
  /** Native address of an EVM address. Remotes with Sei's precompiles only. */
  | { readonly kind: 'association'; readonly address: Address }
  /** EVM address of a native address. Remotes with Sei's precompiles only. */
  | { readonly kind: 'evmAddress'; readonly native: string }
  /** Pointer contract of a denomination. Remotes with Sei's precompiles only. */
  | { readonly kind: 'pointer'; readonly denomination: string }
  /** Metadata of a denomination. Remotes with Sei's precompiles only. */
  | { readonly kind: 'metadata'; readonly denomination: string }

/** Returns a text that no other read has. */
export function readKey(read: RemoteRead): string {
  switch (read.kind) {
    case 'blockHash':
      return `${read.kind}/${read.number}`
    case 'evmAddress':
      return `${read.kind}/${read.native}`
    case 'pointer':
    case 'metadata':
      return `${read.kind}/${read.denomination}`
    case 'storage':
      return `${read.kind}/${read.address}/${read.slot}`
    default:
      return `${read.kind}/${read.address}`
  }
}

/** An account of the remote chain. An absent one has nonce 0, balance 0 and no code. */
export interface RemoteAccount {
  readonly nonce: bigint
  /** In wei. */
  readonly balance: bigint
  readonly code: Uint8Array
  readonly codeHash: Hash
}

/** A call or transaction whose reads may be loaded in advance. */
export interface RemoteCall {
  readonly from?: Address
  readonly to?: Address
  readonly data?: Hex
  /** In wei. */
  readonly value?: bigint
  readonly gas?: bigint
}

/** State of the remote chain at the forked block: a synchronous cache and asynchronous reads. */
export interface RemoteState {
  /** Returns a cached account, or undefined for a miss. */
  account(address: Address): RemoteAccount | undefined
  /** Returns 32 cached bytes, or undefined for a miss. */
  storage(address: Address, slot: Hash): Uint8Array | undefined
  /** Returns a cached hash, or undefined for a miss. */
  blockHash(number: bigint): Hash | undefined
  /** Returns the bech32 text, null for an address without one, undefined for a miss. */
  association(address: Address): string | null | undefined
  /** Returns the EVM address, null for an address without one, undefined for a miss. */
  evmAddress(native: string): Address | null | undefined
  /** Returns the contract, null for a denomination without one, undefined for a miss. */
  pointer(denomination: string): Address | null | undefined
  /**
   * Returns the metadata, null for a denomination without any, undefined for a miss. Empty units
   * stand for unknown ones.
   */
  metadata(denomination: string): DenominationMetadata | null | undefined
  /**
   * Loads all values into the cache with one batch: without those that are cached, and together
   * with other fetches of the same turn. On failure no value of a failed read is cached.
   *
   * @throws RemoteError
   */
  fetch(reads: readonly RemoteRead[]): Promise<void>
  /**
   * Loads what a call probably touches with one request, where the remote can tell
   * (`debug_traceCall` with prestateTracer, or `eth_createAccessList`). Does nothing where it
   * cannot, or where it did so often for the same function of a contract. Never throws.
   */
  prefetch(call: RemoteCall): Promise<void>
}
