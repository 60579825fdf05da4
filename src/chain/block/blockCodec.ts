import { crc32 } from 'node:zlib'
import type { InternalCalls } from '../../evm/run/executor.ts'
import { decodeImpersonated, decodeWithKey } from '../../evm/transaction/decodeTransaction.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import { type Address, addressToBytes, bytesToAddress } from '../../primitives/address.ts'
import {
  bigIntToBytes,
  bytesToUtf8,
  concatBytes,
  EMPTY_BYTES,
  equalBytes,
  joinBytes,
  utf8ToBytes,
} from '../../primitives/encoding/bytes.ts'
import { type Hex, hexToBytes } from '../../primitives/encoding/hex.ts'
import {
  type RlpInput,
  type RlpItem,
  readAddress,
  readBigInt,
  readBytes,
  readHash,
  readList,
  readNumber,
  readOptional,
  readRlp,
  writeOptional,
  writeRlp,
} from '../../primitives/encoding/rlp.ts'
import type { EmptyBlocks, HashIndex, Header, Receipt, SealedBlock } from './block.ts'
import { EMPTY_BLOOM, isEmptyBloom } from './bloom.ts'
import { frontierFields, logFields, readLog } from './consensusRlp.ts'
import { EmptyBlockRange } from './emptyBlockRange.ts'
import { readNativeEntry, writeNativeEntry } from './nativeEntryCodec.ts'

/*
 * Encoding of blocks and pending transactions in the database: a version byte, a CRC-32, then RLP.
 * A transaction is its bytes and its sender's public key, whose recovery would cost more than the
 * rest; an impersonated one has its sender's address instead.
 */

const BLOCK_VERSION = 4
const POOLED_VERSION = 2
const RANGE_VERSION = 2
const ADDRESS_BYTES = 20
const HASH_BYTES = 32
const CHECKSUM_BYTES = 4

const BLOOM_BYTES = 256

/** Encodes a block with its receipts for {@link decodeBlock}. */
export function encodeBlock(block: SealedBlock): Uint8Array {
  return encode(BLOCK_VERSION, [
    hexToBytes(block.hash),
    block.version,
    block.sizeBytes,
    writeHeader(block.header),
    block.transactions.map(writeTransaction),
    block.receipts.map(writeReceipt),
    block.native.map(writeNativeEntry),
  ])
}

/**
 * Decodes {@link encodeBlock}.
 * @throws Error if the bytes are invalid
 */
export function decodeBlock(bytes: Uint8Array): SealedBlock {
  return decode('block', bytes, BLOCK_VERSION, (item) => {
    const [hash, version, sizeBytes, headerItem, ...body] = readList(item, 7)
    const [transactions, receipts, native] = body
    const header = readHeader(headerItem)
    return {
      number: Number(header.number),
      version: readNumber(version),
      hash: readHash(hash),
      header,
      transactions: readList(transactions).map(readTransaction),
      receipts: readList(receipts).map(readReceipt),
      native: readList(native).map(readNativeEntry),
      sizeBytes: readNumber(sizeBytes),
    }
  })
}

/** Encodes a range of empty blocks for {@link decodeRange}. */
export function encodeRange(range: EmptyBlocks): Uint8Array {
  const { facts, first, hashIndex } = range
  const { parentHash, version, step, count } = facts
  return encode(RANGE_VERSION, [
    writeHeader({ ...range.at(first).header, parentHash }),
    version,
    step,
    count,
    hashIndex.origin,
    writeHashIndex(hashIndex),
  ])
}

/**
 * Decodes {@link encodeRange}.
 * @throws Error if the bytes are invalid
 */
export function decodeRange(bytes: Uint8Array): EmptyBlockRange {
  return decode('range of empty blocks', bytes, RANGE_VERSION, (item) => {
    const [headerItem, version, step, count, origin, index] = readList(item, 6)
    const { parentHash, number, timestamp, mixHash: _, ...sharedFields } = readHeader(headerItem)
    const facts = {
      sharedFields,
      parentHash,
      number: Number(number),
      version: readNumber(version),
      timestamp,
      step: readBigInt(step),
      count: readNumber(count),
    }
    return EmptyBlockRange.from(facts, readHashIndex(readNumber(origin), index))
  })
}

