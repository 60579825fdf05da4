import type { Coin } from '../../../../modules/bank/bank.ts'
import { amountOf } from '../../../../modules/bank/coins.ts'
import { requireNative } from '../../../../modules/evm/association.ts'
import { sdkError } from '../../../../modules/moduleError.ts'
import { operatorText, parseOperator } from '../../../../modules/operatorAddress.ts'
import {
  editValidator as changeValidator,
  createValidator as makeValidator,
} from '../../../../modules/staking/editValidators.ts'
import {
  delegate as delegateCoins,
  undelegate as endDelegation,
  redelegate as moveDelegation,
} from '../../../../modules/staking/staking.ts'
import { parseDecimal } from '../../../../primitives/encoding/decimal.ts'
import { hexToBytes } from '../../../../primitives/encoding/hex.ts'
import { abiEvent, indexed } from '../abi/abiEvent.ts'
import { abiFunction, type NativeCall } from '../abi/abiFunction.ts'
import { meteredPrecompile, refuseAs } from '../abi/abiPrecompile.ts'
import { address, bool, string, uint256 } from '../abi/abiType.ts'
import { headerInfoOf, takePayment } from '../payment.ts'
import { stakingViews } from './stakingViews.ts'

const HEX = /^(?:[0-9a-fA-F]{2})*$/

const delegated = abiEvent('Delegate', {
  delegator: indexed(address),
  validator: string,
  amount: uint256,
})
const redelegated = abiEvent('Redelegate', {
  delegator: indexed(address),
  srcValidator: string,
  dstValidator: string,
  amount: uint256,
})
const undelegated = abiEvent('Undelegate', {
  delegator: indexed(address),
  validator: string,
  amount: uint256,
})
const validatorCreated = abiEvent('ValidatorCreated', {
  creator: indexed(address),
  validatorAddress: string,
  moniker: string,
})
const validatorEdited = abiEvent('ValidatorEdited', {
  editor: indexed(address),
  validatorAddress: string,
  moniker: string,
})
const rewardsWithdrawn = abiEvent('DelegationRewardsWithdrawn', {
  delegator: indexed(address),
  validator: string,
  amount: uint256,
})

const delegate = abiFunction({
  name: 'delegate',
  mutability: 'payableInUnits',
  inputs: { valAddress: string },
  returns: bool,
  run(call, { valAddress }) {
    const { state, address: here, caller, value } = call
    const delegator = requireNative(state, caller)
    const amount = takeStake(call)
    const operator = parseOperator(state, valAddress)
    const rewards = delegateCoins(state, { delegator, operator, amount }, headerInfoOf(call))
    // In wei, unlike the amounts of the other events, as on the real chain.
    call.emit(delegated(here, { delegator: caller, validator: valAddress, amount: value }))
    emitRewards(call, valAddress, rewards)
    return true
  },
})

const redelegate = abiFunction({
  name: 'redelegate',
  mutability: 'nonpayable',
  inputs: { srcAddress: string, dstAddress: string, amount: uint256 },
  returns: bool,
  run(call, { srcAddress, dstAddress, amount }) {
    const { state, address: here, caller } = call
    const move = {
      delegator: requireNative(state, caller),
      source: parseOperator(state, srcAddress),
      destination: parseOperator(state, dstAddress),
      amount,
    }
    const rewards = moveDelegation(state, move, headerInfoOf(call))
    const validators = { srcValidator: srcAddress, dstValidator: dstAddress }
    call.emit(redelegated(here, { delegator: caller, ...validators, amount }))
    emitRewards(call, srcAddress, rewards.source)
    emitRewards(call, dstAddress, rewards.destination)
    return true
  },
})

const undelegate = abiFunction({
  name: 'undelegate',
  mutability: 'nonpayable',
  inputs: { valAddress: string, amount: uint256 },
  returns: bool,
  run(call, { valAddress, amount }) {
    const { state, address: here, caller } = call
    const delegator = requireNative(state, caller)
    const operator = parseOperator(state, valAddress)
    const rewards = endDelegation(state, { delegator, operator, amount }, headerInfoOf(call))
    call.emit(undelegated(here, { delegator: caller, validator: valAddress, amount }))
    emitRewards(call, valAddress, rewards)
    return true
  },
})

const createValidator = abiFunction({
  name: 'createValidator',
  mutability: 'payableInUnits',
  inputs: {
    pubKeyHex: string,
    moniker: string,
    commissionRate: string,
    commissionMaxRate: string,
    commissionMaxChangeRate: string,
    minSelfDelegation: uint256,
  },
  returns: bool,
  run(call, { pubKeyHex, moniker, minSelfDelegation, ...rates }) {
    const { state, address: here, caller } = call
    const operator = requireNative(state, caller)
    if (!HEX.test(pubKeyHex)) {
      throw sdkError('invalidRequest', 'invalid public key hex format')
    }
    const description = {
      consensusKey: hexToBytes(pubKeyHex),
      moniker,
      commission: {
        rate: readRate(rates.commissionRate, 'rate'),
        maxRate: readRate(rates.commissionMaxRate, 'max rate'),
        maxChangeRate: readRate(rates.commissionMaxChangeRate, 'max change rate'),
      },
      minSelfDelegation,
      amount: takeStake(call),
    }
    makeValidator(state, operator, description, headerInfoOf(call))
    const validatorAddress = operatorText(state, operator)
    call.emit(validatorCreated(here, { creator: caller, validatorAddress, moniker }))
    return true
  },
})

const editValidator = abiFunction({
  name: 'editValidator',
  mutability: 'nonpayable',
  inputs: { moniker: string, commissionRate: string, minSelfDelegation: uint256 },
  returns: bool,
  run(call, { moniker, commissionRate, minSelfDelegation }) {
    const { state, address: here, caller } = call
    const operator = requireNative(state, caller)
    const edit = {
      ...(moniker !== KEEP && { moniker }),
      ...(commissionRate !== '' && { rate: readRate(commissionRate, 'rate') }),
      ...(minSelfDelegation !== 0n && { minSelfDelegation }),
    }
    changeValidator(state, operator, edit, headerInfoOf(call))
    const validatorAddress = operatorText(state, operator)
    call.emit(validatorEdited(here, { editor: caller, validatorAddress, moniker }))
    return true
  },
})

/** Placeholder for an unchanged name (Cosmos SDK). */
const KEEP = '[do-not-modify]'

/** 0x1005: validators and delegations. */
export const stakingPrecompile = meteredPrecompile(
  [delegate, redelegate, undelegate, createValidator, editValidator, ...stakingViews],
  {
    events: [
      delegated,
      redelegated,
      undelegated,
      validatorCreated,
      validatorEdited,
      rewardsWithdrawn,
    ],
    refuse: refuseAs('staking'),
  },
)

/** Units to delegate, which the caller already owns. */
function takeStake(call: NativeCall): bigint {
  const { state, caller } = call
  const [coin] = takePayment(call, requireNative(state, caller))
  if (coin !== undefined) return coin.amount
  throw sdkError('invalidRequest', 'set `value` field to non-zero to send delegate fund')
}

function readRate(text: string, name: string): bigint {
  const rate = parseDecimal(text)
  if (rate === undefined) throw sdkError('invalidRequest', `invalid commission ${name}`)
  return rate
}

function emitRewards(
  { state, address: here, caller, emit }: NativeCall,
  validator: string,
  rewards: readonly Coin[],
): void {
  const amount = amountOf(rewards, state.names.denomination)
  emit(rewardsWithdrawn(here, { delegator: caller, validator, amount }))
}
