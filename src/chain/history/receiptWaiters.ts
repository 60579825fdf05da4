import type { Hash } from '../../primitives/encoding/hex.ts'
import type { SealedBlock } from '../block/block.ts'
import { ChainError } from '../errors.ts'
import type { History } from './history.ts'
import type { LocatedTransaction } from './located.ts'

/** Callers that wait for a transaction to be mined. */
export interface ReceiptWaiters {
  /** @throws ChainError RECEIPT_TIMEOUT, or CHAIN_CLOSED if the chain closes first */
  wait(hash: Hash, timeoutMs: number): Promise<LocatedTransaction>
  /** Resolves the waiters of the block's transactions. */
  announce(block: SealedBlock, history: History): void
  close(): void
}

interface Waiter {
  readonly resolve: (located: LocatedTransaction) => void
  readonly reject: (reason: ChainError) => void
  readonly timer: NodeJS.Timeout
}

export function createReceiptWaiters(): ReceiptWaiters {
  const waiting = new Map<Hash, Set<Waiter>>()

  const forget = (hash: Hash, waiter: Waiter): void => {
    clearTimeout(waiter.timer)
    const others = waiting.get(hash)
    others?.delete(waiter)
    if (others?.size === 0) waiting.delete(hash)
  }

  return {
    wait: (hash, timeoutMs) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          forget(hash, waiter)
          reject(new ChainError({ code: 'RECEIPT_TIMEOUT', hash, timeoutMs }))
        }, timeoutMs)
        const waiter: Waiter = { resolve, reject, timer }
        const others = waiting.get(hash)
        if (others === undefined) waiting.set(hash, new Set([waiter]))
        else others.add(waiter)
      }),
    announce(block, history) {
      if (waiting.size === 0) return
      for (const { hash } of block.transactions) {
        const located = history.transaction(hash)
        if (located === undefined) continue
        for (const waiter of [...(waiting.get(hash) ?? [])]) {
          forget(hash, waiter)
          waiter.resolve(located)
        }
      }
    },
    close() {
      for (const [hash, waiters] of [...waiting]) {
        for (const waiter of [...waiters]) {
          forget(hash, waiter)
          waiter.reject(new ChainError({ code: 'CHAIN_CLOSED' }))
        }
      }
    },
  }
}