function writeHashIndex(index: HashIndex): Uint8Array[] {
  if ('seed' in index) return [index.seed]
  const { heads, parents } = index
  return [new Uint8Array(heads.buffer, heads.byteOffset, heads.byteLength), parents]
}

function readHashIndex(origin: number, item: RlpItem | undefined): HashIndex {
  const items = readList(item)
  if (items.length === 1) return { origin, seed: readBytes(items[0], HASH_BYTES) }
  // Copies, because typed arrays need an aligned buffer.
  const { buffer } = Uint8Array.from(readBytes(items[0]))
  return { origin, heads: new Uint32Array(buffer), parents: readBytes(items[1]) }
}

/** Encodes a pending transaction for {@link decodePooled}. */
export function encodePooled(transaction: Transaction): Uint8Array {
  return encode(POOLED_VERSION, writeTransaction(transaction))
}

/**
 * Decodes {@link encodePooled}.
 * @throws Error if the bytes are invalid
 */
export function decodePooled(bytes: Uint8Array): Transaction {
  return decode('waiting transaction', bytes, POOLED_VERSION, readTransaction)
}

function encode(version: number, content: RlpInput): Uint8Array {
  const bytes = writeRlp(content)
  return concatBytes(Uint8Array.of(version), checksum(bytes), bytes)
}

function decode<T>(
  what: string,
  bytes: Uint8Array,
  version: number,
  read: (item: RlpItem) => T,
): T {
  if (bytes[0] !== version) {
    throw new Error(`a stored ${what} has version ${bytes[0]}, not ${version}`)
  }
  const content = bytes.subarray(1 + CHECKSUM_BYTES)
  if (!equalBytes(bytes.subarray(1, 1 + CHECKSUM_BYTES), checksum(content))) {
    throw new Error(`a stored ${what} is damaged: checksum mismatch`)
  }
  try {
    return read(readRlp(content))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`a stored ${what} is damaged: ${reason}`, { cause })
  }
}

/** LevelDB has checksums, but does not verify them on reads. */
function checksum(bytes: Uint8Array): Uint8Array {
  return bigIntToBytes(BigInt(crc32(bytes)), CHECKSUM_BYTES)
}

function writeHeader(header: Header): RlpInput {
  return [
    ...frontierFields({ ...header, logsBloom: writeBloom(header.logsBloom) }),
    writeOptional(header.baseFeePerGas),
    writeOptionalHex(header.withdrawalsRoot),
    writeOptional(header.blobGasUsed),
    writeOptional(header.excessBlobGas),
    writeOptionalHex(header.parentBeaconBlockRoot),
    writeOptionalHex(header.requestsHash),
  ]
}

function readHeader(item: RlpItem | undefined): Header {
  const fields = readList(item, 21)
  return {
    parentHash: readHash(fields[0]),
    sha3Uncles: readHash(fields[1]),
    miner: readAddress(fields[2]),
    stateRoot: readHash(fields[3]),
    transactionsRoot: readHash(fields[4]),
    receiptsRoot: readHash(fields[5]),
    logsBloom: readBloom(fields[6]),
    difficulty: readBigInt(fields[7]),
    number: readBigInt(fields[8]),
    gasLimit: readBigInt(fields[9]),
    gasUsed: readBigInt(fields[10]),
    timestamp: readBigInt(fields[11]),
    extraData: readBytes(fields[12]),
    mixHash: readHash(fields[13]),
    nonce: readBytes(fields[14], 8),
    baseFeePerGas: readOptional(fields[15], readBigInt),
    withdrawalsRoot: readOptional(fields[16], readHash),
    blobGasUsed: readOptional(fields[17], readBigInt),
    excessBlobGas: readOptional(fields[18], readBigInt),
    parentBeaconBlockRoot: readOptional(fields[19], readHash),
    requestsHash: readOptional(fields[20], readHash),
  }
}

