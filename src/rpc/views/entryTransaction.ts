import type { Block, NativeEntry } from '../../chain/block/block.ts'
import type { BlockEntry, NativeBlockEntry } from '../../chain/block/blockEntries.ts'
import type { Address } from '../../primitives/address.ts'
import { assert } from '../../primitives/assert.ts'
import { toQuantity } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { Encoder } from '../codec/codec.ts'
import { describeFields, type JsonSchema } from '../codec/jsonSchema.ts'
import { address, hash, quantity } from '../codec/scalar.ts'

import { type TransactionView, transactionView } from './transaction.ts'

/** A transaction of a block, of either kind, or a pending EVM transaction. */
export type EntryTransactionView = EntryView | TransactionView

/** A transaction of a block, of either kind. */
export interface EntryView {
  readonly block: Block
  readonly entry: BlockEntry
}

/**
 * Fields of the transaction object of a native transaction: all but the chain id, because its
 * signature covers the native chain id.
 */
const NATIVE_FIELDS = [
  'blockHash',
  'blockNumber',
  'from',
  'gas',
  'gasPrice',
  'hash',
  'input',
  'nonce',
  'to',
  'transactionIndex',
  'value',
  'type',
  'v',
  'r',
  's',
] as const satisfies readonly (keyof ReturnType<typeof nativeTransaction>)[]

/** Transaction object; for a native one with zeros in fields of EVM transactions. */
export const entryTransactionView: Encoder<EntryTransactionView> = {
  encode(view) {
    if (!('entry' in view)) return transactionView.encode(view)
    const { block, entry } = view
    if (entry.kind === 'native') return nativeTransaction(block, entry)
    const { transaction, index } = entry
    return transactionView.encode(
      block.hash === undefined ? { transaction } : { transaction, place: { block, index } },
    )
  },
  schema: { anyOf: [transactionView.schema, nativeTransactionSchema()] },
}

/** Sender and recipient of a native transaction on the EVM side. */
export function nativeParties({ receipt }: NativeEntry): {
  readonly from: Address
  readonly to: Address
} {
  const { logs, sender, transfer } = receipt
  const [first] = logs
  if (first !== undefined) return { from: sender, to: first.address }
  assert(transfer !== undefined, 'a native transaction without logs to be a transfer')
  return { from: transfer.from, to: transfer.to }
}

function nativeTransaction(block: Block, { index, native }: NativeBlockEntry) {
  const { from, to } = nativeParties(native)
  return {
    blockHash: block.hash ?? null,
    blockNumber: toQuantity(block.number),
    from,
    gas: '0x0',
    gasPrice: '0x0',
    hash: native.transaction.hash,
    input: '0x',
    nonce: '0x0',
    to,
    transactionIndex: toQuantity(index),
    value: toQuantity(native.receipt.transfer?.value ?? 0n),
    type: '0x0',
    v: '0x0',
    r: '0x0',
    s: '0x0',
  } as const satisfies Json
}

function nativeTransactionSchema(): JsonSchema {
  const { properties = {} } = transactionView.schema
  const shown = NATIVE_FIELDS.map((name) => [name, properties[name] ?? {}] as const)
  // Never pending, and never a creation.
  const certain = {
    blockHash: hash.schema,
    blockNumber: quantity.schema,
    to: address.schema,
    transactionIndex: quantity.schema,
  }
  return {
    ...transactionView.schema,
    title: 'native transaction',
    description: 'A native transaction with EVM logs, or a bank transfer, for EVM clients.',
    properties: describeFields<string>(
      { ...Object.fromEntries(shown), ...certain },
      {
        from: 'first signer; for a bank transfer without logs, the sender of the coins',
        gas: 'always zero; also gasPrice, nonce, v, r and s',
        gasPrice: 'always zero',
        hash: 'SHA-256 of the transaction',
        input: 'always empty',
        to: 'contract of the first log; for a bank transfer without logs, the recipient',
        value: 'transferred amount of the base denomination, in wei',
        type: 'always 0x0',
        v: 'always zero',
        transactionIndex: 'transaction index among those in the result, from 0',
      },
    ),
    required: NATIVE_FIELDS,
  }
}
