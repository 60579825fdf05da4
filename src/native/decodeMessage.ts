import { type Address, parseAddress } from '../primitives/address.ts'
import { bech32ToBytes, bytesToBech32 } from '../primitives/bech32.ts'
import { bytesToBigInt, EMPTY_BYTES } from '../primitives/bytes.ts'
import { decodePositiveCoins } from './coins.ts'
import { malformed, NativeTxRefused, shorten } from './errors.ts'
import type { EvmAssociateMessage, NativeMessage } from './nativeTransaction.ts'
import { any, associateTx, msgAssociate, msgEvmTransaction, msgSend } from './schemas.ts'
import { txDataUrls, typeUrls } from './typeUrls.ts'

const ADDRESS_BYTES = 20
const WORD_BYTES = 32
const evmTransactions: ReadonlySet<string> = new Set(Object.values(txDataUrls))

/**
 * Reads one message, an Any.
 *
 * @throws NativeTxRefused MALFORMED_NATIVE_TX, UNKNOWN_MESSAGE_TYPE, EVM_TRANSACTION_AS_NATIVE, INVALID_COINS, INVALID_NATIVE_ADDRESS
 */
export function decodeMessage(bytes: Uint8Array, bech32Prefix: string): NativeMessage {
  const { type_url: typeUrl, value } = any.decode(bytes)
  const account = (field: string, text: string) => checkAccount(field, text, bech32Prefix)
  if (typeUrl === typeUrls.bankSend) {
    const { from_address, to_address, amount } = msgSend.decode(value)
    const from = account('from_address', from_address)
    const to = account('to_address', to_address)
    return { kind: 'send', from, to, coins: decodePositiveCoins(amount) }
  }
  if (typeUrl === typeUrls.evmSend) {
    const { from_address, to_address, amount } = msgSend.decode(value)
    const from = account('from_address', from_address)
    const to = toEvmAddress('to_address', to_address)
    return { kind: 'evmSend', from, to, coins: decodePositiveCoins(amount) }
  }
  if (typeUrl === typeUrls.associate) {
    const { sender, custom_message: customMessage } = msgAssociate.decode(value)
    return { kind: 'associate', sender: account('sender', sender), customMessage }
  }
  if (typeUrl === typeUrls.evmTransaction) return decodeEvmMessage(value)
  throw unknownType(typeUrl)
}

function decodeEvmMessage(bytes: Uint8Array): EvmAssociateMessage {
  const { data } = msgEvmTransaction.decode(bytes)
  const { type_url: typeUrl, value } = any.decode(data ?? EMPTY_BYTES)
  if (typeUrl !== txDataUrls.associate) {
    if (!evmTransactions.has(typeUrl)) throw unknownType(typeUrl)
    throw new NativeTxRefused({ code: 'EVM_TRANSACTION_AS_NATIVE', typeUrl })
  }
  const { v, r, s, custom_message: customMessage } = associateTx.decode(value)
  const word = (field: string, word: Uint8Array) => readWord(`AssociateTx.${field}`, word)
  return { kind: 'evmAssociate', v: word('v', v), r: word('r', r), s: word('s', s), customMessage }
}

function unknownType(typeUrl: string): NativeTxRefused {
  return new NativeTxRefused({ code: 'UNKNOWN_MESSAGE_TYPE', typeUrl: shorten(typeUrl) })
}

function readWord(what: string, bytes: Uint8Array): bigint {
  if (bytes.length > WORD_BYTES) throw malformed(`${what} has more than ${WORD_BYTES} bytes`)
  if (bytes[0] === 0) throw malformed(`${what} has leading zeros`)
  return bytesToBigInt(bytes)
}

function checkAccount(field: string, text: string, bech32Prefix: string): string {
  const bytes = readBech32(field, text, bech32Prefix)
  if (bytes.length !== ADDRESS_BYTES) {
    throw invalidAddress(field, text, `${bytes.length} bytes, want ${ADDRESS_BYTES}`)
  }
  if (bytesToBech32(bech32Prefix, bytes) !== text) {
    throw invalidAddress(field, text, 'want lower case')
  }
  return text
}

function readBech32(field: string, text: string, bech32Prefix: string): Uint8Array {
  try {
    return bech32ToBytes(bech32Prefix, text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw invalidAddress(field, text, shorten(reason), cause)
  }
}

function toEvmAddress(field: string, text: string): Address {
  try {
    return parseAddress(text)
  } catch (cause) {
    throw invalidAddress(field, text, 'want 0x and 40 hexadecimal digits', cause)
  }
}

function invalidAddress(
  field: string,
  text: string,
  reason: string,
  cause?: unknown,
): NativeTxRefused {
  const address = shorten(text)
  return new NativeTxRefused({ code: 'INVALID_NATIVE_ADDRESS', field, address, reason }, { cause })
}
