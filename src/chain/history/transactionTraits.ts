import type { Internals } from '../../evm/run/executor.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import type { Address } from '../../primitives/address.ts'
import { traitKey } from '../../store/database/tables.ts'
import type { Receipt, SealedBlock } from '../block/block.ts'
import type { BlockKeys } from './blockKeys.ts'

/**
 * What transactions are found by:
 * - `party`: an account that took part: who sent it, whom it is to, what it creates, and for whom frames were opened below its own,
 *   whether they failed or not;
 * - `nonce`: who sent it, with which nonce;
 * - `creator`: a contract that it created, itself or by code, and did not take back.
 */
export type TransactionTrait =
  | { readonly kind: 'party' | 'creator'; readonly address: Address }
  | { readonly kind: 'nonce'; readonly address: Address; readonly nonce: bigint }

/** The index of addresses. */
export const addressIndex: BlockKeys<TransactionTrait> = {
  keysOf: traitsOf,
  nameOf: traitName,
  rowOf: traitKey,
}

function traitName(trait: TransactionTrait): string {
  const { kind, address } = trait
  if (kind === 'party') return address
  return kind === 'nonce' ? `${address}/${trait.nonce}` : `${address}!`
}

function traitsOf({ transactions, receipts }: SealedBlock): ReadonlyMap<string, TransactionTrait> {
  const traits = new Map<string, TransactionTrait>()
  const add = (trait: TransactionTrait) => traits.set(traitName(trait), trait)
  transactions.forEach((transaction, index) => {
    const { from: sender, nonce } = transaction
    add({ kind: 'nonce', address: sender, nonce })
    const receipt = receipts[index]
    if (receipt === undefined) return
    for (const address of partiesOf(transaction, receipt)) add({ kind: 'party', address })
    for (const address of createdBy(receipt)) add({ kind: 'creator', address })
  })
  return traits
}

/** Makes a function that finds the transactions of a block that have a trait, in order. */
export function transactionMatcher(trait: TransactionTrait) {
  return (block: SealedBlock) =>
    block.transactions.flatMap((transaction, index) => {
      const receipt = block.receipts[index]
      const isFound = receipt !== undefined && hasTrait(transaction, receipt, trait)
      return isFound ? [{ block, index, transaction, receipt }] : []
    })
}

function hasTrait(transaction: Transaction, receipt: Receipt, trait: TransactionTrait): boolean {
  const { kind, address } = trait
  if (kind === 'nonce') return transaction.from === address && transaction.nonce === trait.nonce
  return (kind === 'party' ? partiesOf(transaction, receipt) : createdBy(receipt)).includes(address)
}

/** What is to be kept of a transaction's internals: what the transaction itself does not tell; undefined where that is nothing. */
export function internalsToKeep(
  { from, to }: Transaction,
  contractAddress: Address | undefined,
  internals: Internals | undefined,
): Internals | undefined {
  if (internals === undefined) return undefined
  const known = [from, to, contractAddress]
  const reached = internals.reached.filter((address) => !known.includes(address))
  return reached.length === 0 ? undefined : { ...internals, reached }
}

function partiesOf(
  { from, to }: Transaction,
  { contractAddress, internals }: Receipt,
): readonly Address[] {
  const target = to ?? contractAddress
  return [from, ...(target === undefined ? [] : [target]), ...(internals?.reached ?? [])]
}

function createdBy({ status, contractAddress, internals }: Receipt): readonly Address[] {
  const inside = internals?.creations.map(({ address }) => address) ?? []
  return status === 1 && contractAddress !== undefined ? [contractAddress, ...inside] : inside
}
