import { address, boolean, hash } from '../../codec/scalar.ts'
import { changingMethod, param } from '../../core/method.ts'

export const hardhat_dropTransaction = changingMethod({
  summary: 'Takes a transaction that waits out of the pool; whether it was there.',
  params: [param('hash', hash)],
  result: boolean,
  aliases: ['anvil_dropTransaction', 'ganache_dropTransaction'],
  async run({ node }, wanted) {
    const dropped = await node.chain.pool.drop(({ hash }) => hash === wanted)
    return dropped.length > 0
  },
})

export const anvil_dropAllTransactions = changingMethod({
  summary: 'Takes all that waits out of the pool.',
  params: [],
  result: boolean,
  aliases: ['hardhat_dropAllTransactions', 'ganache_dropAllTransactions'],
  async run({ node }) {
    await node.chain.pool.drop(() => true)
    return true
  },
})

export const anvil_removePoolTransactions = changingMethod({
  summary: 'Takes all that waits of a sender out of the pool.',
  params: [param('address', address)],
  result: boolean,
  aliases: ['hardhat_removePoolTransactions', 'ganache_removePoolTransactions'],
  async run({ node }, sender) {
    await node.chain.pool.drop(({ from }) => from === sender)
    return true
  },
})
