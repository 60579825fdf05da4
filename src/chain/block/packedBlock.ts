import { equalBytes } from '../../primitives/encoding/bytes.ts'
import {
  type RlpInput,
  readBigInt,
  readHash,
  readList,
  readNumber,
  readOptional,
  readRlp,
  writeOptional,
  writeRlp,
} from '../../primitives/encoding/rlp.ts'
import type { Header, NativeEntry, SealedBlock } from './block.ts'
import { readReceipt, readTransaction, writeReceipt, writeTransaction } from './blockCodec.ts'
import { EMPTY_BLOOM, isEmptyBloom } from './bloom.ts'

/*
 * Encoding of blocks in memory: RLP of what differs from a header before it. Only blocks without
 * logs have it, because a search for logs reads the others again and again.
 */

/** Header fields that consecutive blocks mostly have in common. */
const SHARED = [
  'sha3Uncles',
  'miner',
  'difficulty',
  'gasLimit',
  'extraData',
  'nonce',
  'withdrawalsRoot',
  'blobGasUsed',
  'excessBlobGas',
  'parentBeaconBlockRoot',
  'requestsHash',
] as const satisfies readonly (keyof Header)[]

const NO_NATIVES: readonly NativeEntry[] = []

/** Whether {@link packBlock} can encode a block. */
export function isPackable({ range, native, header, receipts }: SealedBlock): boolean {
  if (range !== undefined || native.length > 0) return false
  if (!isEmptyBloom(header.logsBloom)) return false
  return receipts.every(({ logs }) => logs.length === 0)
}

/** Whether two headers have the fields in common that {@link packBlock} leaves out. */
export function isAlike(a: Header, b: Header): boolean {
  return SHARED.every((name) => {
    const [one, other] = [a[name], b[name]]
    if (one === other) return true
    return one instanceof Uint8Array && other instanceof Uint8Array && equalBytes(one, other)
  })
}

/** Encodes a packable block for {@link unpackBlock}, but for its hash and version. */
export function packBlock({ header, transactions, receipts, sizeBytes }: SealedBlock): Uint8Array {
  const fields: readonly RlpInput[] = [
    header.parentHash,
    header.stateRoot,
    header.transactionsRoot,
    header.receiptsRoot,
    header.number,
    header.gasUsed,
    header.timestamp,
    header.mixHash,
    writeOptional(header.baseFeePerGas),
  ]
  return writeRlp([
    fields,
    transactions.map(writeTransaction),
    receipts.map(writeReceipt),
    sizeBytes,
  ])
}

/**
 * Decodes {@link packBlock}.
 *
 * @param like a header like that of the block
 * @throws Error if the bytes are invalid
 */
export function unpackBlock(
  bytes: Uint8Array,
  like: Header,
  { hash, version }: Pick<SealedBlock, 'hash' | 'version'>,
): SealedBlock {
  const [fields, transactions, receipts, sizeBytes] = readList(readRlp(bytes), 4)
  const [parentHash, stateRoot, transactionsRoot, receiptsRoot, ...rest] = readList(fields, 9)
  const [number, gasUsed, timestamp, mixHash, baseFeePerGas] = rest
  // Field by field and in the order of new blocks, so that V8 gives all of them one shape.
  const header = {
    parentHash: readHash(parentHash),
    sha3Uncles: like.sha3Uncles,
    miner: like.miner,
    stateRoot: readHash(stateRoot),
    transactionsRoot: readHash(transactionsRoot),
    receiptsRoot: readHash(receiptsRoot),
    logsBloom: EMPTY_BLOOM,
    difficulty: like.difficulty,
    number: readBigInt(number),
    gasLimit: like.gasLimit,
    gasUsed: readBigInt(gasUsed),
    timestamp: readBigInt(timestamp),
    extraData: like.extraData,
    mixHash: readHash(mixHash),
    nonce: like.nonce,
    baseFeePerGas: readOptional(baseFeePerGas, readBigInt),
    withdrawalsRoot: like.withdrawalsRoot,
    blobGasUsed: like.blobGasUsed,
    excessBlobGas: like.excessBlobGas,
    parentBeaconBlockRoot: like.parentBeaconBlockRoot,
    requestsHash: like.requestsHash,
  }
  return {
    number: Number(header.number),
    version,
    header,
    transactions: readList(transactions).map(readTransaction),
    receipts: readList(receipts).map(readReceipt),
    native: NO_NATIVES,
    sizeBytes: readNumber(sizeBytes),
    hash,
  }
}
