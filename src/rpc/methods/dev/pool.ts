import { address, boolean, hash } from '../../codec/scalar.ts'
import { changingMethod, param } from '../../core/method.ts'

export const hardhat_dropTransaction = changingMethod({
  summary: 'Takes a transaction that waits out of the pool; whether it was there.',
  params: [param('hash', hash)],
  result: boolean,
  aliases: ['anvil_dropTransaction', 'ganache_dropTransaction'],
  async run({ pool }, wanted) {
    const dropped = await pool.drop(({ hash }) => hash === wanted)
    return dropped.length > 0
  },
})

export const anvil_dropAllTransactions = changingMethod({
  summary: 'Takes all that waits out of the pool.',
  params: [],
  result: boolean,
  aliases: ['hardhat_dropAllTransactions', 'ganache_dropAllTransactions'],
  async run({ pool }) {
    await pool.drop(() => true)
    return true
  },
})

export const anvil_removePoolTransactions = changingMethod({
  summary: 'Takes all that waits of a sender out of the pool.',
  params: [param('address', address)],
  result: boolean,
  aliases: ['hardhat_removePoolTransactions', 'ganache_removePoolTransactions'],
  async run({ pool }, sender) {
    await pool.drop(({ from }) => from === sender)
    return true
  },
})
