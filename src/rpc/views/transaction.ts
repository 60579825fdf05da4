import type { Block } from '../../chain/block/block.ts'
import type { AccessList, Authorization, Transaction } from '../../evm/transaction/transaction.ts'
import { type Hex, toQuantity } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { Encoder } from '../codec/codec.ts'
import { describeFields, type JsonSchema } from '../codec/jsonSchema.ts'
import { address, bytes, hash, quantity } from '../codec/scalar.ts'
import { accessList, authorizationFields } from '../codec/transactionRequest.ts'

/** A transaction and, if mined, its location. */
export interface TransactionView {
  readonly transaction: Transaction
  readonly place?: { readonly block: Block; readonly index: number }
}

/**
 * Transaction object of execution-apis. A pending one has no location and its fee cap as gas price.
 */
export const transactionView: Encoder<TransactionView> = {
  encode: ({ transaction: tx, place }) => ({
    blockHash: place?.block.hash ?? null,
    blockNumber: place === undefined ? null : toQuantity(place.block.number),
    from: tx.from,
    gas: toQuantity(tx.gasLimit),
    gasPrice: toQuantity(gasPrice(tx, place?.block.header.baseFeePerGas)),
    hash: tx.hash,
    input: bytes.encode(tx.data),
    nonce: toQuantity(tx.nonce),
    to: tx.to ?? null,
    transactionIndex: place === undefined ? null : toQuantity(place.index),
    value: toQuantity(tx.value),
    type: toQuantity(tx.type),
    chainId: toQuantity(tx.chainId),
    ...typeFields(tx),
    v: toQuantity(tx.v),
    r: toQuantity(tx.signature.r),
    s: toQuantity(tx.signature.s),
    ...(tx.type > 0 && { yParity: toQuantity(tx.signature.yParity) }),
  }),
  schema: transactionSchema(),
}

/** Fields of some types, without the signature. */
export function typeFields(tx: {
  readonly type: number
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly accessList: AccessList
  readonly authorizationList: readonly Authorization[]
}): Readonly<Record<string, Json>> {
  return {
    ...(tx.type >= 2 && {
      maxFeePerGas: toQuantity(tx.maxFeePerGas),
      maxPriorityFeePerGas: toQuantity(tx.maxPriorityFeePerGas),
    }),
    ...(tx.type >= 1 && { accessList: accessList.encode(tx.accessList) }),
    ...(tx.type === 4 && { authorizationList: tx.authorizationList.map(authorization) }),
  }
}

/** Gas price: the fee cap, or less if base fee and tip are lower. */
function gasPrice(tx: Transaction, baseFee: bigint | undefined): bigint {
  if (baseFee === undefined || tx.type < 2) return tx.maxFeePerGas
  const price = baseFee + tx.maxPriorityFeePerGas
  return price < tx.maxFeePerGas ? price : tx.maxFeePerGas
}

function authorization(signed: Authorization): Readonly<Record<string, Hex>> {
  return {
    chainId: toQuantity(signed.chainId),
    address: signed.address,
    nonce: toQuantity(signed.nonce),
    yParity: toQuantity(signed.yParity),
    r: toQuantity(signed.r),
    s: toQuantity(signed.s),
  }
}

function transactionSchema(): JsonSchema {
  const whenMined = (schema: JsonSchema): JsonSchema => ({
    anyOf: [schema, { type: 'null', title: 'null if pending' }],
  })
  const always = {
    blockHash: whenMined(hash.schema),
    blockNumber: whenMined(quantity.schema),
    from: address.schema,
    gas: quantity.schema,
    gasPrice: quantity.schema,
    hash: hash.schema,
    input: bytes.schema,
    nonce: quantity.schema,
    to: { anyOf: [address.schema, { type: 'null', title: 'null for a contract creation' }] },
    transactionIndex: whenMined(quantity.schema),
    value: quantity.schema,
    type: quantity.schema,
    chainId: quantity.schema,
    v: quantity.schema,
    r: quantity.schema,
    s: quantity.schema,
  }
  return {
    type: 'object',
    title: 'transaction',
    properties: describeFields(
      {
        ...always,
        yParity: quantity.schema,
        accessList: accessList.schema,
        maxFeePerGas: quantity.schema,
        maxPriorityFeePerGas: quantity.schema,
        authorizationList: { type: 'array', items: authorizationFields.schema },
      },
      {
        gas: 'gas limit',
        gasPrice: 'price per gas in wei; the maximum price if pending',
        input: 'call data or init code',
        transactionIndex: 'transaction index in the block, from 0',
        value: 'wei',
        type: '0x0, 0x1, 0x2 or 0x4',
        v: 'type 0: includes the chain id (EIP-155); otherwise equal to yParity',
        yParity: 'types 1, 2 and 4',
        accessList: 'types 1, 2 and 4',
        maxFeePerGas: 'types 2 and 4, in wei',
        maxPriorityFeePerGas: 'types 2 and 4, in wei',
        authorizationList: 'of type 4',
      },
    ),
    required: Object.keys(always),
    additionalProperties: false,
  }
}
