import { address, boolean } from '../../codec/scalar.ts'
import { changingMethod, param } from '../../core/method.ts'

export const hardhat_impersonateAccount = changingMethod({
  summary: 'Allows transactions from an account, including contracts, without its private key.',
  params: [param('address', address)],
  result: boolean,
  aliases: ['anvil_impersonateAccount', 'ganache_impersonateAccount'],
  run({ impersonations }, who) {
    impersonations.add(who)
    return true
  },
})

export const hardhat_stopImpersonatingAccount = changingMethod({
  summary: 'Stops impersonating an account. Returns whether it was impersonated.',
  params: [param('address', address)],
  result: boolean,
  aliases: ['anvil_stopImpersonatingAccount', 'ganache_stopImpersonatingAccount'],
  run: ({ impersonations }, who) => impersonations.delete(who),
})

export const hardhat_autoImpersonateAccount = changingMethod({
  summary: 'Turns impersonation of all accounts on or off.',
  params: [param('enabled', boolean)],
  result: boolean,
  aliases: ['anvil_autoImpersonateAccount', 'ganache_autoImpersonateAccount'],
  run({ impersonations }, enabled) {
    impersonations.isAuto = enabled
    return true
  },
})
