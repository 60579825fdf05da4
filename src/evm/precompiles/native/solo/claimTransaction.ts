import { sha256 } from '../../../../primitives/crypto/sha256.ts'
import { concatBytes } from '../../../../primitives/encoding/bytes.ts'
import {
  bytesField,
  decodeFields,
  stringField,
  varintField,
} from '../../../../primitives/encoding/protobuf.ts'
import { PUBLIC_KEY_TYPE } from '../../../../state/rows/layout.ts'

/** Kinds of assets in a MsgClaimSpecific, with their numbers. */
export const assetType = { cw20: 0n, cw721: 1n, native: 2n } as const

/** An asset of a MsgClaimSpecific. */
export interface ClaimedAsset {
  readonly type: bigint
  /** Bech32 address of a CosmWasm contract. */
  readonly contractAddress: string
  /** Denomination of coins, or a token of a contract. */
  readonly denom: string
}

/** MsgClaim or MsgClaimSpecific. */
export interface ClaimMessage {
  /** Bech32 address of the account whose assets move. */
  readonly sender: string
  /** EVM address of the account that receives them. */
  readonly claimer: string
  /** Undefined in a MsgClaim. */
  readonly assets?: readonly ClaimedAsset[]
}

/** What a claim needs of a signed native transaction. */
export interface ClaimTransaction {
  readonly bodyBytes: Uint8Array
  readonly authInfoBytes: Uint8Array
  /** Undefined: a message of another type. */
  readonly messages: readonly (ClaimMessage | undefined)[]
  readonly signers: readonly {
    /** Compressed key. Undefined if the transaction has none. */
    readonly publicKey?: Uint8Array
    readonly mode: bigint
    readonly sequence: bigint
  }[]
  readonly signatures: readonly Uint8Array[]
}

const CLAIM = '/seiprotocol.seichain.evm.MsgClaim'
const CLAIM_SPECIFIC = '/seiprotocol.seichain.evm.MsgClaimSpecific'

/**
 * Decodes a TxRaw (cosmos.tx.v1beta1).
 *
 * @throws RangeError if it is not one
 */
export function decodeClaimTransaction(bytes: Uint8Array): ClaimTransaction {
  const raw = decodeFields(bytes)
  const bodyBytes = raw.bytes(1)
  const authInfoBytes = raw.bytes(2)
  return {
    bodyBytes,
    authInfoBytes,
    messages: decodeFields(bodyBytes).messages(1).map(decodeMessage),
    signers: decodeFields(authInfoBytes).messages(1).map(decodeSigner),
    signatures: raw.messages(3),
  }
}

function decodeMessage(bytes: Uint8Array): ClaimMessage | undefined {
  const any = decodeFields(bytes)
  const typeUrl = any.text(1)
  if (typeUrl !== CLAIM && typeUrl !== CLAIM_SPECIFIC) return undefined
  const fields = decodeFields(any.bytes(2))
  const parties = { sender: fields.text(1), claimer: fields.text(2) }
  if (typeUrl === CLAIM) return parties
  const assets = fields.messages(3).map((message) => {
    const asset = decodeFields(message)
    return { type: asset.varint(1), contractAddress: asset.text(2), denom: asset.text(3) }
  })
  return { ...parties, assets }
}

function decodeSigner(bytes: Uint8Array): ClaimTransaction['signers'][number] {
  const fields = decodeFields(bytes)
  const key = decodeFields(fields.bytes(1))
  const mode = decodeFields(decodeFields(fields.bytes(2)).bytes(1)).varint(1)
  const signer = { mode, sequence: fields.varint(3) }
  if (key.text(1) !== PUBLIC_KEY_TYPE) return signer
  return { ...signer, publicKey: decodeFields(key.bytes(2)).bytes(1) }
}

/** Returns the hash that a signature in SIGN_MODE_DIRECT covers: that of the SignDoc. */
export function claimHash(
  { bodyBytes, authInfoBytes }: ClaimTransaction,
  chainId: string,
  accountNumber: bigint,
): Uint8Array {
  return sha256(
    concatBytes(
      bytesField(1, bodyBytes),
      bytesField(2, authInfoBytes),
      stringField(3, chainId),
      varintField(4, accountNumber),
    ),
  )
}
