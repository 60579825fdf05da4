import type { ExecutionResult } from '../../evm/run/executor.ts'
import type { Log } from '../../evm/run/log.ts'
import type { CallRequest } from '../../evm/transaction/callRequest.ts'
import type { TransactionType } from '../../evm/transaction/transaction.ts'
import type { StateOverrides } from '../../state/overrides.ts'
import type { SealedBlock } from '../block/block.ts'
import type { BlockOverrides } from './blockView.ts'

/** Blocks to be made of calls that nobody signed, one on top of the other. */
export interface Simulation {
  readonly blocks: readonly BlockToSimulate[]
  /** Whether transfers of wei are told among the logs. */
  readonly tracesTransfers: boolean
  /**
   * Whether nonces and fees are checked as they are of transactions. Signatures never are, nor
   * whether the sender has code.
   */
  readonly isValidated: boolean
}

/** What a block of a simulation is made of; what is left open follows from the block before it. */
export interface BlockToSimulate {
  readonly block?: BlockOverrides
  /** What becomes of the state before the block, and stays. */
  readonly state?: StateOverrides
  readonly calls: readonly CallToSimulate[]
}

/** A call as a transaction. */
export interface CallToSimulate extends CallRequest {
  /** Undefined: the fields that are there decide. */
  readonly type?: TransactionType
}

/**
 * A block that was simulated. Its state root is zero: nothing was committed that could have one.
 */
export interface SimulatedBlock {
  readonly block: SealedBlock
  /** What became of each call, in order. */
  readonly calls: readonly CallInBlock[]
}

/** What became of a call of a simulated block. */
export interface CallInBlock {
  readonly outcome: ExecutionResult
  readonly gasUsed: bigint
  /** Before refunds. */
  readonly maxGasUsed: bigint
  /** With the transfers of wei, where they are told. */
  readonly logs: readonly Log[]
  /** Number of such logs in the block before the call's first. */
  readonly firstLogIndex: number
}
