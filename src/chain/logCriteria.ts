import type { Log } from '../evm/executor.ts'
import type { Transaction } from '../evm/transaction.ts'
import type { Address } from '../primitives/address.ts'
import type { Hash } from '../primitives/hex.ts'
import type { SealedBlock } from './block.ts'

/** Topics that a log can have. */
export const MAX_TOPICS = 4

/** Which logs are looked for. */
export interface LogCriteria {
  /** Who wrote it, one of these; empty: anybody. */
  readonly addresses: readonly Address[]
  /**
   * For each position which topics it may have; empty: any. A log with fewer topics than there are positions does not fit,
   * as in geth.
   */
  readonly topics: readonly (readonly Hash[])[]
}

/** A log and where it is. */
export interface LocatedLog {
  readonly log: Log
  readonly block: SealedBlock
  readonly transaction: Transaction
  /** Place of the transaction in the block. */
  readonly index: number
  /** Place of the log in the block. */
  readonly logIndex: number
}

/** Makes a function that finds the logs of a block that fit, in order. */
export function logMatcher({
  addresses,
  topics,
}: LogCriteria): (block: SealedBlock) => readonly LocatedLog[] {
  const writers = new Set(addresses)
  const wanted = topics.map((alternatives) => new Set(alternatives))
  const fits = (log: Log): boolean => {
    if (writers.size > 0 && !writers.has(log.address)) return false
    return wanted.every((alternatives, position) => {
      const topic = log.topics[position]
      return topic !== undefined && (alternatives.size === 0 || alternatives.has(topic))
    })
  }
  return (block) => {
    const found: LocatedLog[] = []
    block.receipts.forEach(({ logs, firstLogIndex }, index) => {
      const transaction = block.transactions[index]
      if (logs.length === 0 || transaction === undefined) return
      logs.forEach((log, i) => {
        if (fits(log)) found.push({ log, block, transaction, index, logIndex: firstLogIndex + i })
      })
    })
    return found
  }
}
