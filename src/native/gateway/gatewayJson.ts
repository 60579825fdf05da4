import { sha256 } from '../../primitives/crypto/sha256.ts'
import { bytesToBase64, EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { bytesToBareHex, bytesToHash } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { AbciCode } from '../abciCode.ts'
import { any, authInfo, fee, publicKey, signerInfo, txBody, txRaw } from '../codec/schemas.ts'
import type { NativeEvent } from '../nativeReceipt.ts'
import { cosmosHashText } from '../nativeTransaction.ts'
import { anyJson, coinsJson } from './messageJson.ts'

/*
 * The JSON of the Cosmos SDK's gRPC gateway: names as in the protobuf definitions, integers of 64 bits as text, bytes as base64,
 * empty fields written. (As in proto3's own mapping; a node of Go writes empty bytes as null.)
 */

/**
 * A transaction (TxRaw) that a chain holds, native or an EVM transaction in Cosmos form:
 * cosmos.tx.v1beta1.Tx.
 *
 * @throws NativeTxError MALFORMED_NATIVE_TX
 */
export function txJson(raw: Uint8Array): Json {
  const { body_bytes, auth_info_bytes, signatures } = txRaw.decode(raw)
  return {
    '@type': '/cosmos.tx.v1beta1.Tx',
    body: bodyJson(body_bytes),
    auth_info: authInfoJson(auth_info_bytes),
    signatures: signatures.map(bytesToBase64),
  }
}

/** What became of a transaction. */
export interface NativeResult extends AbciCode {
  /** The transaction, a TxRaw. */
  readonly raw: Uint8Array
  /** Number of its block. */
  readonly height: bigint
  /** Time of its block, RFC 3339. */
  readonly timestamp: string
  readonly gasWanted: bigint
  readonly gasUsed: bigint
  readonly events: readonly NativeEvent[]
  /** Why it failed, or ''. */
  readonly rawLog: string
  /** What its messages returned, a TxMsgData. */
  readonly data: Uint8Array
}

/**
 * cosmos.base.abci.v1beta1.TxResponse, with the transaction in it. Events are in plain text, as
 * from CometBFT 0.37 on.
 */
export function txResponseJson(result: NativeResult): { readonly [name: string]: Json } {
  return {
    height: result.height.toString(),
    txhash: cosmosHashText(bytesToHash(sha256(result.raw))),
    codespace: result.codespace,
    code: result.code,
    data: bytesToBareHex(result.data).toUpperCase(),
    raw_log: result.rawLog,
    logs: [],
    info: '',
    gas_wanted: result.gasWanted.toString(),
    gas_used: result.gasUsed.toString(),
    tx: txJson(result.raw),
    timestamp: result.timestamp,
    events: result.events.map(eventJson),
  }
}

function bodyJson(bytes: Uint8Array): Json {
  const body = txBody.decode(bytes)
  return {
    messages: body.messages.map(anyJson),
    memo: body.memo,
    timeout_height: body.timeout_height.toString(),
    extension_options: body.extension_options.map(anyJson),
    non_critical_extension_options: body.non_critical_extension_options.map(anyJson),
  }
}

function authInfoJson(bytes: Uint8Array): Json {
  const auth = authInfo.decode(bytes)
  const offered = fee.decode(auth.fee ?? EMPTY_BYTES)
  return {
    signer_infos: auth.signer_infos.map(signerJson),
    fee: {
      amount: coinsJson(offered.amount),
      gas_limit: offered.gas_limit.toString(),
      payer: offered.payer,
      granter: offered.granter,
    },
  }
}

/** A chain holds signatures of one mode only. */
function signerJson(bytes: Uint8Array): Json {
  const info = signerInfo.decode(bytes)
  const { type_url, value } = any.decode(info.public_key ?? EMPTY_BYTES)
  return {
    public_key: { '@type': type_url, key: bytesToBase64(publicKey.decode(value).key) },
    mode_info: { single: { mode: 'SIGN_MODE_DIRECT' } },
    sequence: info.sequence.toString(),
  }
}

function eventJson({ type, attributes }: NativeEvent): Json {
  return { type, attributes: attributes.map(({ key, value }) => ({ key, value, index: true })) }
}
