import type { Log } from '../../evm/run/log.ts'
import type { Address } from '../../primitives/address.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import type { SealedBlock } from '../block/block.ts'
import { type BlockScope, blockEntries } from '../block/blockEntries.ts'

/** Maximum number of topics of a log. */
export const MAX_TOPICS = 4

/** Criteria of a log search. */
export interface LogCriteria {
  /** Emitting addresses; empty: any. */
  readonly addresses: readonly Address[]
  /**
   * Alternatives per position; empty: any. As in geth, a log with fewer topics than positions does
   * not match.
   */
  readonly topics: readonly (readonly Hash[])[]
}

/** A log and its location. */
export interface LocatedLog {
  readonly log: Log
  readonly block: SealedBlock
  readonly transactionHash: Hash
  /** Index of the transaction in the block. */
  readonly index: number
  /** Index of the log in the block. */
  readonly logIndex: number
}

/** Finds the logs of a block, in order. */
export type LogMatcher = (block: SealedBlock) => readonly LocatedLog[]

/** Returns a function that finds the matching logs of a block in a scope, in order. */
export function logMatcher(
  { addresses, topics }: LogCriteria,
  scope: BlockScope = 'evm',
): LogMatcher {
  const writers = new Set(addresses)
  const wanted = topics.map((alternatives, position) => [position, new Set(alternatives)] as const)
  const fits = (log: Log): boolean => {
    if (writers.size > 0 && !writers.has(log.address)) return false
    for (const [position, alternatives] of wanted) {
      const topic = log.topics[position]
      if (topic === undefined || (alternatives.size > 0 && !alternatives.has(topic))) return false
    }
    return true
  }
  return (block) => {
    const found: LocatedLog[] = []
    if (scope !== 'evm' && block.native.length > 0) {
      for (const { logs, hash: transactionHash, index, firstLogIndex } of blockEntries(
        block,
        scope,
      )) {
        logs.forEach((log, i) => {
          const logIndex = firstLogIndex + i
          if (fits(log)) found.push({ log, block, transactionHash, index, logIndex })
        })
      }
      return found
    }
    block.receipts.forEach(({ logs, firstLogIndex }, index) => {
      const transaction = block.transactions[index]
      if (logs.length === 0 || transaction === undefined) return
      const { hash: transactionHash } = transaction
      logs.forEach((log, i) => {
        const logIndex = firstLogIndex + i
        if (fits(log)) found.push({ log, block, transactionHash, index, logIndex })
      })
    })
    return found
  }
}
