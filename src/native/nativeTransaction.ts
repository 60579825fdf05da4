import type { Coin } from '../modules/bank/bank.ts'
import type { Address } from '../primitives/address.ts'
import type { Hash } from '../primitives/encoding/hex.ts'

/** Transfers coins between accounts of the bank. */
export interface SendMessage {
  readonly kind: 'send'
  /** Bech32. */
  readonly from: string
  readonly to: string
  /** At least one, each above 0, ordered by denomination. */
  readonly coins: readonly Coin[]
}

/** Transfers coins from an account of the bank to an EVM address. */
export interface EvmSendMessage {
  readonly kind: 'evmSend'
  /** Bech32. */
  readonly from: string
  readonly to: Address
  /** At least one, each above 0, ordered by denomination. */
  readonly coins: readonly Coin[]
}

/** Associates the signer's two addresses. */
export interface AssociateMessage {
  readonly kind: 'associate'
  /** Bech32. */
  readonly sender: string
  readonly customMessage: string
}

/** Signature of an {@link EvmAssociateMessage}. */
export interface Association {
  /** Parity of y; valid if 0 or 1. */
  readonly v: bigint
  readonly r: bigint
  readonly s: bigint
  /** The signature covers keccak256 of its UTF-8 bytes. */
  readonly customMessage: string
}

/** Associates the signer's two addresses; the transaction has no signers and no fee. */
export interface EvmAssociateMessage extends Association {
  readonly kind: 'evmAssociate'
}

/** A message that a module runs; see `messages/messageTypes.ts`. */
export interface ModuleMessage {
  readonly kind: 'module'
  readonly typeUrl: string
  /** The encoded message. */
  readonly value: Uint8Array
  /** Bech32. */
  readonly signer: string
}

/** A message in a MsgExec that its module refuses when it runs. */
export interface InvalidMessage {
  readonly kind: 'invalid'
  readonly typeUrl: string
  /** The encoded message. */
  readonly value: Uint8Array
  /** Bech32; undefined if the address is invalid. */
  readonly signer?: string
  /** The refusal. */
  readonly codespace: string
  readonly code: number
  readonly reason: string
}

/** Runs messages of accounts that granted so to the grantee. */
export interface ExecMessage {
  readonly kind: 'exec'
  /** Bech32. */
  readonly grantee: string
  /** At least one, without `evmAssociate`. */
  readonly messages: readonly NativeMessage[]
}

/** A message of a native transaction. */
export type NativeMessage =
  | SendMessage
  | EvmSendMessage
  | AssociateMessage
  | EvmAssociateMessage
  | ModuleMessage
  | InvalidMessage
  | ExecMessage

/** Returns the required signer of a message in bech32. Undefined if it needs no signature. */
export function signerOf(message: NativeMessage): string | undefined {
  switch (message.kind) {
    case 'send':
    case 'evmSend':
      return message.from
    case 'associate':
      return message.sender
    case 'module':
    case 'invalid':
      return message.signer
    case 'exec':
      return message.grantee
    case 'evmAssociate':
      return undefined
  }
}

/** Returns a message and those in it, in order. */
export function withNested(message: NativeMessage): readonly NativeMessage[] {
  return message.kind === 'exec' ? [message, ...message.messages.flatMap(withNested)] : [message]
}

/** A signer in SIGN_MODE_DIRECT or SIGN_MODE_LEGACY_AMINO_JSON. */
export interface NativeSigner {
  /** Compressed secp256k1 key, 33 bytes. */
  readonly publicKey: Uint8Array
  /** Sequence: number of the account's previous transactions. */
  readonly sequence: bigint
  /** r and s, 64 bytes. */
  readonly signature: Uint8Array
  /** Whether the signature covers amino JSON; default: the bytes. */
  readonly isAmino?: true
}

/** Fee, paid in full by the granter, or else the payer, or else the first signer. */
export interface NativeFee {
  /** Ordered by denomination; amounts may be 0. */
  readonly coins: readonly Coin[]
  readonly gasLimit: bigint
  /** Bech32; a signer after those of the messages, if it is none of them. */
  readonly payer?: string
  /** Bech32; gave the payer an allowance. */
  readonly granter?: string
}

/** Returns the required signers in bech32: those of the messages, and the payer. */
export function requiredSigners({
  messages,
  fee: { payer },
}: Pick<NativeTransaction, 'messages' | 'fee'>): readonly string[] {
  const ofMessages = messages.map((message) => signerOf(message) ?? '')
  return [...new Set(payer === undefined ? ofMessages : [...ofMessages, payer])]
}

/**
 * A Cosmos transaction (TxRaw) other than an EVM transaction in Cosmos form. Only its form is
 * validated.
 */
export interface NativeTransaction {
  /** Raw bytes. */
  readonly raw: Uint8Array
  /** SHA-256 of `raw`; Cosmos writes it in upper case without `0x`. */
  readonly hash: Hash
  /** Bech32 prefix of its addresses. */
  readonly bech32Prefix: string
  /** Signed parts: the raw TxBody and AuthInfo. */
  readonly bodyBytes: Uint8Array
  readonly authInfoBytes: Uint8Array
  /** At least one; an `evmAssociate` is alone. */
  readonly messages: readonly NativeMessage[]
  readonly memo: string
  /** Last block that may contain it; 0: any. */
  readonly timeoutHeight: bigint
  /** None for an `evmAssociate`, otherwise at least one. */
  readonly signers: readonly NativeSigner[]
  readonly fee: NativeFee
}

/** Formats a hash as Cosmos clients do: upper case without `0x`. */
export function cosmosHashText(hash: Hash): string {
  return hash.slice(2).toUpperCase()
}
