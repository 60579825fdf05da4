import { bytesToLatin1, latin1ToBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../primitives/encoding/hex.ts'
import { isJsonObject } from '../../primitives/encoding/json.ts'
import { storageKind } from '../../state/rows/layout.ts'
import type { ProofOp } from '../../store/ics23/ics23.ts'
import { invalidProof, locate, ProofError } from '../../store/ics23/proofError.ts'
import { verifyOps } from '../../store/ics23/verifyOps.ts'
import type { Codec } from '../codec/codec.ts'
import { array } from '../codec/compound.ts'
import { address, hash } from '../codec/scalar.ts'
import { provenKey } from '../codec/storageKey.ts'
import { RpcError } from '../errors/rpcError.ts'
import { storageProof } from './storageProof.ts'

/** Input of the verification. */
export interface ProofClaim {
  /** Result of `eth_getProof`. */
  readonly proof: unknown
  /** `stateRoot` of the block, from a trusted source. */
  readonly stateRoot: string
  /** The account. */
  readonly address: string
  /** The requested keys. Without them, the proof determines the slots. */
  readonly keys?: readonly string[]
}

/** Content of a slot. */
export interface ProvenSlot {
  /** 32 bytes. */
  readonly slot: Hex
  /** 32-byte value; undefined if the slot is proven to be empty. */
  readonly value: Hex | undefined
}

const SLOT_BYTES = 32

/**
 * Verifies a result of `eth_getProof` and returns the proven storage slots after the block with
 * that state root, one entry per key in order.
 *
 * @throws ProofError if the proof is invalid
 */
export function verifyProof(claim: ProofClaim): readonly ProvenSlot[] {
  if (!isJsonObject(claim)) throw refuse('', 'want an object with proof, stateRoot and address')
  const stateRoot = read(hash, claim.stateRoot, 'stateRoot')
  const account = read(address, claim.address, 'address')
  const proof = read(storageProof, claim.proof, 'proof')
  if (proof.address !== account) throw refuse('proof.address', 'the proof is for another account')
  const { hexValues, storageProof: entries } = proof
  if (hexValues.length !== entries.length) {
    throw refuse('proof', `${hexValues.length} values but ${entries.length} proofs`)
  }
  const keys = claim.keys === undefined ? undefined : read(array(provenKey), claim.keys, 'keys')
  if (keys !== undefined && keys.length !== entries.length) {
    throw refuse('proof', `${entries.length} proofs for ${keys.length} keys`)
  }
  return entries.map(({ ops }, i) =>
    locate(`proof.storageProof[${i}]`, () => {
      const slot = keys?.[i] ?? slotOf(ops)
      const value = hexValues[i]
      const { store, key } = storageKind(account)
      const found = { store, key: latin1ToBytes(key(bytesToLatin1(slot))), value }
      verifyOps(ops, found, hexToBytes(stateRoot))
      return { slot: bytesToHex(slot), value: value && bytesToHex(value) }
    }),
  )
}

/** Returns the slot in a proof; {@link verifyOps} checks the account. */
function slotOf([inStore]: readonly ProofOp[]): Uint8Array {
  const slot = inStore?.key.subarray(-SLOT_BYTES)
  if (slot?.length !== SLOT_BYTES) throw invalidProof('the proof is not for a storage slot')
  return slot
}

/** Decodes a part of the claim and converts errors of the codec. */
function read<T>(codec: Codec<T>, json: unknown, name: string): T {
  try {
    return codec.decode(json, name)
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    // Codecs report `proof: storageProof[0]: want …`: the path, then the reason.
    const [, where = name, reason = error.message] = /^(.*): (.*)$/.exec(error.message) ?? []
    throw refuse(where.replaceAll(': ', '.'), reason)
  }
}

function refuse(where: string, reason: string): ProofError {
  return new ProofError({ code: 'NOT_PROVEN', where, reason })
}
