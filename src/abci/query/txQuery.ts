import type { NativeResult } from '../../native/gateway/gatewayJson.ts'
import { cosmosHashText } from '../../native/nativeTransaction.ts'
import { sha256 } from '../../primitives/crypto/sha256.ts'
import { concatBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToBareHex, bytesToHash, hexToBytes } from '../../primitives/encoding/hex.ts'
import {
  decodeFields,
  encodeAny,
  messageField,
  stringField,
  varintField,
} from '../../primitives/encoding/protobuf.ts'
import { encodeEvent } from './encodeEvent.ts'
import { invalidArgument, notFound, type QueryError } from './grpcQuery.ts'

/** The method that finds a transaction by its hash. */
export const GET_TX = '/cosmos.tx.v1beta1.Service/GetTx'

const HASH = /^[0-9a-f]{64}$/i

/** Returns the hash that a GetTxRequest asks for. @throws QueryError */
export function txHashIn(request: Uint8Array): Uint8Array {
  const hash = decodeFields(request).text(1)
  if (hash === '') throw invalidArgument('tx hash cannot be empty')
  if (!HASH.test(hash)) throw invalidArgument(`invalid hash ${hash}: want 64 hexadecimal digits`)
  return hexToBytes(`0x${hash}`)
}

/** Creates the error for a hash of no transaction. */
export function missingTx(hash: Uint8Array): QueryError {
  return notFound(`tx not found: ${cosmosHashText(bytesToHash(hash))}`, '')
}

/** Encodes a GetTxResponse: a TxRaw has the bytes of a Tx. */
export function encodeTx(result: NativeResult): Uint8Array {
  return concatBytes(messageField(1, result.raw), messageField(2, encodeTxResponse(result)))
}

/** Encodes a TxResponse of cosmos.base.abci.v1beta1. */
export function encodeTxResponse(result: NativeResult): Uint8Array {
  return concatBytes(
    varintField(1, result.height),
    stringField(2, cosmosHashText(bytesToHash(sha256(result.raw)))),
    stringField(3, result.codespace),
    varintField(4, BigInt(result.code)),
    stringField(5, bytesToBareHex(result.data).toUpperCase()),
    stringField(6, result.rawLog),
    varintField(9, result.gasWanted),
    varintField(10, result.gasUsed),
    messageField(11, encodeAny('/cosmos.tx.v1beta1.Tx', result.raw)),
    stringField(12, result.timestamp),
    ...result.events.map((event) => messageField(13, encodeEvent(event))),
  )
}
