import { address, boolean } from '../../codec/scalar.ts'
import { changingMethod, param } from '../../core/method.ts'

export const hardhat_impersonateAccount = changingMethod({
  summary: 'Lets transactions of an account be sent without its key, be it a contract.',
  params: [param('address', address)],
  result: boolean,
  aliases: ['anvil_impersonateAccount', 'ganache_impersonateAccount'],
  run({ impersonations }, who) {
    impersonations.add(who)
    return true
  },
})

export const hardhat_stopImpersonatingAccount = changingMethod({
  summary: 'Ends that for one account; whether it was so.',
  params: [param('address', address)],
  result: boolean,
  aliases: ['anvil_stopImpersonatingAccount', 'ganache_stopImpersonatingAccount'],
  run: ({ impersonations }, who) => impersonations.delete(who),
})

export const hardhat_autoImpersonateAccount = changingMethod({
  summary: 'Whether transactions of all accounts may be sent without their keys.',
  params: [param('enabled', boolean)],
  result: boolean,
  aliases: ['anvil_autoImpersonateAccount', 'ganache_autoImpersonateAccount'],
  run({ impersonations }, enabled) {
    impersonations.isAuto = enabled
    return true
  },
})
