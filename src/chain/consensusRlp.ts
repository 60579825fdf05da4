import type { Log } from '../evm/executor.ts'
import { type RlpInput, writeRlp } from '../evm/rlpFields.ts'
import { hexToBytes } from '../primitives/hex.ts'
import type { Header } from './block.ts'

/** The RLP of a header, of which the block hash is the keccak256. Which fields its fork has is known from the header. */
export function encodeHeader(header: Header): Uint8Array {
  const { withdrawalsRoot, parentBeaconBlockRoot, requestsHash } = header
  const laterFields = [
    header.baseFeePerGas,
    withdrawalsRoot && hexToBytes(withdrawalsRoot),
    header.blobGasUsed,
    header.excessBlobGas,
    parentBeaconBlockRoot && hexToBytes(parentBeaconBlockRoot),
    requestsHash && hexToBytes(requestsHash),
  ]
  return writeRlp([
    ...frontierFields(header),
    ...laterFields.filter((field) => field !== undefined),
  ])
}

/** The fields that a header has under every fork, in their order. */
export function frontierFields(header: Header): readonly RlpInput[] {
  return [
    hexToBytes(header.parentHash),
    hexToBytes(header.sha3Uncles),
    hexToBytes(header.miner),
    hexToBytes(header.stateRoot),
    hexToBytes(header.transactionsRoot),
    hexToBytes(header.receiptsRoot),
    header.logsBloom,
    header.difficulty,
    header.number,
    header.gasLimit,
    header.gasUsed,
    header.timestamp,
    header.extraData,
    hexToBytes(header.mixHash),
    header.nonce,
  ]
}

/** A log's fields, in their order. */
export function logFields({ address, topics, data }: Log): readonly RlpInput[] {
  return [hexToBytes(address), topics.map(hexToBytes), data]
}
