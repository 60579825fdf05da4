import type { Coin } from '../../modules/bank/bank.ts'
import { fundCommunityPool } from '../../modules/distribution/communityPool.ts'
import {
  setWithdrawAddress,
  withdrawAddressOf,
  withdrawCommission,
  withdrawRewards,
} from '../../modules/distribution/distribution.ts'
import { nativeOfText, nativeText } from '../../modules/evm/association.ts'
import { distributionAccount } from '../../modules/moduleAccounts.ts'
import { OPERATOR_SUFFIX, parseOperator } from '../../modules/operatorAddress.ts'
import { bech32ToBytes, bytesToBech32 } from '../../primitives/encoding/bech32.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { checkBech32 } from '../codec/addressText.ts'
import { decodeSomeCoins } from '../codec/coins.ts'
import { protoSchema } from '../codec/protoSchema.ts'
import { coin, typeUrls } from '../codec/schemas.ts'
import { coinsText, event, transferEvents } from '../events.ts'
import type { NativeEvent } from '../nativeReceipt.ts'
import { fieldsJson, type MessageType, messageType } from './moduleMessage.ts'

/** The messages of the distribution module. */
export const distributionMessages: readonly MessageType[] = [
  messageType({
    typeUrl: typeUrls.fundCommunityPool,
    schema: protoSchema('MsgFundCommunityPool', {
      amount: [1, 'messages'],
      depositor: [2, 'text'],
    }),
    signer: 'depositor',
    nested: { amount: fieldsJson(coin) },
    check({ amount, depositor }, prefix) {
      checkBech32('depositor', depositor, prefix)
      decodeSomeCoins(amount)
    },
    run(state, { amount, depositor }) {
      const coins = decodeSomeCoins(amount)
      fundCommunityPool(state, nativeOfText(state, depositor), coins)
      return transferEvents(depositor, nativeText(state, distributionAccount), coinsText(coins))
    },
  }),
  messageType({
    typeUrl: typeUrls.setWithdrawAddress,
    schema: protoSchema('MsgSetWithdrawAddress', {
      delegator_address: [1, 'text'],
      withdraw_address: [2, 'text'],
    }),
    signer: 'delegator_address',
    check({ delegator_address: delegator, withdraw_address: address }, prefix) {
      checkBech32('delegator_address', delegator, prefix)
      checkBech32('withdraw_address', address, prefix)
    },
    run(state, { delegator_address: delegator, withdraw_address: address }) {
      setWithdrawAddress(state, nativeOfText(state, delegator), nativeOfText(state, address))
      return [event('set_withdraw_address', { withdraw_address: address })]
    },
  }),
  messageType({
    typeUrl: typeUrls.withdrawReward,
    schema: protoSchema('MsgWithdrawDelegatorReward', {
      delegator_address: [1, 'text'],
      validator_address: [2, 'text'],
    }),
    signer: 'delegator_address',
    check({ delegator_address: delegator, validator_address: validator }, prefix) {
      checkBech32('delegator_address', delegator, prefix)
      checkBech32('validator_address', validator, prefix + OPERATOR_SUFFIX)
    },
    run(state, { delegator_address: delegator, validator_address: validator }, moment) {
      const owner = nativeOfText(state, delegator)
      const coins = withdrawRewards(state, owner, parseOperator(state, validator), moment)
      return [...paymentEvents(state, owner, coins), withdrawalEvent(validator, coins)]
    },
  }),
  messageType({
    typeUrl: typeUrls.withdrawCommission,
    schema: protoSchema('MsgWithdrawValidatorCommission', { validator_address: [1, 'text'] }),
    signer: ({ validator_address: validator }, prefix) =>
      bytesToBech32(prefix, bech32ToBytes(prefix + OPERATOR_SUFFIX, validator)),
    check({ validator_address: validator }, prefix) {
      checkBech32('validator_address', validator, prefix + OPERATOR_SUFFIX)
    },
    run(state, { validator_address: validator }, moment) {
      const operator = parseOperator(state, validator)
      const coins = withdrawCommission(state, operator, moment)
      return [
        ...paymentEvents(state, operator, coins),
        event('withdraw_commission', { amount: coinsText(coins) }),
      ]
    },
  }),
]

/** Event of withdrawn rewards. */
export function withdrawalEvent(validator: string, coins: readonly Coin[]): NativeEvent {
  return event('withdraw_rewards', { amount: coinsText(coins), validator })
}

function paymentEvents(
  state: RowState,
  owner: NativeAddress,
  coins: readonly Coin[],
): NativeEvent[] {
  if (coins.length === 0) return []
  const to = nativeText(state, withdrawAddressOf(state, owner))
  return transferEvents(nativeText(state, distributionAccount), to, coinsText(coins))
}
