import { address, boolean, bytes, quantity, uint64, word } from '../../codec/scalar.ts'
import { provenKey } from '../../codec/storageKey.ts'
import { changingMethod, param } from '../../core/method.ts'

export const hardhat_setBalance = changingMethod({
  summary:
    'Sets the balance of an account in the latest state, in wei. The total supply changes accordingly.',
  params: [param('address', address), param('balance', quantity)],
  result: boolean,
  aliases: [
    'anvil_setBalance',
    'ganache_setBalance',
    'evm_setAccountBalance',
    'tenderly_setBalance',
  ],
  async run({ state }, who, wei) {
    await state.edit((newest) => newest.setBalance(who, wei))
    return true
  },
})

export const hardhat_addBalance = changingMethod({
  summary:
    'Adds to the balance of an account in the latest state, in wei. The total supply changes accordingly.',
  params: [param('address', address), param('amount', quantity)],
  result: boolean,
  aliases: ['anvil_addBalance', 'ganache_addBalance', 'tenderly_addBalance'],
  async run({ state }, who, wei) {
    await state.edit((newest) => newest.addBalance(who, wei))
    return true
  },
})

export const hardhat_setCode = changingMethod({
  summary:
    'Sets the code of an account in the latest state without running a constructor. `0x` removes it.',
  params: [param('address', address), param('code', bytes)],
  result: boolean,
  aliases: ['anvil_setCode', 'ganache_setCode', 'evm_setAccountCode'],
  async run({ state }, who, code) {
    await state.edit((newest) => {
      if (code.length > 0) newest.setCode(who, code)
      // An account that never had code keeps its association; one that had code may belong to a
      // key, which will be associated differently.
      else if (newest.getCode(who).length > 0) newest.deleteCode(who)
    })
    return true
  },
})

export const hardhat_setNonce = changingMethod({
  summary: 'Sets the nonce of an account in the latest state. It may be lower than before.',
  params: [param('address', address), param('nonce', uint64)],
  result: boolean,
  aliases: ['anvil_setNonce', 'ganache_setNonce', 'evm_setAccountNonce'],
  async run({ state }, who, nonce) {
    await state.edit((newest) => newest.setNonce(who, nonce))
    return true
  },
})

export const hardhat_setStorageAt = changingMethod({
  summary: 'Sets a storage slot of an account in the latest state.',
  params: [param('address', address), param('slot', provenKey), param('word', word)],
  result: boolean,
  aliases: ['anvil_setStorageAt', 'ganache_setStorageAt', 'evm_setAccountStorageAt'],
  async run({ state }, who, slot, content) {
    await state.edit((newest) => newest.setStorage(who, slot, content))
    return true
  },
})
