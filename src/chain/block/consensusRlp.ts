import type { Log } from '../../evm/run/log.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import { bigIntToBytes, trimLeft } from '../../primitives/encoding/bytes.ts'
import type { Hex } from '../../primitives/encoding/hex.ts'
import {
  LIST,
  type RlpInput,
  type RlpItem,
  readAddress,
  readBytes,
  readHash,
  readList,
  readRlp,
  rlpPrefixSize,
  STRING,
  writeRlp,
  writeRlpPrefix,
} from '../../primitives/encoding/rlp.ts'
import type { Block, Header, Receipt } from './block.ts'

/**
 * Encodes a block as peers exchange it: header, transactions, uncles, and withdrawals if the fork
 * has them.
 */
export function encodeWholeBlock({ header, transactions }: Block): Uint8Array {
  const noUncles: RlpInput = []
  const noWithdrawals: RlpInput = []
  return writeRlp([
    headerFields(header),
    transactions.map(bodyItem),
    noUncles,
    ...(header.withdrawalsRoot === undefined ? [] : [noWithdrawals]),
  ])
}

/** A legacy transaction is a list in the block's body; a typed one is a byte string. */
function bodyItem({ type, raw }: Transaction): RlpInput {
  return type === 0 ? readRlp(raw) : raw
}

/** Size of a header's fields except `extraData`, at most. */
const MOST_HEADER_BYTES = 1024
/** Space before the fields for the prefix of their list. */
const PREFIX_ROOM = 9
let headerBuffer = Buffer.alloc(PREFIX_ROOM + MOST_HEADER_BYTES)

/**
 * Encodes a header, whose keccak256 is the block hash. The fields present determine the fork. They
 * are written one after the other into one buffer, because every block has a header.
 */
export function encodeHeader(header: Header): Uint8Array {
  const room = PREFIX_ROOM + MOST_HEADER_BYTES + header.extraData.length
  if (headerBuffer.length < room) headerBuffer = Buffer.alloc(room)
  const fields = headerBuffer
  let at = putHex(fields, PREFIX_ROOM, header.parentHash)
  at = putHex(fields, at, header.sha3Uncles)
  at = putHex(fields, at, header.miner)
  at = putHex(fields, at, header.stateRoot)
  at = putHex(fields, at, header.transactionsRoot)
  at = putHex(fields, at, header.receiptsRoot)
  at = putBytes(fields, at, header.logsBloom)
  at = putInteger(fields, at, header.difficulty)
  at = putInteger(fields, at, header.number)
  at = putInteger(fields, at, header.gasLimit)
  at = putInteger(fields, at, header.gasUsed)
  at = putInteger(fields, at, header.timestamp)
  at = putBytes(fields, at, header.extraData)
  at = putHex(fields, at, header.mixHash)
  at = putBytes(fields, at, header.nonce)
  at = putInteger(fields, at, header.baseFeePerGas)
  at = putHex(fields, at, header.withdrawalsRoot)
  at = putInteger(fields, at, header.blobGasUsed)
  at = putInteger(fields, at, header.excessBlobGas)
  at = putHex(fields, at, header.parentBeaconBlockRoot)
  at = putHex(fields, at, header.requestsHash)
  const size = at - PREFIX_ROOM
  const start = PREFIX_ROOM - rlpPrefixSize(size)
  writeRlpPrefix(fields, start, LIST, size)
  const encoded = new Uint8Array(at - start)
  fields.copy(encoded, 0, start, at)
  return encoded
}

/** Writes 20 or 32 bytes, or nothing, and returns where they end. */
function putHex(target: Buffer, at: number, hex: Hex | undefined): number {
  if (hex === undefined) return at
  const size = hex.length / 2 - 1
  target[at] = STRING + size
  target.write(hex.slice(2), at + 1, 'hex')
  return at + 1 + size
}

function putBytes(target: Buffer, at: number, bytes: Uint8Array): number {
  const isOwnPrefix = bytes.length === 1 && (bytes[0] ?? 0) < STRING
  const start = isOwnPrefix ? at : writeRlpPrefix(target, at, STRING, bytes.length)
  target.set(bytes, start)
  return start + bytes.length
}

function putInteger(target: Buffer, at: number, value: bigint | undefined): number {
  if (value === undefined) return at
  if (value > Number.MAX_SAFE_INTEGER)
    return putBytes(target, at, trimLeft(bigIntToBytes(value, 32)))
  let rest = Number(value)
  if (rest > 0 && rest < STRING) {
    target[at] = rest
    return at + 1
  }
  let size = 0
  for (let above = rest; above > 0; above = Math.floor(above / 0x100)) size++
  target[at] = STRING + size
  for (let last = at + size; last > at; last--) {
    target[last] = rest % 0x100
    rest = Math.floor(rest / 0x100)
  }
  return at + 1 + size
}

function headerFields(header: Header): readonly RlpInput[] {
  const laterFields = [
    header.baseFeePerGas,
    header.withdrawalsRoot,
    header.blobGasUsed,
    header.excessBlobGas,
    header.parentBeaconBlockRoot,
    header.requestsHash,
  ]
  return [...frontierFields(header), ...laterFields.filter((field) => field !== undefined)]
}

/** Header fields of all forks, in order. */
export function frontierFields(header: Header): readonly RlpInput[] {
  return [
    header.parentHash,
    header.sha3Uncles,
    header.miner,
    header.stateRoot,
    header.transactionsRoot,
    header.receiptsRoot,
    header.logsBloom,
    header.difficulty,
    header.number,
    header.gasLimit,
    header.gasUsed,
    header.timestamp,
    header.extraData,
    header.mixHash,
    header.nonce,
  ]
}

/**
 * Encodes a receipt in consensus form: rlp([status, cumulative gas, bloom, logs]) after its type
 * (EIP-2718).
 */
export function encodeReceipt(receipt: Receipt, type: number): Uint8Array {
  const { status, cumulativeGasUsed, logsBloom, logs } = receipt
  const gas = writeRlp(cumulativeGasUsed)
  const logList = logs.length === 0 ? NO_LOGS : writeRlp(logs.map(logFields))
  const bloomSize = rlpPrefixSize(logsBloom.length) + logsBloom.length
  const size = 1 + gas.length + bloomSize + logList.length
  const start = type === 0 ? 0 : 1
  const bytes = new Uint8Array(start + rlpPrefixSize(size) + size)
  bytes[0] = type
  let at = writeRlpPrefix(bytes, start, LIST, size)
  bytes[at++] = status === 0 ? STRING : status
  bytes.set(gas, at)
  at = writeRlpPrefix(bytes, at + gas.length, STRING, logsBloom.length)
  bytes.set(logsBloom, at)
  bytes.set(logList, at + logsBloom.length)
  return bytes
}

const NO_LOGS = Uint8Array.of(LIST)

/** Fields of a log, in order. */
export function logFields({ address, topics, data }: Log): readonly RlpInput[] {
  return [address, topics, data]
}

/**
 * Decodes {@link logFields}.
 * @throws Error if they are invalid
 */
export function readLog(item: RlpItem): Log {
  const [address, topics, data] = readList(item, 3)
  return {
    address: readAddress(address),
    topics: readList(topics).map(readHash),
    data: readBytes(data),
  }
}
