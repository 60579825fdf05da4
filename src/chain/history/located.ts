import type { Transaction } from '../../evm/transaction/transaction.ts'
import type { NativeEntry, Receipt, SealedBlock } from '../block/block.ts'

/** A mined transaction with its block and receipt. */
export interface LocatedTransaction {
  readonly block: SealedBlock
  readonly index: number
  readonly transaction: Transaction
  readonly receipt: Receipt
}

/** A native transaction with its block. */
export interface LocatedNative {
  readonly block: SealedBlock
  readonly entry: NativeEntry
}
