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

/** What to verify, and what it is to be about. */
export interface ProofClaim {
  /** What `eth_getProof` answered. */
  readonly proof: unknown
  /** The `stateRoot` of the block that was asked about, from a source that you trust. */
  readonly stateRoot: string
  /** The account that was asked about. */
  readonly address: string
  /** The keys that were asked about. Without them the proof itself says which slots it is about. */
  readonly keys?: readonly string[]
}

/** What a slot holds. */
export interface ProvenSlot {
  /** 32 bytes. */
  readonly slot: Hex
  /** The word (32 bytes); undefined where the slot is proven to be empty. */
  readonly value: Hex | undefined
}

const SLOT_BYTES = 32

/**
 * What an answer of `eth_getProof` proves, without trusting who gave it: the content of storage
 * slots after the block with that state root, one entry for each key in their order.
 *
 * @throws ProofError for anything that it does not prove, whatever it is given
 */
export function verifyProof(claim: ProofClaim): readonly ProvenSlot[] {
  if (!isJsonObject(claim)) throw refuse('', 'want an object with proof, stateRoot and address')
  const stateRoot = read(hash, claim.stateRoot, 'stateRoot')
  const account = read(address, claim.address, 'address')
  const proof = read(storageProof, claim.proof, 'proof')
  if (proof.address !== account) throw refuse('proof.address', 'it is about another account')
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

/** The slot that a proof says it is about; whether it is the account's, {@link verifyOps} sees. */
function slotOf([inStore]: readonly ProofOp[]): Uint8Array {
  const slot = inStore?.key.subarray(-SLOT_BYTES)
  if (slot?.length !== SLOT_BYTES) throw invalidProof('it is about no storage slot')
  return slot
}

/** Reads a part of the claim; what the codec complains of becomes a refusal. */
function read<T>(codec: Codec<T>, json: unknown, name: string): T {
  try {
    return codec.decode(json, name)
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    // Codecs say `proof: storageProof[0]: want …`: the place, and after it the reason.
    const [, where = name, reason = error.message] = /^(.*): (.*)$/.exec(error.message) ?? []
    throw refuse(where.replaceAll(': ', '.'), reason)
  }
}

function refuse(where: string, reason: string): ProofError {
  return new ProofError({ code: 'NOT_PROVEN', where, reason })
}
