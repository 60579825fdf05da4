import type { Log } from '../../evm/run/log.ts'
import type { Address } from '../../primitives/address.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import type { SealedBlock } from '../block/block.ts'
import { type BlockScope, blockEntries } from '../block/blockEntries.ts'

/** Topics that a log can have. */
export const MAX_TOPICS = 4

/** Which logs are looked for. */
export interface LogCriteria {
  /** Who wrote it, one of these; empty: anybody. */
  readonly addresses: readonly Address[]
  /**
   * For each position which topics it may have; empty: any. A log with fewer topics than there are
   * positions does not fit, as in geth.
   */
  readonly topics: readonly (readonly Hash[])[]
}

/** A log and where it is. */
export interface LocatedLog {
  readonly log: Log
  readonly block: SealedBlock
  readonly transactionHash: Hash
  /** Place of the transaction in the block. */
  readonly index: number
  /** Place of the log in the block. */
  readonly logIndex: number
}

/** Finds logs in a block, in order. */
export type LogMatcher = (block: SealedBlock) => readonly LocatedLog[]

/** Makes a function that finds the logs of a block that fit and are seen in a scope, in order. */
export function logMatcher(
  { addresses, topics }: LogCriteria,
  scope: BlockScope = 'evm',
): LogMatcher {
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
