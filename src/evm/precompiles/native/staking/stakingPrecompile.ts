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
import { stakingError } from '../../../../modules/staking/stakingError.ts'
import type { Address } from '../../../../primitives/address.ts'
import { hexToBytes } from '../../../../primitives/encoding/hex.ts'
import { parseSignedDecimal } from '../../../../primitives/encoding/signedDecimal.ts'
import type { NativeAddress } from '../../../../state/rows/layout.ts'
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

/** The two addresses of a delegator. */
export interface StakeOwner {
  readonly evm: Address
  readonly native: NativeAddress
}

/** @throws ModuleError if the caller is not associated */
function ownerOf({ state, caller }: NativeCall): StakeOwner {
  return { evm: caller, native: requireNative(state, caller) }
}

/** Executes a message that changes stake by an amount. */
export type Execute = <T>(amount: bigint, run: () => T) => T

const direct: Execute = (_amount, run) => run()

/** Executes a message behind its ValidateBasic, from Sei 6.7 on. @throws ModuleError */
export function executeChecked(validators: readonly string[]): Execute {
  return (amount, run) => {
    if (validators.includes('')) throw stakingError('emptyValidator', 'empty validator address')
    if (amount > 0n) return run()
    throw sdkError('invalidRequest', 'invalid shares amount: invalid request')
  }
}

/** Creates the functions that change the stake of the caller. */
function stakeFunctions(executeFor: (validators: readonly string[]) => Execute) {
  return [
    abiFunction({
      name: 'delegate',
      mutability: 'payable',
      inputs: { valAddress: string },
      returns: bool,
      run: (call, { valAddress }) =>
        delegateFor(call, ownerOf(call), valAddress, executeFor([valAddress])),
    }),
    abiFunction({
      name: 'redelegate',
      mutability: 'nonpayable',
      inputs: { srcAddress: string, dstAddress: string, amount: uint256 },
      returns: bool,
      run: (call, move) =>
        redelegateFor(call, ownerOf(call), move, executeFor([move.srcAddress, move.dstAddress])),
    }),
    abiFunction({
      name: 'undelegate',
      mutability: 'nonpayable',
      inputs: { valAddress: string, amount: uint256 },
      returns: bool,
      run: (call, { valAddress, amount }) =>
        undelegateFor(call, ownerOf(call), { valAddress, amount }, executeFor([valAddress])),
    }),
  ]
}

/** Delegates the value of a call for an account. @throws ModuleError */
export function delegateFor(
  call: NativeCall,
  { evm, native: delegator }: StakeOwner,
  validator: string,
  execute: Execute,
): true {
  const { state, address: here, value } = call
  const amount = takeStake(call, delegator)
  const rewards = execute(amount, () => {
    const operator = parseOperator(state, validator)
    return delegateCoins(state, { delegator, operator, amount }, headerInfoOf(call))
  })
  // In wei, unlike the amounts of the other events, as on the real chain.
  call.emit(delegated(here, { delegator: evm, validator, amount: value }))
  emitRewards(call, evm, validator, rewards)
  return true
}

/** Moves stake of an account between validators. @throws ModuleError */
export function redelegateFor(
  call: NativeCall,
  { evm, native: delegator }: StakeOwner,
  {
    srcAddress,
    dstAddress,
    amount,
  }: { readonly srcAddress: string; readonly dstAddress: string; readonly amount: bigint },
  execute: Execute,
): true {
  const { state, address: here } = call
  const rewards = execute(amount, () => {
    const move = {
      delegator,
      source: parseOperator(state, srcAddress),
      destination: parseOperator(state, dstAddress),
      amount,
    }
    return moveDelegation(state, move, headerInfoOf(call))
  })
  const validators = { srcValidator: srcAddress, dstValidator: dstAddress }
  call.emit(redelegated(here, { delegator: evm, ...validators, amount }))
  emitRewards(call, evm, srcAddress, rewards.source)
  emitRewards(call, evm, dstAddress, rewards.destination)
  return true
}

/** Undelegates stake of an account. @throws ModuleError */
export function undelegateFor(
  call: NativeCall,
  { evm, native: delegator }: StakeOwner,
  { valAddress: validator, amount }: { readonly valAddress: string; readonly amount: bigint },
  execute: Execute,
): true {
  const { state, address: here } = call
  const rewards = execute(amount, () => {
    const operator = parseOperator(state, validator)
    return endDelegation(state, { delegator, operator, amount }, headerInfoOf(call))
  })
  call.emit(undelegated(here, { delegator: evm, validator, amount }))
  emitRewards(call, evm, validator, rewards)
  return true
}

/** The functions that check their messages, from Sei 6.7 on. */
export const checkedStakeFunctions = stakeFunctions(executeChecked)

const createValidator = abiFunction({
  name: 'createValidator',
  mutability: 'payable',
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
    const commission = {
      rate: readRate(rates.commissionRate, 'rate'),
      maxRate: readRate(rates.commissionMaxRate, 'max rate'),
      maxChangeRate: readRate(rates.commissionMaxChangeRate, 'max change rate'),
    }
    requireValue(call)
    if (minSelfDelegation === 0n) {
      throw sdkError(
        'invalidRequest',
        'minimum self delegation must be a positive integer: invalid request',
      )
    }
    const consensusKey = hexToBytes(pubKeyHex)
    const amount = takeStake(call, operator)
    const description = { consensusKey, moniker, commission, minSelfDelegation, amount }
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
  [...stakeFunctions(() => direct), createValidator, editValidator, ...stakingViews],
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

/** Moves the value of a call to an account, and returns it in units. @throws ModuleError */
function takeStake(call: NativeCall, payer: NativeAddress): bigint {
  requireValue(call)
  const coins = takePayment(call, payer)
  return amountOf(coins, call.state.names.denomination)
}

/** @throws ModuleError */
function requireValue({ value }: NativeCall): void {
  if (value > 0n) return
  throw sdkError('invalidRequest', 'set `value` field to non-zero to send delegate fund')
}

function readRate(text: string, name: string): bigint {
  try {
    return parseSignedDecimal(text)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw sdkError('invalidRequest', `invalid commission ${name}`)
  }
}

function emitRewards(
  { state, address: here, emit }: NativeCall,
  delegator: Address,
  validator: string,
  rewards: readonly Coin[],
): void {
  const amount = amountOf(rewards, state.names.denomination)
  emit(rewardsWithdrawn(here, { delegator, validator, amount }))
}
