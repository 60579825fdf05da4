import type { Log } from '../../evm/run/log.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import type { NativeTransaction } from '../../native/nativeTransaction.ts'
import { assert } from '../../primitives/assert.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import type { Block, NativeEntry, Receipt } from './block.ts'

/**
 * How much of a block is looked at: its EVM transactions, synthetic transactions as well (native
 * ones with EVM logs), or bank transfers too.
 */
export type BlockScope = 'evm' | 'synthetic' | 'transfers'

/** A transaction that is seen in a scope. */
export type BlockEntry = {
  readonly hash: Hash
  /** Place among those that are seen. */
  readonly index: number
  /** Logs that are seen before its first. */
  readonly firstLogIndex: number
  readonly logs: readonly Log[]
  /** EVM transactions before it: the place among them of one that is an EVM transaction itself. */
  readonly evmIndex: number
} & (
  | { readonly kind: 'evm'; readonly transaction: Transaction; readonly receipt: Receipt }
  | { readonly kind: 'native'; readonly native: NativeEntry }
)

/** A native transaction that is seen in a scope. */
export type NativeBlockEntry = Extract<BlockEntry, { readonly kind: 'native' }>

/** Any transaction of a block. */
export type AnyTransaction = Transaction | NativeTransaction

export function isNative(transaction: AnyTransaction): transaction is NativeTransaction {
  return 'messages' in transaction
}

/** All transactions of a block in the order in which they ran. */
export function transactionsInOrder({
  transactions,
  native,
}: Pick<Block, 'transactions' | 'native'>): readonly AnyTransaction[] {
  if (native.length === 0) return transactions
  const all: AnyTransaction[] = [...transactions]
  // In order, so that each finds its place.
  for (const { transaction, position } of native) all.splice(position, 0, transaction)
  return all
}

/** The native transactions that ran right before an EVM transaction of a block, in order. */
export function nativeBefore({ native }: Block, evmIndex: number): readonly NativeTransaction[] {
  // So many native ones lie before it; the others are EVM transactions.
  const found = native.filter(({ position }, i) => position - i === evmIndex)
  return found.map(({ transaction }) => transaction)
}

/** The transactions of a block that are seen in a scope, in order. */
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

/** Entries with the places that they have when there are no others in the block. */
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
