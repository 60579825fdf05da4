import { DomainError } from '../../primitives/domainError.ts'
import { uvarintToBytes } from '../../primitives/encoding/varint.ts'
import type { StateReader } from '../../state/stateReader.ts'
import { type AnyTransaction, isNative } from '../block/blockEntries.ts'
import { type BlockLimits, Pool } from '../pool/pool.ts'
import type { CheckState } from './checkState.ts'
import { isReadable, type TransactionReader } from './transactionReader.ts'

/** What a proposal is made for: the state after the newest block, and the next block. */
export interface ProposalScene {
  readonly reader: TransactionReader
  /** State after the newest block; not changed. */
  readonly state: StateReader
  readonly limits: BlockLimits
  /** A state of its own that takes no transaction before its sender's turn. */
  readonly check: CheckState
}

/**
 * Chooses the transactions of a proposal: by fee, each sender's in order, within the gas of a block
 * and the given bytes. Transactions that cannot be in the block are left out.
 *
 * @param maxBytes most bytes of the transactions as CometBFT counts them
 */
export function makeProposal(
  raws: readonly Uint8Array[],
  maxBytes: number,
  scene: ProposalScene,
): readonly Uint8Array[] {
  const { state, limits, check } = scene
  const rawOf = new Map<AnyTransaction, Uint8Array>()
  let gas = 0n
  let bytes = 0
  const chosen: Uint8Array[] = []
  for (const transaction of poolOf(raws, scene, rawOf).executable(state, limits)) {
    const raw = rawOf.get(transaction)
    if (raw === undefined) continue
    const size = sizeInBlock(raw)
    const wanted = gasOf(transaction)
    if (bytes + size > maxBytes || gas + wanted > limits.gasLimit) continue
    if (!isAccepted(check, transaction)) continue
    bytes += size
    gas += wanted
    chosen.push(raw)
  }
  return chosen
}

/**
 * Whether a proposal is one that {@link makeProposal} may make: all transactions can be in the
 * block one after the other, and their gas and bytes are not more than a block's.
 */
export function isProposalValid(
  raws: readonly Uint8Array[],
  maxBytes: number,
  { reader, limits, check }: Pick<ProposalScene, 'reader' | 'limits' | 'check'>,
): boolean {
  if (raws.reduce((sum, raw) => sum + sizeInBlock(raw), 0) > maxBytes) return false
  const seen = new Set<string>()
  let gas = 0n
  for (const raw of raws) {
    const transaction = reader.read(raw)
    if (!isReadable(transaction) || seen.has(transaction.hash)) return false
    seen.add(transaction.hash)
    // Only a pool replaces transactions.
    if (!isNative(transaction) && check.pool.at(transaction.from, transaction.nonce)) return false
    gas += gasOf(transaction)
    if (gas > limits.gasLimit || !isAccepted(check, transaction)) return false
  }
  return true
}

/** Gas that a transaction may use. */
export function gasOf(transaction: AnyTransaction): bigint {
  return isNative(transaction) ? transaction.fee.gasLimit : transaction.gasLimit
}

function poolOf(
  raws: readonly Uint8Array[],
  { reader }: ProposalScene,
  rawOf: Map<AnyTransaction, Uint8Array>,
): Pool {
  let pool = new Pool()
  const seen = new Set<string>()
  for (const raw of raws) {
    const transaction = reader.read(raw)
    if (!isReadable(transaction) || seen.has(transaction.hash)) continue
    seen.add(transaction.hash)
    try {
      pool = isNative(transaction) ? pool.addNative(transaction) : pool.add(transaction)
      rawOf.set(transaction, raw)
    } catch (error) {
      // Another transaction of this nonce pays more, or there are more than the pool takes.
      if (!(error instanceof DomainError)) throw error
    }
  }
  return pool
}

function isAccepted(check: CheckState, transaction: AnyTransaction): boolean {
  try {
    check.accept(transaction)
    return true
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}

/** Bytes of a transaction in a block: a field of protobuf. */
function sizeInBlock(raw: Uint8Array): number {
  return 1 + uvarintToBytes(raw.length).length + raw.length
}
