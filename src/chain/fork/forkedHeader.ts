import type { Address } from '../../primitives/address.ts'
import { ZERO_ADDRESS } from '../../primitives/address.ts'
import { padLeft } from '../../primitives/encoding/bytes.ts'
import { type Hash, hexToBytes, isHex, ZERO_HASH } from '../../primitives/encoding/hex.ts'
import type { RemoteBlock, RemoteJson } from '../../remote/remoteChain.ts'
import type { Header } from '../block/block.ts'

const BLOOM_BYTES = 256
const NONCE_BYTES = 8

/** Returns the header of a block of a remote chain. Fields that it lacks are zero. */
export function forkedHeader({ json, ...block }: RemoteBlock): Header {
  return {
    parentHash: block.parentHash,
    sha3Uncles: hashOf(json, 'sha3Uncles'),
    miner: addressOf(json, 'miner'),
    stateRoot: hashOf(json, 'stateRoot'),
    transactionsRoot: hashOf(json, 'transactionsRoot'),
    receiptsRoot: hashOf(json, 'receiptsRoot'),
    logsBloom: bytesOf(json, 'logsBloom', BLOOM_BYTES),
    difficulty: integerOf(json, 'difficulty') ?? 0n,
    number: block.number,
    gasLimit: block.gasLimit,
    gasUsed: block.gasUsed,
    timestamp: block.timestamp,
    extraData: bytesOf(json, 'extraData', 0),
    mixHash: hashOf(json, 'mixHash'),
    nonce: bytesOf(json, 'nonce', NONCE_BYTES),
    baseFeePerGas: block.baseFeePerGas,
    withdrawalsRoot: optionalHash(json, 'withdrawalsRoot'),
    blobGasUsed: integerOf(json, 'blobGasUsed'),
    excessBlobGas: integerOf(json, 'excessBlobGas'),
    parentBeaconBlockRoot: optionalHash(json, 'parentBeaconBlockRoot'),
    requestsHash: optionalHash(json, 'requestsHash'),
  }
}

function hashOf(json: RemoteJson, name: string): Hash {
  return optionalHash(json, name) ?? ZERO_HASH
}

function optionalHash(json: RemoteJson, name: string): Hash | undefined {
  const text = json[name]
  return isHex(text) && text.length === ZERO_HASH.length ? (text.toLowerCase() as Hash) : undefined
}

function addressOf(json: RemoteJson, name: string): Address {
  const text = json[name]
  const isAddress = isHex(text) && text.length === ZERO_ADDRESS.length
  return isAddress ? (text.toLowerCase() as Address) : ZERO_ADDRESS
}

function integerOf(json: RemoteJson, name: string): bigint | undefined {
  const text = json[name]
  return isHex(text) && text.length > 2 ? BigInt(text) : undefined
}

/** @param least length to which shorter bytes are padded */
function bytesOf(json: RemoteJson, name: string, least: number): Uint8Array {
  const text = json[name]
  const isBytes = isHex(text) && text.length % 2 === 0
  return padLeft(isBytes ? hexToBytes(text) : new Uint8Array(0), least)
}
