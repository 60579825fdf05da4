import type { ExecutionResult } from '../../evm/run/executor.ts'
import type { Log } from '../../evm/run/log.ts'
import type { CallRequest } from '../../evm/transaction/callRequest.ts'
import type { TransactionType } from '../../evm/transaction/transaction.ts'
import type { StateOverrides } from '../../state/overrides.ts'
import type { SealedBlock } from '../block/block.ts'
import type { BlockOverrides } from './blockView.ts'

/** Consecutive blocks of unsigned calls. */
export interface Simulation {
  readonly blocks: readonly BlockToSimulate[]
  /** Whether transfers of wei are reported as logs. */
  readonly tracesTransfers: boolean
  /**
   * Whether nonces and fees are checked as for transactions. Signatures and code of senders are
   * never checked.
   */
  readonly isValidated: boolean
}

/** Inputs of a simulated block; omitted fields derive from the block before it. */
export interface BlockToSimulate {
  readonly block?: BlockOverrides
  /** Overrides that apply before the block and persist. */
  readonly state?: StateOverrides
  readonly calls: readonly CallToSimulate[]
}

/** A call as a transaction. */
export interface CallToSimulate extends CallRequest {
  /** Undefined: derived from the given fields. */
  readonly type?: TransactionType
}

/** A simulated block. Its state root is zero, because nothing was committed. */
export interface SimulatedBlock {
  readonly block: SealedBlock
  /** Results of the calls, in order. */
  readonly calls: readonly CallInBlock[]
}

/** Result of a call of a simulated block. */
export interface CallInBlock {
  readonly outcome: ExecutionResult
  readonly gasUsed: bigint
  /** Before refunds. */
  readonly maxGasUsed: bigint
  /** Including the transfers of wei, if requested. */
  readonly logs: readonly Log[]
  /** Number of logs in the block before those of the call. */
  readonly firstLogIndex: number
}
