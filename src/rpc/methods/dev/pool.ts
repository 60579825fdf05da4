import { type AnyTransaction, isNative } from '../../../chain/block/blockEntries.ts'
import type { Address } from '../../../primitives/address.ts'
import { decompressPublicKey, publicKeyToAddress } from '../../../primitives/crypto/secp256k1.ts'
import { address, boolean, hash } from '../../codec/scalar.ts'
import { changingMethod, param } from '../../core/method.ts'

export const hardhat_dropTransaction = changingMethod({
  summary: 'Removes a transaction from the pool. Returns whether it was pending.',
  params: [param('hash', hash)],
  result: boolean,
  aliases: ['anvil_dropTransaction', 'ganache_dropTransaction'],
  async run({ pool }, wanted) {
    const dropped = await pool.drop(({ hash }) => hash === wanted)
    return dropped.length > 0
  },
})

export const anvil_dropAllTransactions = changingMethod({
  summary: 'Removes all transactions from the pool.',
  params: [],
  result: boolean,
  aliases: ['hardhat_dropAllTransactions', 'ganache_dropAllTransactions'],
  async run({ pool }) {
    await pool.drop(() => true)
    return true
  },
})

export const anvil_removePoolTransactions = changingMethod({
  summary: 'Removes all transactions of a sender from the pool.',
  params: [param('address', address)],
  result: boolean,
  aliases: ['hardhat_removePoolTransactions', 'ganache_removePoolTransactions'],
  async run({ pool }, sender) {
    await pool.drop((transaction) => senderOf(transaction) === sender)
    return true
  },
})

/** Returns the EVM address of the sender. Undefined if the transaction has no signer. */
function senderOf(transaction: AnyTransaction): Address | undefined {
  if (!isNative(transaction)) return transaction.from
  const [signer] = transaction.signers
  return signer && publicKeyToAddress(decompressPublicKey(signer.publicKey))
}
