import type { ReadableChain } from '../../../chain/chain.ts'
import { publicKeyToNative } from '../../../evm/transaction/association.ts'
import type { Transaction } from '../../../evm/transaction/transaction.ts'
import { cosmosHashText } from '../../../native/cosmosHashText.ts'
import { decodeNativeTransaction } from '../../../native/decodeNativeTransaction.ts'
import { encodeAssociate } from '../../../native/evmTransactionBytes.ts'
import { bytesToHex } from '../../../primitives/encoding/hex.ts'
import { castAddress, type NativeAddress } from '../../../state/rows/layout.ts'
import { association } from '../../codec/association.ts'
import { bareHash } from '../../codec/bareHash.ts'
import { nativeBytes } from '../../codec/nativeBytes.ts'
import { hash, text } from '../../codec/scalar.ts'
import { exampleValues } from '../../core/exampleValues.ts'
import { changingMethod, method, param } from '../../core/method.ts'
import { refused } from '../../errors/rpcError.ts'
import { broadcastView, cosmosTxView, resultOfEvm, resultOfNative } from '../../views/cosmosTx.ts'

export const native_associate = changingMethod({
  summary:
    'Ties the two addresses of who signed a message together, and merges their balances; the hash of the transaction that does it.',
  params: [param('association', association)],
  result: text,
  example: {
    params: [exampleValues.associationOfAlice],
    error: { code: -32000, message: 'account already has association set: invalid request' },
  },
  async run({ node: { chain } }, { custom_message: customMessage, r, s, v }) {
    const raw = encodeAssociate({ customMessage, r, s, v })
    const { entry } = await chain.submitNative(
      decodeNativeTransaction(raw, chain.names.bech32Prefix),
    )
    return cosmosHashText(entry.transaction.hash)
  },
})

export const native_broadcastTx = changingMethod({
  summary:
    'Takes a signed native transaction (TxRaw); what became of it. What fails in its block is a result with a code that is not 0.',
  params: [param('transaction', nativeBytes)],
  result: broadcastView,
  example: { params: [exampleValues.rawNative], result: exampleValues.nativeBroadcast },
  run({ node: { chain } }, raw) {
    return chain.submitNative(decodeNativeTransaction(raw, chain.names.bech32Prefix))
  },
})

export const native_getCosmosTx = method({
  summary:
    'Mined transaction in Cosmos form, by the hash of an EVM transaction or of a native one.',
  params: [param('hash', bareHash)],
  result: cosmosTxView,
  example: { params: [exampleValues.transfer.hash], result: exampleValues.cosmosTransfer },
  async run({ node: { chain } }, hash) {
    const mined = chain.getTransaction(hash)
    if (mined !== undefined) {
      return resultOfEvm(chain.names, mined, await nativeSender(chain, mined.transaction))
    }
    const native = chain.getNativeTransaction(hash)
    if (native !== undefined) return resultOfNative(native)
    throw refused('transaction not found')
  },
})

export const native_getEvmTx = method({
  summary: 'EVM hash of a mined EVM transaction, by the hash that it has for Cosmos.',
  params: [param('cosmosHash', bareHash)],
  result: hash,
  example: {
    params: [exampleValues.cosmosTransfer.tx_response.txhash],
    result: exampleValues.transfer.hash,
  },
  async run({ node }, cosmosHash) {
    if (node.chain.getNativeTransaction(cosmosHash) !== undefined) {
      throw refused('the transaction is a native one, which has no EVM hash')
    }
    const found = await node.cosmosHashes.find(cosmosHash)
    if (found !== undefined) return found
    throw refused('transaction not found')
  },
})

/** Whose EVM transaction it is: nobody knows the key of an impersonated sender, whose coins say where it is. */
async function nativeSender(
  chain: ReadableChain,
  { publicKey, from }: Transaction,
): Promise<NativeAddress> {
  if (publicKey !== undefined) return publicKeyToNative(publicKey)
  const { state } = await chain.viewAt({ tag: 'latest' })
  const associated = state.getNativeAddress(from)
  return associated === undefined ? castAddress(from) : (bytesToHex(associated) as NativeAddress)
}
