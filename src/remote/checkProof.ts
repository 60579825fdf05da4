import type { Address } from '../primitives/address.ts'
import { keccak256 } from '../primitives/crypto/keccak.ts'
import { bytesToBigInt, EMPTY_BYTES, equalBytes } from '../primitives/encoding/bytes.ts'
import { bytesToHash, type Hash, hexToBytes } from '../primitives/encoding/hex.ts'
import { readRlp, readBytes as readRlpBytes, writeRlp } from '../primitives/encoding/rlp.ts'
import {
  readAddress,
  readBytes,
  readField,
  readHash,
  readList,
  readObject,
  readQuantity,
} from './remoteAnswers.ts'
import type { RemoteJson } from './remoteChain.ts'

const EMPTY_CODE_HASH = bytesToHash(keccak256(EMPTY_BYTES))
/** Root of a trie without entries. */
const EMPTY_ROOT = bytesToHash(keccak256(writeRlp(EMPTY_BYTES)))

/** What a proof has to prove. */
export interface ProofRequest {
  readonly address: Address
  /** Slots in the order of the request. */
  readonly slots: readonly bigint[]
  /** State root of the header. */
  readonly stateRoot: Hash
}

/**
 * Checks that an answer of Sei to eth_getProof is about the account. Its proofs are of a tree of
 * another kind.
 *
 * @throws RangeError with the reason
 */
export function checkSeiProof(answer: unknown, address: Address): void {
  const json = readObject(answer)
  checkAddress(json, address)
  readField(json, 'storageProof', readList)
}

/**
 * Verifies an answer to eth_getProof of the form of EIP-1186.
 *
 * @throws RangeError with the reason
 */
export async function checkProof(
  answer: unknown,
  { address, slots, stateRoot }: ProofRequest,
): Promise<void> {
  const json = readObject(answer)
  checkAddress(json, address)
  const storageHash = readField(json, 'storageHash', readHash)
  const account = [
    readField(json, 'nonce', readQuantity),
    readField(json, 'balance', readQuantity),
    storageHash,
    readField(json, 'codeHash', readHash),
  ] as const
  const proof = readField(json, 'accountProof', readNodes)
  const found = await provenValue('accountProof', stateRoot, hexToBytes(address), proof)
  const isRight = found === null ? isAbsent(account) : equalBytes(found, writeRlp(account))
  if (!isRight) throw new RangeError('accountProof proves another account')
  const entries = readField(json, 'storageProof', readList)
  if (entries.length !== slots.length) {
    throw new RangeError(`storageProof: want ${slots.length} entries, got ${entries.length}`)
  }
  const root = found === null ? EMPTY_ROOT : storageHash
  for (const [i, slot] of slots.entries()) await checkSlot(readObject(entries[i]), slot, root)
}

function checkAddress(json: RemoteJson, address: Address): void {
  const found = readField(json, 'address', readAddress)
  if (found !== address) throw new RangeError(`address: want ${address}, got ${found}`)
}

async function checkSlot(json: RemoteJson, slot: bigint, root: Hash): Promise<void> {
  const key = readField(json, 'key', readQuantity)
  if (key !== slot) throw new RangeError(`storageProof: want slot ${slot}, got ${key}`)
  const value = readField(json, 'value', readQuantity)
  const proof = readField(json, 'proof', readNodes)
  const word = hexToBytes(slot.toString(16).padStart(64, '0'))
  const found = root === EMPTY_ROOT ? null : await provenValue('storageProof', root, word, proof)
  const proven = found === null ? 0n : bytesToBigInt(readRlpBytes(readRlp(found)))
  if (proven !== value) throw new RangeError(`storageProof proves another value of slot ${slot}`)
}

/** Null is a proof of absence. @throws RangeError */
async function provenValue(
  name: string,
  root: Hash,
  key: Uint8Array,
  proof: readonly Uint8Array[],
): Promise<Uint8Array | null> {
  const { verifyMerkleProof } = await import('@ethereumjs/mpt')
  try {
    return await verifyMerkleProof(keccak256(key), [...proof], { root: hexToBytes(root) })
  } catch {
    throw new RangeError(`${name} does not lead to the root ${root}`)
  }
}

/** Some nodes give zero hashes for an account that does not exist. */
function isAbsent([nonce, balance, storageHash, codeHash]: readonly [bigint, bigint, Hash, Hash]) {
  const isEmpty = (hash: Hash, empty: Hash) => hash === empty || BigInt(hash) === 0n
  const hasNothing = nonce === 0n && balance === 0n
  return hasNothing && isEmpty(storageHash, EMPTY_ROOT) && isEmpty(codeHash, EMPTY_CODE_HASH)
}

function readNodes(answer: unknown): readonly Uint8Array[] {
  return readList(answer).map(readBytes)
}
