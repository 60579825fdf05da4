import type { Transaction } from '../../evm/transaction/transaction.ts'
import type { Address } from '../../primitives/address.ts'
import type { StateReader } from '../../state/stateReader.ts'
import type { WaitingTransactions } from '../chain.ts'
import type { Pool } from './pool.ts'

/** What a pool holds, seen from a state. */
export function waitingIn(pool: Pool, state: StateReader): WaitingTransactions {
  const pending = new Map<Address, readonly Transaction[]>()
  for (const run of pool.runs(state)) if (run[0] !== undefined) pending.set(run[0].from, run)
  const isPending = ({ from, nonce }: Transaction): boolean => {
    const last = pending.get(from)?.at(-1)
    return last !== undefined && nonce <= last.nonce
  }
  const queued = new Map<Address, Transaction[]>()
  for (const transaction of pool.transactions()) {
    if (isPending(transaction)) continue
    const { from } = transaction
    const own = queued.get(from)
    if (own === undefined) queued.set(from, [transaction])
    else own.push(transaction)
  }
  for (const own of queued.values()) own.sort((a, b) => (a.nonce < b.nonce ? -1 : 1))
  return { pending, queued }
}
