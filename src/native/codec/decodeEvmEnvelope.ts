import { decodeTransaction } from '../../evm/transaction/decodeTransaction.ts'
import type {
  AccessListItem,
  Authorization,
  Transaction,
  TransactionType,
  UnsignedTransaction,
} from '../../evm/transaction/transaction.ts'
import { encodeSigned } from '../../evm/transaction/transactionCodec.ts'
import { bytesToBigInt, EMPTY_BYTES, equalBytes } from '../../primitives/encoding/bytes.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import { malformed } from '../errors.ts'
import { readEvmAddress } from './addressText.ts'
import { requireBareEnvelope } from './evmEnvelope.ts'
import { encodeEvmTransaction } from './evmTransactionBytes.ts'
import {
  accessListTx,
  accessTuple,
  any,
  dynamicFeeTx,
  legacyTx,
  msgEvmTransaction,
  setCodeAuthorization,
  setCodeTx,
  txBody,
  txDataUrls,
  txRaw,
  typeUrls,
} from './schemas.ts'

/** Fields of the four kinds of transaction data; those that a kind lacks are undefined. */
interface TxData {
  readonly chain_id?: string
  readonly nonce: bigint
  readonly gas_limit: bigint
  readonly gas_price?: string
  readonly gas_tip_cap?: string
  readonly gas_fee_cap?: string
  readonly to: string
  readonly value: string
  readonly data: Uint8Array
  readonly accesses?: readonly Uint8Array[]
  readonly auth_list?: readonly Uint8Array[]
  readonly v: Uint8Array
  readonly r: Uint8Array
  readonly s: Uint8Array
}

const DECIMAL = /^[0-9]{1,78}$/
const SLOT = /^0x[0-9a-f]{64}$/i
const WORD_LIMIT = 1n << 256n
const WORD_BYTES = 32

/**
 * Decodes an EVM transaction in Cosmos form and recovers its sender. Undefined if the bytes are
 * another transaction, or none. Of the many forms of a transaction, only the one that
 * {@link encodeEvmTransaction} writes is accepted.
 *
 * @param chainId EVM chain id
 * @throws NativeTxError COSMOS_FIELD_IN_EVM_TX, MALFORMED_NATIVE_TX, INVALID_NATIVE_ADDRESS;
 *   TxError of {@link decodeTransaction}
 */
export function decodeEvmEnvelope(raw: Uint8Array, chainId: bigint): Transaction | undefined {
  const { body_bytes, auth_info_bytes: authInfoBytes, signatures } = txRaw.decode(raw)
  const body = txBody.decode(body_bytes)
  const data = dataOf(body)
  if (data === undefined) return undefined
  const read = readData(data)
  if (read === undefined) return undefined
  requireBareEnvelope({ body, authInfoBytes, signatures })
  const [type, fields] = read
  const unsigned = toUnsigned(type, fields, chainId)
  const v = word('v', fields.v)
  const yParity = (type === 0 ? 1n - (v % 2n) : v) === 1n ? 1 : 0
  const signature = { r: word('r', fields.r), s: word('s', fields.s), yParity } as const
  if (type === 0 ? v !== chainId * 2n + 35n + BigInt(yParity) : v > 1n) {
    throw malformed('v does not fit the chain id')
  }
  const transaction = decodeSigned(unsigned, signature, chainId)
  if (!equalBytes(encodeEvmTransaction(transaction), raw)) {
    throw malformed('MsgEVMTransaction is not in its canonical form')
  }
  return transaction
}

function decodeSigned(
  unsigned: UnsignedTransaction,
  signature: Transaction['signature'],
  chainId: bigint,
): Transaction {
  try {
    return decodeTransaction(encodeSigned(unsigned, signature), chainId)
  } catch (cause) {
    throw cause instanceof RangeError ? malformed(cause.message, cause) : cause
  }
}

/** Returns the content of a lone MsgEVMTransaction, an Any. */
function dataOf({ messages }: ReturnType<typeof txBody.decode>): Uint8Array | undefined {
  const [first] = messages
  if (first === undefined || messages.length > 1) return undefined
  const { type_url: typeUrl, value } = any.decode(first)
  return typeUrl === typeUrls.evmTransaction ? msgEvmTransaction.decode(value).data : undefined
}

function readData(data: Uint8Array): readonly [TransactionType, TxData] | undefined {
  const { type_url: typeUrl, value } = any.decode(data)
  switch (typeUrl) {
    case txDataUrls.legacy:
      return [0, legacyTx.decode(value)]
    case txDataUrls.accessList:
      return [1, accessListTx.decode(value)]
    case txDataUrls.dynamicFee:
      return [2, dynamicFeeTx.decode(value)]
    case txDataUrls.setCode:
      return [4, setCodeTx.decode(value)]
    default:
      return undefined
  }
}

function toUnsigned(type: TransactionType, data: TxData, chainId: bigint): UnsignedTransaction {
  const maxFeePerGas = decimal('gas price', data.gas_fee_cap ?? data.gas_price ?? '')
  return {
    type,
    chainId: data.chain_id === undefined ? chainId : decimal('chain_id', data.chain_id),
    nonce: data.nonce,
    gasLimit: data.gas_limit,
    to: data.to === '' ? undefined : readEvmAddress('to', data.to),
    value: decimal('value', data.value),
    data: data.data,
    maxFeePerGas,
    maxPriorityFeePerGas:
      data.gas_tip_cap === undefined ? maxFeePerGas : decimal('gas_tip_cap', data.gas_tip_cap),
    accessList: (data.accesses ?? []).map(readAccess),
    authorizationList: (data.auth_list ?? []).map(readAuthorization),
  }
}

function readAccess(bytes: Uint8Array): AccessListItem {
  const { address, storage_keys: keys } = accessTuple.decode(bytes)
  const storageKeys = keys.map((key) => {
    if (!SLOT.test(key)) throw malformed('a storage key is not 0x and 64 hexadecimal digits')
    return key.toLowerCase() as Hash
  })
  return { address: readEvmAddress('accesses.address', address), storageKeys }
}

function readAuthorization(bytes: Uint8Array): Authorization {
  const { chain_id, address, nonce, v, r, s } = setCodeAuthorization.decode(bytes)
  const parity = word('auth_list.v', v)
  if (parity > 1n) throw malformed('auth_list.v is neither 0 nor 1')
  return {
    chainId: decimal('auth_list.chain_id', chain_id),
    address: readEvmAddress('auth_list.address', address),
    nonce,
    yParity: parity === 1n ? 1 : 0,
    r: word('auth_list.r', r),
    s: word('auth_list.s', s),
  }
}

/** Go writes 0 of an absent number as an empty text. */
function decimal(field: string, text: string): bigint {
  if (text === '') return 0n
  const value = DECIMAL.test(text) ? BigInt(text) : WORD_LIMIT
  if (value >= WORD_LIMIT) throw malformed(`${field} is no number of 256 bits`)
  return value
}

function word(field: string, bytes: Uint8Array = EMPTY_BYTES): bigint {
  if (bytes.length > WORD_BYTES) throw malformed(`${field} has more than ${WORD_BYTES} bytes`)
  return bytesToBigInt(bytes)
}
