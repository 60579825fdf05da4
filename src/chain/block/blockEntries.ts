import type { Log } from '../../evm/run/log.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import type { NativeTransaction } from '../../native/nativeTransaction.ts'
import { assert } from '../../primitives/assert.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import type { Block, NativeEntry, Receipt } from './block.ts'

/**
 * Which transactions of a block a method shows: EVM transactions only, also synthetic ones (native
 * ones with EVM logs), or also bank transfers.
 */
export type BlockScope = 'evm' | 'synthetic' | 'transfers'

/** A transaction that a scope includes. */
export type BlockEntry = {
  readonly hash: Hash
  /** Index among the included transactions. */
  readonly index: number
  /** Number of logs of included transactions before it. */
  readonly firstLogIndex: number
  readonly logs: readonly Log[]
  /** Number of EVM transactions before it, which is the index of an EVM transaction. */
  readonly evmIndex: number
} & (
  | { readonly kind: 'evm'; readonly transaction: Transaction; readonly receipt: Receipt }
  | { readonly kind: 'native'; readonly native: NativeEntry }
)

/** A native transaction that a scope includes. */
export type NativeBlockEntry = Extract<BlockEntry, { readonly kind: 'native' }>

/** Any transaction of a block. */
export type AnyTransaction = Transaction | NativeTransaction

export function isNative(transaction: AnyTransaction): transaction is NativeTransaction {
  return 'messages' in transaction
}

/** Returns all transactions of a block in order of execution. */
export function transactionsInOrder({
  transactions,
  native,
}: Pick<Block, 'transactions' | 'native'>): readonly AnyTransaction[] {
  if (native.length === 0) return transactions
  const all: AnyTransaction[] = [...transactions]
  // Sorted by position.
  for (const { transaction, position } of native) all.splice(position, 0, transaction)
  return all
}

/** Returns the native transactions that ran directly before an EVM transaction. */
export function nativeBefore({ native }: Block, evmIndex: number): readonly NativeTransaction[] {
  // Number of native transactions before it; all others are EVM transactions.
  const found = native.filter(({ position }, i) => position - i === evmIndex)
  return found.map(({ transaction }) => transaction)
}

/** Returns the transactions of a block that a scope includes, in order. */
export function blockEntries(block: Block, scope: BlockScope): readonly BlockEntry[] {
  const entries: BlockEntry[] = []
  const natives = new Map(block.native.map((native) => [native.position, native]))
  const count = block.transactions.length + block.native.length
  let evmIndex = 0
  for (let position = 0; position < count; position++) {
    const native = natives.get(position)
    if (native === undefined) entries.push(evmEntry(block, evmIndex++))
    else if (isSeen(native, scope)) entries.push(nativeEntry(native, evmIndex))
  }
  return numbered(entries)
}

/** Numbers entries as if the block had no others. */
export function numbered(entries: readonly BlockEntry[]): readonly BlockEntry[] {
  let logCount = 0
  return entries.map((entry, index) => {
    const firstLogIndex = logCount
    logCount += entry.logs.length
    return { ...entry, index, firstLogIndex }
  })
}

/** Not numbered yet. */
const NOWHERE = { index: 0, firstLogIndex: 0 }

function evmEntry({ transactions, receipts }: Block, evmIndex: number): BlockEntry {
  const transaction = transactions[evmIndex]
  const receipt = receipts[evmIndex]
  assert(transaction !== undefined && receipt !== undefined, 'a receipt for each transaction')
  const { hash } = transaction
  return { ...NOWHERE, kind: 'evm', hash, logs: receipt.logs, evmIndex, transaction, receipt }
}

function nativeEntry(native: NativeEntry, evmIndex: number): BlockEntry {
  const { hash } = native.transaction
  return { ...NOWHERE, kind: 'native', hash, logs: native.receipt.logs, evmIndex, native }
}

function isSeen({ receipt }: NativeEntry, scope: BlockScope): boolean {
  if (scope === 'evm') return false
  return receipt.logs.length > 0 || (scope === 'transfers' && receipt.transfer !== undefined)
}
