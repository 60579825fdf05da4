import { Common, Mainnet } from '@ethereumjs/common'
import { paramsEVM } from '@ethereumjs/evm'
import { paramsTx } from '@ethereumjs/tx'
import type { KZG } from '@ethereumjs/util'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { verifyKzgProof } from '../../primitives/crypto/kzg.ts'
import { recoverPublicKey } from '../../primitives/crypto/secp256k1.ts'
import { bytesToBigInt } from '../../primitives/encoding/bytes.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'
import { type Hardfork, hardforks } from './hardfork.ts'

/** EIP numbers are smaller. */
const EIP_LIMIT = 16_384
const [UNKNOWN, INACTIVE, ACTIVE] = [0, 1, 2]

/**
 * Fork rules that cache their results in tables.
 *
 * The library merges the parameters of each created transaction into its rules again, which takes
 * longer than the rest (18 % of a node's time); our instances are shared and merge once. The
 * interpreter looks up EIPs, forks and gas parameters at each opcode, which are searches in lists
 * (38 % of a tight loop).
 */
class SettledRules extends Common {
  private isSettled = false
  private readonly eipStates = new Uint8Array(EIP_LIMIT)
  private readonly reachedForks = new Map<string, boolean>()
  private readonly numbers = new Map<string, bigint>()

  /**
   * @param codeSizeLimit replaces the fork's limit, if it has one
   * @param sstoreSetGas replaces the fork's price
   */
  settle(codeSizeLimit: number | undefined, sstoreSetGas: bigint | undefined): this {
    this.updateParams(mergedParams())
    if (sstoreSetGas !== undefined && super.gteHardfork('istanbul')) {
      this.numbers.set('sstoreInitEIP2200Gas', sstoreSetGas)
      this.numbers.set(
        'sstoreInitRefundEIP2200Gas',
        sstoreSetGas - super.param('sstoreDirtyEIP2200Gas'),
      )
    }
    if (codeSizeLimit !== undefined) {
      this.numbers.set('maxCodeSize', BigInt(codeSizeLimit))
      this.numbers.set('maxInitCodeSize', 2n * BigInt(codeSizeLimit))
    }
    this.isSettled = true
    return this
  }

  override updateParams(params: Parameters<Common['updateParams']>[0]): void {
    if (!this.isSettled) super.updateParams(params)
  }

  override resetParams(params: Parameters<Common['resetParams']>[0]): void {
    this.requireUnsettled()
    super.resetParams(params)
  }

  override setHardfork(hardfork: Parameters<Common['setHardfork']>[0]): void {
    if (this.isSettled && hardfork === this.hardfork()) return
    this.requireUnsettled()
    super.setHardfork(hardfork)
  }

  override setEIPs(eips?: Parameters<Common['setEIPs']>[0]): void {
    this.requireUnsettled()
    super.setEIPs(eips)
  }

  override isActivatedEIP(eip: number): boolean {
    // The constructor of the base class calls this before the tables exist.
    if (!this.isSettled) return super.isActivatedEIP(eip)
    const state = this.eipStates[eip]
    if (state === ACTIVE) return true
    if (state === INACTIVE) return false
    const isActive = super.isActivatedEIP(eip)
    if (state === UNKNOWN) this.eipStates[eip] = isActive ? ACTIVE : INACTIVE
    return isActive
  }

  override gteHardfork(hardfork: Parameters<Common['gteHardfork']>[0]): boolean {
    if (!this.isSettled) return super.gteHardfork(hardfork)
    let isReached = this.reachedForks.get(hardfork)
    if (isReached === undefined) {
      isReached = super.gteHardfork(hardfork)
      this.reachedForks.set(hardfork, isReached)
    }
    return isReached
  }

  override param(name: string): bigint {
    if (!this.isSettled) return super.param(name)
    let value = this.numbers.get(name)
    if (value === undefined) {
      value = super.param(name)
      this.numbers.set(name, value)
    }
    return value
  }

  /** The tables apply to one fork. */
  private requireUnsettled(): void {
    if (this.isSettled) throw new Error('bug: settled rules do not change')
  }
}

/** Parameters of transactions and of execution by EIP. Each update computes all values. */
function mergedParams(): Parameters<Common['updateParams']>[0] {
  const merged: Record<string, object> = { ...paramsTx }
  for (const [eip, params] of Object.entries(paramsEVM)) {
    merged[eip] = { ...merged[eip], ...params }
  }
  return merged as Parameters<Common['updateParams']>[0]
}

const known = new Map<Hardfork, Map<bigint, Common>>()

const changed = new Map<string, Common>()

/**
 * Returns the gas parameters and active EIPs of a fork for one chain. Shared: do not change.
 *
 * @param codeSizeLimit as in `BlockContext`
 * @param sstoreSetGas gas of an SSTORE that sets a slot, from Istanbul on; default: the fork's
 */
export function forkRules(
  chainId: bigint,
  hardfork: Hardfork,
  codeSizeLimit?: number,
  sstoreSetGas?: bigint,
): Common {
  if (codeSizeLimit !== undefined || sstoreSetGas !== undefined) {
    return changedRules(chainId, hardfork, codeSizeLimit, sstoreSetGas)
  }
  let chains = known.get(hardfork)
  if (chains === undefined) {
    chains = new Map()
    known.set(hardfork, chains)
  }
  let rules = chains.get(chainId)
  if (rules === undefined) {
    rules = createRules(chainId, hardfork)
    chains.set(chainId, rules)
  }
  return rules
}

function changedRules(
  chainId: bigint,
  hardfork: Hardfork,
  codeSizeLimit: number | undefined,
  sstoreSetGas: bigint | undefined,
): Common {
  const key = `${chainId}/${hardfork}/${codeSizeLimit}/${sstoreSetGas}`
  const rules = changed.get(key) ?? createRules(chainId, hardfork, codeSizeLimit, sstoreSetGas)
  changed.set(key, rules)
  return rules
}

function createRules(
  chainId: bigint,
  hardfork: Hardfork,
  codeSizeLimit?: number,
  sstoreSetGas?: bigint,
): Common {
  return new SettledRules({
    chain: {
      ...Mainnet,
      name: 'rockpool',
      chainId: Number(chainId),
      // hardfork.ts decides which fork is active; here all of them start at block 0.
      hardforks: hardforks.map((name) => ({ name, block: 0 })),
    },
    hardfork,
    customCrypto: { keccak256, ecrecover, kzg },
  }).settle(codeSizeLimit, sstoreSetGas)
}

/**
 * Called by the ECRECOVER precompile; `v` is 27 or 28.
 * @throws Error if no key matches
 */
function ecrecover(hash: Uint8Array, v: bigint, r: Uint8Array, s: Uint8Array): Uint8Array {
  return recoverPublicKey(hash, {
    r: bytesToBigInt(r),
    s: bytesToBigInt(s),
    yParity: v === 28n ? 1 : 0,
  })
}

/**
 * Called by the point evaluation precompile (0x0a, EIP-4844); the rest is for blob transactions,
 * which are rejected.
 */
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
  throw new Error('blobs are not supported: KZG supports point evaluation only')
}