export function writeTransaction({ raw, publicKey, from }: Transaction): Uint8Array[] {
  return [raw, publicKey ?? addressToBytes(from)]
}

export function readTransaction(item: RlpItem): Transaction {
  const [rawItem, sender] = readList(item, 2)
  const raw = readBytes(rawItem)
  return readBytes(sender).length === ADDRESS_BYTES
    ? decodeImpersonated(raw, readAddress(sender))
    : decodeWithKey(raw, readBytes(sender, 64))
}

export function writeReceipt(receipt: Receipt): RlpInput {
  return [
    receipt.status,
    receipt.gasUsed,
    receipt.cumulativeGasUsed,
    receipt.effectiveGasPrice,
    receipt.logs.map(logFields),
    writeBloom(receipt.logsBloom),
    receipt.firstLogIndex,
    writeOptionalHex(receipt.contractAddress),
    writeOptional(receipt.error === undefined ? undefined : utf8ToBytes(receipt.error)),
    writeOptional(receipt.revertData),
    writeInternals(receipt.internalCalls),
  ]
}

export function readReceipt(item: RlpItem): Receipt {
  const [
    status,
    gasUsed,
    cumulativeGasUsed,
    effectiveGasPrice,
    logs,
    bloom,
    firstLogIndex,
    ...rest
  ] = readList(item, 11)
  const contractAddress = readOptional(rest[0], readAddress)
  const error = readOptional(rest[1], (text) => bytesToUtf8(readBytes(text)))
  const revertData = readOptional(rest[2], readBytes)
  const internalCalls = readInternals(rest[3])
  return {
    status: readNumber(status) === 0 ? 0 : 1,
    gasUsed: readBigInt(gasUsed),
    cumulativeGasUsed: readBigInt(cumulativeGasUsed),
    effectiveGasPrice: readBigInt(effectiveGasPrice),
    logs: readList(logs).map(readLog),
    logsBloom: readBloom(bloom),
    firstLogIndex: readNumber(firstLogIndex),
    ...(contractAddress === undefined ? {} : { contractAddress }),
    ...(error === undefined ? {} : { error }),
    ...(revertData === undefined ? {} : { revertData }),
    ...(internalCalls === undefined ? {} : { internalCalls }),
  }
}

/** Concatenated addresses, or an empty list without internal calls. */
function writeInternals(internalCalls: InternalCalls | undefined): Uint8Array[] {
  if (internalCalls === undefined) return []
  const creations = internalCalls.creations.flatMap(({ address, creator }) => [address, creator])
  return [writeAddresses(internalCalls.touched), writeAddresses(creations)]
}

function readInternals(item: RlpItem | undefined): InternalCalls | undefined {
  if (readList(item).length === 0) return undefined
  const [reached, made] = readList(item, 2)
  const pairs = readAddresses(made)
  const creations = pairs.flatMap((address, at) => {
    const creator = pairs[at + 1]
    return at % 2 === 1 || creator === undefined ? [] : [{ address, creator }]
  })
  return { touched: readAddresses(reached), creations }
}

function writeAddresses(addresses: readonly Address[]): Uint8Array {
  return joinBytes(addresses.map(addressToBytes))
}

function readAddresses(item: RlpItem | undefined): Address[] {
  const bytes = readBytes(item)
  return Array.from({ length: Math.ceil(bytes.length / 20) }, (_, i) =>
    bytesToAddress(bytes.subarray(20 * i, 20 * (i + 1))),
  )
}

/**
 * Empty for a bloom without bits: most receipts have no logs, and their blooms would be larger than
 * the rest of the block.
 */
function writeBloom(bloom: Uint8Array): Uint8Array {
  return isEmptyBloom(bloom) ? EMPTY_BYTES : bloom
}

function readBloom(item: RlpItem | undefined): Uint8Array {
  const bytes = readBytes(item)
  return bytes.length === 0 ? EMPTY_BLOOM : readBytes(bytes, BLOOM_BYTES)
}

function writeOptionalHex(value: Hex | undefined): Uint8Array[] {
  return value === undefined ? [] : [hexToBytes(value)]
}
