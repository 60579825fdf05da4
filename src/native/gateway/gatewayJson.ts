import { sha256 } from '../../primitives/crypto/sha256.ts'
import { bytesToBase64, EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { bytesToBareHex, bytesToHash } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { AbciCode } from '../abciCode.ts'
import { AMINO_MODE } from '../codec/decodeSigners.ts'
import {
  any,
  authInfo,
  fee,
  modeInfo,
  publicKey,
  signerInfo,
  singleMode,
  txBody,
  txRaw,
} from '../codec/schemas.ts'
import type { NativeEvent } from '../nativeReceipt.ts'
import { cosmosHashText } from '../nativeTransaction.ts'
import { anyJson, coinsJson } from './messageJson.ts'

/*
 * JSON of the Cosmos SDK's gRPC gateway: protobuf names, 64-bit integers as strings, bytes as
 * base64, empty fields included, as in proto3's mapping (Go nodes write empty bytes as null).
 */

/**
 * Formats a transaction (TxRaw) of the chain, native or an EVM transaction in Cosmos form, as
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

/** Result of a transaction. */
export interface NativeResult extends AbciCode {
  /** The transaction as TxRaw. */
  readonly raw: Uint8Array
  /** Block number. */
  readonly height: bigint
  /** Block time, RFC 3339. */
  readonly timestamp: string
  readonly gasWanted: bigint
  readonly gasUsed: bigint
  readonly events: readonly NativeEvent[]
  /** Reason of a failure, or ''. */
  readonly rawLog: string
  /** Results of the messages, a TxMsgData. */
  readonly data: Uint8Array
}

/**
 * Formats a cosmos.base.abci.v1beta1.TxResponse with the transaction. Events are plain text, as
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

function signerJson(bytes: Uint8Array): Json {
  const info = signerInfo.decode(bytes)
  const { type_url, value } = any.decode(info.public_key ?? EMPTY_BYTES)
  return {
    public_key: { '@type': type_url, key: bytesToBase64(publicKey.decode(value).key) },
    mode_info: { single: { mode: modeName(info.mode_info) } },
    sequence: info.sequence.toString(),
  }
}

/** The chain accepts two modes. */
function modeName(bytes: Uint8Array | undefined): string {
  const { single } = modeInfo.decode(bytes ?? EMPTY_BYTES)
  const { mode } = singleMode.decode(single ?? EMPTY_BYTES)
  return mode === AMINO_MODE ? 'SIGN_MODE_LEGACY_AMINO_JSON' : 'SIGN_MODE_DIRECT'
}

function eventJson({ type, attributes }: NativeEvent): Json {
  return { type, attributes: attributes.map(({ key, value }) => ({ key, value, index: true })) }
}
