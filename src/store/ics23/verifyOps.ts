import { equalBytes, utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import type { ProofOp } from './ics23.ts'
import { decodeProof } from './ics23Codec.ts'
import { invalidProof, locate } from './proofError.ts'
import { iavlSpec, tendermintSpec } from './proofSpec.ts'
import { provenRoot } from './verifyCommitment.ts'

/**
 * A statement to verify: a store holds a value at a key, or lacks the key if the value is
 * undefined.
 */
export interface Claim {
  readonly store: string
  readonly key: Uint8Array
  readonly value: Uint8Array | undefined
}

/**
 * Verifies that `ops` prove a claim against an app hash. The first step leads from the key to the
 * root of its store, the second from that root to the app hash. Each must name the claim's key and
 * store (`/STORE/x:KEY` as a key path).
 *
 * Does not read the store. Any invalid or malicious input is rejected in bounded time.
 *
 * @throws ProofError
 */
export function verifyOps(ops: readonly ProofOp[], claim: Claim, appHash: Uint8Array): void {
  const [inStore, inApp, ...more] = ops
  if (inStore === undefined || inApp === undefined || more.length > 0) {
    throw invalidProof(`want the two steps ics23:iavl and ics23:simple, got ${ops.length}`)
  }
  const storeRoot = locate('ops[0]', () => {
    checkStep(inStore, 'ics23:iavl', claim.key)
    return provenRoot(iavlSpec, decodeProof(inStore.data), claim.key, claim.value)
  })
  const reached = locate('ops[1]', () => {
    const name = utf8ToBytes(claim.store)
    checkStep(inApp, 'ics23:simple', name)
    return provenRoot(tendermintSpec, decodeProof(inApp.data), name, storeRoot)
  })
  if (!equalBytes(reached, appHash)) throw invalidProof('the proof is for another state root')
}

function checkStep({ type, key }: ProofOp, wanted: ProofOp['type'], wantedKey: Uint8Array): void {
  if (type !== wanted) throw invalidProof(`want a step ${wanted}, got ${type}`)
  if (!equalBytes(key, wantedKey)) throw invalidProof('the step is for another key')
}
