import type { NativeEvent } from '../../native/nativeReceipt.ts'

/** An amount of a denomination, in its base units. */
export interface NativeCoin {
  /** Default: the chain's base denomination, `usei` unless the genesis says otherwise. */
  readonly denom?: string
  readonly amount: bigint | number
}

/**
 * Coins for an account, one or several: a MsgSend of the bank to a bech32 address, and of the EVM
 * module to an EVM address.
 */
export type NativeSend = { readonly to: string } & (
  | NativeCoin
  | { readonly coins: readonly NativeCoin[] }
)

/** The sender's two addresses are tied together, which its first transaction does anyway. */
export interface NativeAssociate {
  /** A text that stands in the transaction; it means nothing. */
  readonly associate: string
}

/** What a native transaction is to have beside its messages. */
export interface NativeSendOptions {
  /** A development account: its place, EVM or bech32 address. Default: the first one. */
  readonly from?: number | string
  readonly memo?: string
  /** Gas limit; default: 200,000 for each message, at most the block's. */
  readonly gas?: bigint | number
  /**
   * What is paid; default: the gas limit at the base fee. All of it is paid, whatever gas is left.
   */
  readonly fee?: readonly NativeCoin[]
}

/** What {@link NativeClient.send} takes: one payment, or messages that all take effect or none. */
export type NativeSendRequest = NativeSendOptions &
  (NativeSend | { readonly messages: readonly (NativeSend | NativeAssociate)[] })

/** What became of a native transaction. */
export interface NativeOutcome {
  /** SHA-256 of the transaction as Cosmos writes it: upper case without `0x`. */
  readonly hash: string
  /** Number of its block. */
  readonly height: number
  /** 0: success. Else nothing of its messages took effect, and {@link rawLog} says why. */
  readonly code: number
  /** Whose code that is; empty for a success. */
  readonly codespace: string
  readonly rawLog: string
  readonly gasUsed: bigint
  readonly events: readonly NativeEvent[]
}

/** An account of the native side. */
export interface NativeAccountInfo {
  /** Bech32. */
  readonly address: string
  /** In lower case; undefined where the two addresses are not associated. */
  readonly evmAddress: string | undefined
  /** What a transaction is signed with, beside {@link NativeClient.chainId}. */
  readonly accountNumber: bigint
  /** Of the next transaction. */
  readonly sequence: bigint
  /** Compressed secp256k1 key; undefined where it is not known yet. */
  readonly publicKey: Uint8Array | undefined
  /** By ascending denomination. Wei beyond whole base units are not in it. */
  readonly balances: readonly { readonly denom: string; readonly amount: bigint }[]
}

/** Native (Cosmos) transactions in this process. */
export interface NativeClient {
  /** The chain's Cosmos name, which transactions are signed for. */
  readonly chainId: string
  /**
   * Signs and sends messages of a development account; number, sequence, gas and fee are filled in.
   * Calls may overlap: each has its sequence when it is its turn.
   *
   * @throws an Error with a `code`, such as INSUFFICIENT_COINS, where the transaction may be in no
   *   block; messages that fail are a result
   */
  send(request: NativeSendRequest): Promise<NativeOutcome>
  /** Sends a signed transaction (a TxRaw). @throws as {@link send} */
  broadcast(bytes: Uint8Array): Promise<NativeOutcome>
  /**
   * The account of a bech32 or EVM address; for an EVM address without an association, that of its
   * cast address. Undefined where it never had anything.
   *
   * @throws an Error with the `code` INVALID_NATIVE_ADDRESS
   */
  account(address: string): Promise<NativeAccountInfo | undefined>
}
