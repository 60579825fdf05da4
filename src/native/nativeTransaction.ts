import type { Coin } from '../modules/bank/bank.ts'
import type { Address } from '../primitives/address.ts'
import type { Hash } from '../primitives/encoding/hex.ts'

/** Coins go from one account of the bank to another. */
export interface SendMessage {
  readonly kind: 'send'
  /** Bech32, as `to` is. */
  readonly from: string
  readonly to: string
  /** At least one, each above 0, by ascending denomination. */
  readonly coins: readonly Coin[]
}

/** Coins go from an account of the bank to an EVM address. */
export interface EvmSendMessage {
  readonly kind: 'evmSend'
  /** Bech32. */
  readonly from: string
  readonly to: Address
  /** At least one, each above 0, by ascending denomination. */
  readonly coins: readonly Coin[]
}

/** The signer's two addresses are tied together. */
export interface AssociateMessage {
  readonly kind: 'associate'
  /** Bech32. */
  readonly sender: string
  readonly customMessage: string
}

/** What {@link EvmAssociateMessage} is signed with. */
export interface Association {
  /** Parity of y, 0 or 1, if it is right. */
  readonly v: bigint
  readonly r: bigint
  readonly s: bigint
  /** keccak256 of its UTF-8 is what is signed. */
  readonly customMessage: string
}

/**
 * The two addresses of whoever signed are tied together; the transaction has no signers and no fee
 * of its own.
 */
export interface EvmAssociateMessage extends Association {
  readonly kind: 'evmAssociate'
}

/** What a native transaction can ask for. */
export type NativeMessage = SendMessage | EvmSendMessage | AssociateMessage | EvmAssociateMessage

/** Who signed, in SIGN_MODE_DIRECT. */
export interface NativeSigner {
  /** Compressed secp256k1 key, 33 bytes. */
  readonly publicKey: Uint8Array
  /** The account's count of transactions before this one. */
  readonly sequence: bigint
  /** r and s, 64 bytes. */
  readonly signature: Uint8Array
}

/** What is offered for the transaction; always paid by its first signer. */
export interface NativeFee {
  /** By ascending denomination; amounts may be 0. */
  readonly coins: readonly Coin[]
  readonly gasLimit: bigint
}

/**
 * A transaction in Cosmos form (TxRaw), but for EVM transactions in that form. Only its form is
 * known to be right.
 */
export interface NativeTransaction {
  /** As it went over the wire. */
  readonly raw: Uint8Array
  /** SHA-256 of `raw`; Cosmos writes it in upper case without `0x`. */
  readonly hash: Hash
  /** Of the addresses in it. */
  readonly bech32Prefix: string
  /** What is signed: TxBody and AuthInfo as they went over the wire. */
  readonly bodyBytes: Uint8Array
  readonly authInfoBytes: Uint8Array
  /** At least one; an `evmAssociate` is alone. */
  readonly messages: readonly NativeMessage[]
  readonly memo: string
  /** Last block that may hold it; 0: any. */
  readonly timeoutHeight: bigint
  /** None for an `evmAssociate`, else at least one. */
  readonly signers: readonly NativeSigner[]
  readonly fee: NativeFee
}

/** A hash as Cosmos clients write it: upper case without `0x`. */
export function cosmosHashText(hash: Hash): string {
  return hash.slice(2).toUpperCase()
}
