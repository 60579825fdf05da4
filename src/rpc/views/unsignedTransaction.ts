import type { UnsignedTransaction } from '../../evm/transaction/transaction.ts'
import { encodeUnsigned } from '../../evm/transaction/transactionCodec.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { bytesToHash, bytesToHex, toQuantity } from '../../primitives/encoding/hex.ts'
import type { Encoder } from '../codec/codec.ts'
import type { JsonSchema } from '../codec/jsonSchema.ts'
import { bytes } from '../codec/scalar.ts'
import { transactionView, typeFields } from './transaction.ts'

/** A complete unsigned transaction: bytes and fields, as in geth's `eth_fillTransaction`. */
export const unsignedTransactionView: Encoder<UnsignedTransaction> = {
  encode(tx) {
    const raw = encodeUnsigned(tx)
    const zeros = { v: '0x0', r: '0x0', s: '0x0' }
    return {
      raw: bytesToHex(raw),
      tx: {
        type: toQuantity(tx.type),
        chainId: toQuantity(tx.chainId),
        nonce: toQuantity(tx.nonce),
        to: tx.to ?? null,
        gas: toQuantity(tx.gasLimit),
        value: toQuantity(tx.value),
        input: bytesToHex(tx.data),
        ...(tx.type < 2 && { gasPrice: toQuantity(tx.maxFeePerGas) }),
        ...typeFields(tx),
        ...zeros,
        ...(tx.type > 0 && { yParity: '0x0' }),
        hash: bytesToHash(keccak256(raw)),
      },
    }
  },
  schema: {
    type: 'object',
    title: 'unsigned transaction',
    properties: {
      raw: { ...bytes.schema, description: 'bytes to hash and sign' },
      tx: {
        type: 'object',
        title: 'unsigned transaction fields',
        description: 'Like a transaction, with v, r and s zero and the hash of the unsigned bytes.',
        ...unsignedFields(transactionView.schema),
      },
    },
    required: ['raw', 'tx'],
    additionalProperties: false,
  },
}

/** Without sender and location. Types 2 and 4 have no gas price here. */
function unsignedFields({ properties = {}, required = [] }: JsonSchema): JsonSchema {
  const { from: _, blockHash: _h, blockNumber: _n, transactionIndex: _i, ...shown } = properties
  return {
    properties: shown,
    required: required.filter((name) => Object.hasOwn(shown, name) && name !== 'gasPrice'),
  }
}
