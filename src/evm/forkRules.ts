import { Common, Mainnet } from '@ethereumjs/common'
import { paramsEVM } from '@ethereumjs/evm'
import { paramsTx } from '@ethereumjs/tx'
import type { KZG } from '@ethereumjs/util'
import { bytesToBigInt } from '../primitives/bytes.ts'
import { hexToBytes } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'
import { verifyKzgProof } from '../primitives/kzg.ts'
import { recoverPublicKey } from '../primitives/secp256k1.ts'
import { type Hardfork, hardforks } from './hardfork.ts'

/**
 * Every transaction that is made merges its parameters into its rules again, which costs more than the rest
 * of it (18 % of a node's time); once is enough, as ours are shared and hold them from the start.
 */
class SettledRules extends Common {
  private isSettled = false

  settle(): this {
    for (const params of [paramsTx, paramsEVM]) this.updateParams(params)
    this.isSettled = true
    return this
  }

  override updateParams(params: Parameters<Common['updateParams']>[0]): void {
    if (!this.isSettled) super.updateParams(params)
  }
}

const known = new Map<string, Common>()

/** Gas numbers and active EIPs of a fork, for one chain. Shared: never changed by its users. */
export function forkRules(chainId: bigint, hardfork: Hardfork): Common {
  const id = `${chainId}/${hardfork}`
  let rules = known.get(id)
  if (rules === undefined) {
    rules = createRules(chainId, hardfork)
    known.set(id, rules)
  }
  return rules
}

function createRules(chainId: bigint, hardfork: Hardfork): Common {
  return new SettledRules({
    chain: {
      ...Mainnet,
      name: 'rockpool',
      chainId: Number(chainId),
      // Which fork is active is our own decision (see hardfork.ts); here every one begins with the chain.
      hardforks: hardforks.map((name) => ({ name, block: 0 })),
    },
    hardfork,
    customCrypto: { keccak256, ecrecover, kzg },
  }).settle()
}

/** What the ECRECOVER precompile calls; `v` is 27 or 28. @throws when no key fits */
function ecrecover(hash: Uint8Array, v: bigint, r: Uint8Array, s: Uint8Array): Uint8Array {
  return recoverPublicKey(hash, {
    r: bytesToBigInt(r),
    s: bytesToBigInt(s),
    yParity: v === 28n ? 1 : 0,
  })
}

/** What the point evaluation precompile (0x0a, EIP-4844) calls; the rest is for blob transactions, which we refuse. */
const kzg: KZG = {
  verifyProof: (commitment, z, y, proof) =>
    verifyKzgProof(hexToBytes(commitment), hexToBytes(z), hexToBytes(y), hexToBytes(proof)),
  blobToKzgCommitment: refuseBlobs,
  computeBlobProof: refuseBlobs,
  verifyBlobProofBatch: refuseBlobs,
  computeCells: refuseBlobs,
  computeCellsAndProofs: refuseBlobs,
  recoverCellsAndProofs: refuseBlobs,
  verifyCellKzgProofBatch: refuseBlobs,
}

function refuseBlobs(): never {
  throw new Error('blobs are not supported: of KZG there is only the check of a point evaluation')
}
