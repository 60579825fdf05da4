import type { NativeEvent } from '../../native/nativeReceipt.ts'

/** An amount of a denomination in base units. */
export interface NativeCoin {
  /** Default: the chain's base denomination, `usei` unless the genesis sets it. */
  readonly denom?: string
  readonly amount: bigint | number
}

/**
 * Transfer of coins to an account: a MsgSend of the bank for a bech32 address, and of the EVM
 * module for an EVM address.
 */
export type NativeSend = { readonly to: string } & (
  | NativeCoin
  | { readonly coins: readonly NativeCoin[] }
)

/** Associates the sender's two addresses, as its first transaction does anyway. */
export interface NativeAssociate {
  /** A text in the transaction without a meaning. */
  readonly associate: string
}

/** A message that a module runs, as CosmJS's registry encodes it. Its signer is the sender. */
export interface NativeEncoded {
  /** Such as `/cosmos.gov.v1beta1.MsgVote`. */
  readonly typeUrl: string
  /** The encoded message. */
  readonly value: Uint8Array
}

/** Options of a native transaction. */
export interface NativeSendOptions {
  /** A development account: index, EVM or bech32 address. Default: the first one. */
  readonly from?: number | string
  readonly memo?: string
  /** Gas limit; default: 200,000 per message, at most the block's. */
  readonly gas?: bigint | number
  /** Fee; default: the gas limit times the base fee. It is charged in full. */
  readonly fee?: readonly NativeCoin[]
}

/** Argument of {@link NativeClient.send}: one payment, or messages that take effect together. */
export type NativeSendRequest = NativeSendOptions &
  (NativeSend | { readonly messages: readonly NativeMessageRequest[] })

export type NativeMessageRequest = NativeSend | NativeAssociate | NativeEncoded

/** Result of a native transaction. */
export interface NativeOutcome {
  /** SHA-256 of the transaction in Cosmos notation: upper case without `0x`. */
  readonly hash: string
  /** Block number; 0: it waits for its block, and only its validity is known. */
  readonly height: number
  /** 0: success. Otherwise no message took effect; {@link rawLog} has the reason. */
  readonly code: number
  /** Codespace of the code; empty for a success. */
  readonly codespace: string
  readonly rawLog: string
  readonly gasUsed: bigint
  readonly events: readonly NativeEvent[]
}

/** A native account. */
export interface NativeAccountInfo {
  /** Bech32. */
  readonly address: string
  /** In lower case; undefined without an association. */
  readonly evmAddress: string | undefined
  /** Signing data, together with {@link NativeClient.chainId}. */
  readonly accountNumber: bigint
  /** Sequence of the next transaction. */
  readonly sequence: bigint
  /** Compressed secp256k1 key; undefined if it is not known yet. */
  readonly publicKey: Uint8Array | undefined
  /** Ordered by denomination, without the wei remainder. */
  readonly balances: readonly { readonly denom: string; readonly amount: bigint }[]
}

/** Native (Cosmos) transactions in process. */
export interface NativeClient {
  /** Native chain id, which transactions sign. */
  readonly chainId: string
  /**
   * Signs and submits messages of a development account with default number, sequence, gas and fee.
   * Concurrent calls get consecutive sequences.
   *
   * @throws an Error with a `code`, such as INSUFFICIENT_COINS, if the transaction is rejected;
   *   failed messages are a result
   */
  send(request: NativeSendRequest): Promise<NativeOutcome>
  /**
   * Submits a signed transaction (a TxRaw).
   * @throws as {@link send}
   */
  broadcast(bytes: Uint8Array): Promise<NativeOutcome>
  /**
   * Returns the account of a bech32 or EVM address; for an EVM address without an association, that
   * of its cast address. Undefined if it never owned anything.
   *
   * @throws an Error with the `code` INVALID_NATIVE_ADDRESS
   */
  account(address: string): Promise<NativeAccountInfo | undefined>
}
