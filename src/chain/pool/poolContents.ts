import type { Transaction } from '../../evm/transaction/transaction.ts'
import type { Address } from '../../primitives/address.ts'
import type { StateReader } from '../../state/stateReader.ts'
import type { Pool } from './pool.ts'

/** Transactions by sender, in ascending order of their nonces. */
export type TransactionsBySender = ReadonlyMap<Address, readonly Transaction[]>

/** The pool as `txpool_content` groups it. */
export interface PoolContents {
  /** Transactions without a nonce gap before them. */
  readonly pending: TransactionsBySender
  /** Transactions behind a nonce gap. */
  readonly queued: TransactionsBySender
}

/** The contents of a pool, as of a state. */
export function poolContents(pool: Pool, state: StateReader): PoolContents {
  return { pending: bySender(pool.ready(state)), queued: bySender(pool.queued(state)) }
}

function bySender(runs: readonly (readonly Transaction[])[]): TransactionsBySender {
  return new Map(runs.flatMap((run) => (run[0] === undefined ? [] : [[run[0].from, run] as const])))
}
