import type { UnsignedTransaction } from '../../evm/transaction.ts'
import { encodeUnsigned } from '../../evm/transactionCodec.ts'
import { bytesToHash, bytesToHex, toQuantity } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import type { Encoder } from '../codec/codec.ts'
import { bytes } from '../codec/scalar.ts'
import { transactionView, typeFields } from './transaction.ts'

/** A complete transaction that nobody signed: its bytes and its fields, as geth's `eth_fillTransaction` answers. */
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
      raw: bytes.schema,
      tx: {
        type: 'object',
        title: 'transaction without block fields and sender',
        properties: transactionView.schema.properties ?? {},
      },
    },
    required: ['raw', 'tx'],
    additionalProperties: false,
  },
}
