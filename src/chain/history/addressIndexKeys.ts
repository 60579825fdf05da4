import type { InternalCalls } from '../../evm/run/executor.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import type { Address } from '../../primitives/address.ts'
import { addressIndexRowKey } from '../../store/database/tables.ts'
import type { Receipt, SealedBlock } from '../block/block.ts'
import type { BlockKeys } from './blockKeys.ts'

/**
 * Keys that find transactions:
 * - `party`: an account that the transaction involves: sender, recipient, created contract, and the
 *   accounts of inner frames, including failed ones;
 * - `nonce`: sender and nonce;
 * - `creator`: a contract that it created, directly or by code, and that persists.
 */
export type AddressIndexKey =
  | { readonly kind: 'party' | 'creator'; readonly address: Address }
  | { readonly kind: 'nonce'; readonly address: Address; readonly nonce: bigint }

/** Creates the address index. */
export const addressIndex: BlockKeys<AddressIndexKey> = {
  keysOf: traitsOf,
  nameOf: traitName,
  rowOf: addressIndexRowKey,
}

function traitName(trait: AddressIndexKey): string {
  const { kind, address } = trait
  if (kind === 'party') return address
  return kind === 'nonce' ? `${address}/${trait.nonce}` : `${address}!`
}

function traitsOf({ transactions, receipts }: SealedBlock): ReadonlyMap<string, AddressIndexKey> {
  const traits = new Map<string, AddressIndexKey>()
  const add = (trait: AddressIndexKey) => traits.set(traitName(trait), trait)
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

/** Returns a function that finds the transactions of a block with a key, in order. */
export function transactionMatcher(trait: AddressIndexKey) {
  return (block: SealedBlock) =>
    block.transactions.flatMap((transaction, index) => {
      const receipt = block.receipts[index]
      const isFound = receipt !== undefined && hasTrait(transaction, receipt, trait)
      return isFound ? [{ block, index, transaction, receipt }] : []
    })
}

function hasTrait(transaction: Transaction, receipt: Receipt, trait: AddressIndexKey): boolean {
  const { kind, address } = trait
  if (kind === 'nonce') return transaction.from === address && transaction.nonce === trait.nonce
  return (kind === 'party' ? partiesOf(transaction, receipt) : createdBy(receipt)).includes(address)
}

/**
 * Returns the part of a transaction's internalCalls that the transaction itself does not contain,
 * or undefined if it contains all.
 */
export function storedInternalCalls(
  { from, to }: Transaction,
  contractAddress: Address | undefined,
  internalCalls: InternalCalls | undefined,
): InternalCalls | undefined {
  if (internalCalls === undefined) return undefined
  const known = [from, to, contractAddress]
  const touched = internalCalls.touched.filter((address) => !known.includes(address))
  return touched.length === 0 ? undefined : { ...internalCalls, touched }
}

function partiesOf(
  { from, to }: Transaction,
  { contractAddress, internalCalls }: Receipt,
): readonly Address[] {
  const target = to ?? contractAddress
  return [from, ...(target === undefined ? [] : [target]), ...(internalCalls?.touched ?? [])]
}

function createdBy({ status, contractAddress, internalCalls }: Receipt): readonly Address[] {
  const inside = internalCalls?.creations.map(({ address }) => address) ?? []
  return status === 1 && contractAddress !== undefined ? [contractAddress, ...inside] : inside
}
