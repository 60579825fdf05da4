import { TxError } from '../../evm/errors.ts'
import type { Log } from '../../evm/run/log.ts'
import { decodeTransaction } from '../../evm/transaction/decodeTransaction.ts'
import type {
  AccessList,
  Authorization,
  Transaction,
  UnsignedTransaction,
} from '../../evm/transaction/transaction.ts'
import { encodeSigned, isTransactionType } from '../../evm/transaction/transactionCodec.ts'
import { type Address, bytesToAddress } from '../../primitives/address.ts'
import { bytesToHash, type Hash } from '../../primitives/encoding/hex.ts'
import type { Header } from '../block/block.ts'
import { badState, readDumpBytes, readDumpInteger, readDumpObject } from './fields.ts'

/*
 * Headers, transactions and logs in a dump: JSON-RPC's names and forms. All functions throw
 * ChainError BAD_STATE.
 */

/** Fields of an object of the dump. */
export type Unread = Readonly<Record<string, unknown>>

const MAX_UINT64 = 2n ** 64n - 1n
const MAX_UINT256 = 2n ** 256n - 1n

export function readDumpedHeader(json: Unread): Header {
  const hash = (name: string): Hash => readSized(json[name], name, 32, bytesToHash)
  const number = (name: string) => readDumpInteger(json[name], name, MAX_UINT256)
  const optional = <T>(name: string, read: (name: string) => T): T | undefined =>
    json[name] === undefined || json[name] === null ? undefined : read(name)
  return {
    parentHash: hash('parentHash'),
    sha3Uncles: hash('sha3Uncles'),
    miner: readAddress(json.miner, 'miner'),
    stateRoot: hash('stateRoot'),
    transactionsRoot: hash('transactionsRoot'),
    receiptsRoot: hash('receiptsRoot'),
    logsBloom: readSized(json.logsBloom, 'logsBloom', 256),
    difficulty: number('difficulty'),
    number: readDumpInteger(json.number, 'number', BigInt(Number.MAX_SAFE_INTEGER)),
    gasLimit: number('gasLimit'),
    gasUsed: number('gasUsed'),
    timestamp: number('timestamp'),
    extraData: readDumpBytes(json.extraData, 'extraData'),
    mixHash: hash('mixHash'),
    nonce: readSized(json.nonce, 'nonce', 8),
    baseFeePerGas: optional('baseFeePerGas', number),
    withdrawalsRoot: optional('withdrawalsRoot', hash),
    blobGasUsed: optional('blobGasUsed', number),
    excessBlobGas: optional('excessBlobGas', number),
    parentBeaconBlockRoot: optional('parentBeaconBlockRoot', hash),
    requestsHash: optional('requestsHash', hash),
  }
}

/** Reads a signed transaction of a type that the chain has, not one of an impersonated sender. */
export function readDumpedTransaction(entry: Unread): Transaction {
  if (entry.impersonated_sender !== undefined && entry.impersonated_sender !== null) {
    throw badState('impersonated_sender', 'the transaction is not signed')
  }
  const json = readDumpObject(entry.transaction, 'transaction')
  const unsigned = readUnsigned(json)
  const encoded = encodeSigned(unsigned, readSignature(json))
  try {
    return decodeTransaction(encoded, unsigned.chainId)
  } catch (error) {
    if (!(error instanceof TxError)) throw error
    throw badState('transaction', 'invalid', error)
  }
}

function readUnsigned(json: Unread): UnsignedTransaction {
  const number = (name: string, most = MAX_UINT256) => readDumpInteger(json[name], name, most)
  const type = Number(readDumpInteger(json.type, 'type', 255n))
  if (!isTransactionType(type)) throw badState('type', `no transaction type ${type}`)
  const hasTip = type === 2 || type === 4
  return {
    type,
    chainId: number('chainId', MAX_UINT64),
    nonce: number('nonce', MAX_UINT64),
    gasLimit: number('gas', MAX_UINT64),
    to: json.to === undefined || json.to === null ? undefined : readAddress(json.to, 'to'),
    value: number('value'),
    data: readDumpBytes(json.input, 'input'),
    maxFeePerGas: number(hasTip ? 'maxFeePerGas' : 'gasPrice'),
    maxPriorityFeePerGas: number(hasTip ? 'maxPriorityFeePerGas' : 'gasPrice'),
    accessList: type === 0 ? [] : readAccessList(json.accessList ?? []),
    authorizationList: type === 4 ? readAuthorizations(json.authorizationList) : [],
  }
}

function readSignature(json: Unread) {
  const word = (name: string) => readDumpInteger(json[name], name, MAX_UINT256)
  // A legacy transaction has only v, 35 or 36 more than twice the chain id (EIP-155).
  const isEven = json.yParity === undefined ? word('v') % 2n === 1n : word('yParity') === 0n
  return { r: word('r'), s: word('s'), yParity: isEven ? (0 as const) : (1 as const) }
}

function readAccessList(list: unknown): AccessList {
  return readList(list, 'accessList').map((item) => ({
    address: readAddress(item.address, 'accessList'),
    storageKeys: readTexts(item.storageKeys, 'storageKeys').map((key) =>
      readSized(key, 'storageKeys', 32, bytesToHash),
    ),
  }))
}

function readAuthorizations(list: unknown): readonly Authorization[] {
  return readList(list, 'authorizationList').map((item) => ({
    ...readSignature(item),
    chainId: readDumpInteger(item.chainId, 'chainId', MAX_UINT256),
    address: readAddress(item.address, 'address'),
    nonce: readDumpInteger(item.nonce, 'nonce', MAX_UINT64),
  }))
}

export function readDumpedLogs(list: unknown): readonly Log[] {
  return readList(list, 'logs').map(({ address, topics, data }) => ({
    address: readAddress(address, 'address'),
    topics: readTexts(topics, 'topics').map((topic) => readSized(topic, 'topics', 32, bytesToHash)),
    data: readDumpBytes(data, 'data'),
  }))
}

function readList(list: unknown, where: string): readonly Unread[] {
  return readTexts(list, where).map((item) => readDumpObject(item, where))
}

function readTexts(list: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(list)) throw badState(where, 'want a list')
  return list
}

function readAddress(value: unknown, where: string): Address {
  return readSized(value, where, 20, bytesToAddress)
}

function readSized(value: unknown, where: string, size: number): Uint8Array
function readSized<T>(value: unknown, where: string, size: number, as: (bytes: Uint8Array) => T): T
function readSized<T>(
  value: unknown,
  where: string,
  size: number,
  as?: (bytes: Uint8Array) => T,
): T | Uint8Array {
  const bytes = readDumpBytes(value, where)
  if (bytes.length !== size) throw badState(where, `want ${size} bytes`)
  return as === undefined ? bytes : as(bytes)
}
