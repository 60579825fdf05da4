import type { Log } from '../../evm/run/log.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
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

/** Encodes a header, whose keccak256 is the block hash. The fields present determine the fork. */
export function encodeHeader(header: Header): Uint8Array {
  return writeRlp(headerFields(header))
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
