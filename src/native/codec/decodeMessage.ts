import { bytesToBigInt, EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { malformed, NativeTxError, shorten } from '../errors.ts'
import { messageTypes } from '../messages/messageTypes.ts'
import type { EvmAssociateMessage, ExecMessage, NativeMessage } from '../nativeTransaction.ts'
import { checkBech32, readEvmAddress } from './addressText.ts'
import { decodePositiveCoins } from './coins.ts'
import { invalidMessage } from './invalidMessage.ts'
import {
  any,
  associateTx,
  msgAssociate,
  msgEvmTransaction,
  msgExec,
  msgSend,
  txDataUrls,
  typeUrls,
} from './schemas.ts'

const WORD_BYTES = 32
/** Maximum of MsgExecs in each other (Sei, app/ante). */
const MAX_NESTED = 5
const evmTransactions: ReadonlySet<string> = new Set(Object.values(txDataUrls))

/**
 * Decodes one message, an Any.
 *
 * @throws NativeTxError MALFORMED_NATIVE_TX, UNKNOWN_MESSAGE_TYPE, EVM_TRANSACTION_AS_NATIVE,
 *   INVALID_COINS, INVALID_NATIVE_ADDRESS, INVALID_MESSAGE
 */
export function decodeMessage(bytes: Uint8Array, bech32Prefix: string): NativeMessage {
  return decodeAt(bytes, bech32Prefix, 0)
}

/** @param depth number of MsgExecs around the message */
function decodeAt(bytes: Uint8Array, bech32Prefix: string, depth: number): NativeMessage {
  const { type_url: typeUrl, value } = any.decode(bytes)
  const account = (field: string, text: string) => checkBech32(field, text, bech32Prefix)
  if (typeUrl === typeUrls.bankSend) {
    const { from_address, to_address, amount } = msgSend.decode(value)
    const from = account('from_address', from_address)
    const to = account('to_address', to_address)
    return { kind: 'send', from, to, coins: decodePositiveCoins(amount) }
  }
  if (typeUrl === typeUrls.evmSend) {
    const { from_address, to_address, amount } = msgSend.decode(value)
    const from = account('from_address', from_address)
    const to = readEvmAddress('to_address', to_address)
    return { kind: 'evmSend', from, to, coins: decodePositiveCoins(amount) }
  }
  if (typeUrl === typeUrls.associate) {
    const { sender, custom_message: customMessage } = msgAssociate.decode(value)
    return { kind: 'associate', sender: account('sender', sender), customMessage }
  }
  if (typeUrl === typeUrls.exec) return decodeExec(value, bech32Prefix, depth)
  if (typeUrl === typeUrls.evmTransaction) {
    if (depth > 0) throw denied('authz tx contains evm message')
    return decodeEvmMessage(value)
  }
  const type = messageTypes.get(typeUrl)
  if (type === undefined) throw unknownType(typeUrl)
  return { kind: 'module', typeUrl, value, signer: type.check(value, bech32Prefix) }
}

function decodeExec(value: Uint8Array, bech32Prefix: string, depth: number): ExecMessage {
  if (depth >= MAX_NESTED) throw denied('more nested msgs than permitted')
  const { grantee, msgs } = msgExec.decode(value)
  const messages = msgs.map((message) => decodeNested(message, bech32Prefix, depth + 1))
  checkBech32('grantee', grantee, bech32Prefix)
  if (msgs.length === 0) {
    const reason = 'messages cannot be empty: invalid request'
    throw new NativeTxError({ code: 'INVALID_MESSAGE', codespace: 'sdk', abciCode: 18, reason })
  }
  return { kind: 'exec', grantee, messages }
}

function decodeNested(bytes: Uint8Array, bech32Prefix: string, depth: number): NativeMessage {
  try {
    return decodeAt(bytes, bech32Prefix, depth)
  } catch (error) {
    return invalidMessage(bytes, error, bech32Prefix)
  }
}

/** Sei's error has no code of its own. */
function denied(why: string): NativeTxError {
  const reason = `permission denied, ${why}`
  return new NativeTxError({ code: 'INVALID_MESSAGE', codespace: 'undefined', abciCode: 1, reason })
}

function decodeEvmMessage(bytes: Uint8Array): EvmAssociateMessage {
  const { data } = msgEvmTransaction.decode(bytes)
  const { type_url: typeUrl, value } = any.decode(data ?? EMPTY_BYTES)
  if (typeUrl !== txDataUrls.associate) {
    if (!evmTransactions.has(typeUrl)) throw unknownType(typeUrl)
    throw new NativeTxError({ code: 'EVM_TRANSACTION_AS_NATIVE', typeUrl })
  }
  const { v, r, s, custom_message: customMessage } = associateTx.decode(value)
  const word = (field: string, word: Uint8Array) => readWord(`AssociateTx.${field}`, word)
  return { kind: 'evmAssociate', v: word('v', v), r: word('r', r), s: word('s', s), customMessage }
}

function unknownType(typeUrl: string): NativeTxError {
  return new NativeTxError({ code: 'UNKNOWN_MESSAGE_TYPE', typeUrl: shorten(typeUrl) })
}

function readWord(what: string, bytes: Uint8Array): bigint {
  if (bytes.length > WORD_BYTES) throw malformed(`${what} has more than ${WORD_BYTES} bytes`)
  if (bytes[0] === 0) throw malformed(`${what} has leading zeros`)
  return bytesToBigInt(bytes)
}
