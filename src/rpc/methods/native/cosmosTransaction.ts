import { decodeNativeTransaction } from '../../../native/codec/decodeNativeTransaction.ts'
import { encodeAssociate } from '../../../native/codec/evmTransactionBytes.ts'
import { cosmosHashText } from '../../../native/nativeTransaction.ts'
import { association } from '../../codec/association.ts'
import { bareHash, nativeBytes } from '../../codec/nativeScalar.ts'
import { hash, text } from '../../codec/scalar.ts'
import { changingMethod, method, param } from '../../core/method.ts'
import { serverError } from '../../errors/rpcError.ts'
import { broadcastView, cosmosTxView, resultOfEvm, resultOfNative } from '../../views/cosmosTx.ts'
import { nativeSender } from './nativeSender.ts'

export const native_associate = changingMethod({
  summary:
    'Associates the two addresses of the signer of a message and merges their balances. Returns the transaction hash.',
  onNetworks: true,
  params: [param('association', association)],
  result: text,
  async run({ pool, names }, { custom_message: customMessage, r, s, v }) {
    const raw = encodeAssociate({ customMessage, r, s, v })
    const submitted = await pool.submitNative(decodeNativeTransaction(raw, names.bech32Prefix))
    return cosmosHashText(submitted.transaction.hash)
  },
})

export const native_broadcastTx = changingMethod({
  summary:
    'Submits a signed native transaction (TxRaw) and returns its result. A transaction that fails in its block has a code other than 0; one that waits for its block has height 0.',
  onNetworks: true,
  params: [param('transaction', nativeBytes)],
  result: broadcastView,
  run({ pool, names }, raw) {
    return pool.submitNative(decodeNativeTransaction(raw, names.bech32Prefix))
  },
})

export const native_getCosmosTx = method({
  summary: 'Returns a mined transaction in Cosmos format, by EVM or native hash.',
  params: [param('hash', bareHash)],
  result: cosmosTxView,
  async run({ transactions, state, names }, hash) {
    const mined = transactions.get(hash)
    if (mined !== undefined) {
      return resultOfEvm(names, mined, await nativeSender(state, mined.transaction))
    }
    const native = transactions.getNative(hash)
    if (native !== undefined) return resultOfNative(native)
    throw serverError('transaction not found')
  },
})

export const native_getEvmTx = method({
  summary: 'Returns the EVM hash of a mined transaction by its Cosmos hash.',
  params: [param('cosmosHash', bareHash)],
  result: hash,
  async run({ transactions, cosmosHashes }, cosmosHash) {
    if (transactions.getNative(cosmosHash) !== undefined) {
      throw serverError('native transactions have no EVM hash')
    }
    const found = await cosmosHashes.find(cosmosHash)
    if (found !== undefined) return found
    throw serverError('transaction not found')
  },
})
