import { varintField } from '../../primitives/encoding/protobuf.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'
import type { Coin } from '../bank/bank.ts'
import { readGas, storeGas, writeGas } from '../gas/gasMeter.ts'
import type { HeaderInfo } from '../headerInfo.ts'
import { numberField } from '../messages.ts'
import { rowOf } from '../rows.ts'
import { delegationKind } from '../staking/delegation.ts'
import { validatorKind } from '../staking/validator.ts'
import { accrualAt } from './accrual.ts'
import { communityPoolKind, earnedKind, outstandingKind } from './distributionRows.ts'

/*
 * Gas of the distribution's own rows. The real chain keeps rewards by period, with rows that this
 * chain does not have, so that the accesses of its keeper are listed here
 * (sei-cosmos, x/distribution/keeper/delegation.go and validator.go). Sizes are those of the rows
 * that correspond to them. Periods are taken to be less than 128, and the last period to have
 * another reference. Delegations count as begun in the same block, as in the real chain's tests:
 * for an older one it reads two more rows, and slashes.
 */

/** Keys of the rows by validator, by validator and period, and by validator and delegator. */
const VALIDATOR_KEY = 22
const PERIOD_KEY = 30
const START_KEY = 43
const POOL_KEY = 1

/** A small number and its tag. */
const NUMBER = 2

/** Gas of the parameter `withdrawaddrenabled` and of the row of a withdraw address. */
export const withdrawAddressGas =
  readGas('distribution/withdrawaddrenabled'.length + 'true'.length) + writeGas(VALIDATOR_KEY + 20)

/** Returns the gas of withdrawing rewards of a delegation, without the payment. */
export function withdrawalGas(
  state: RowState,
  delegator: NativeAddress,
  operator: NativeAddress,
  { time, height }: HeaderInfo,
): bigint {
  const delegation = state.get(delegationKind, rowOf(delegator, operator))
  const validatorRead = readGas(VALIDATOR_KEY + sizeIn(state, validatorKind, operator))
  const delegationRead = readGas(
    START_KEY + sizeIn(state, delegationKind, rowOf(delegator, operator)),
  )
  if (delegation === undefined) return validatorRead + delegationRead
  const before = PERIOD_KEY + NUMBER + sizeIn(state, earnedKind, operator)
  const after = PERIOD_KEY + NUMBER + sizeOf(earnedKind, accrualAt(state, operator, time).earned)
  const current = VALIDATOR_KEY + NUMBER
  const outstanding = VALIDATOR_KEY + sizeIn(state, outstandingKind, operator)
  const pool = POOL_KEY + sizeIn(state, communityPoolKind, '')
  const start =
    START_KEY + NUMBER + numberField(2, delegation.shares).length + varintField(3, height).length
  return [
    validatorRead,
    delegationRead,
    storeGas.has,
    // The end of the period.
    readGas(current) + readGas(before),
    readGas(before) + writeGas(before),
    writeGas(after) + writeGas(current),
    // What the delegation earned in it.
    readGas(start),
    readGas(outstanding) + writeGas(outstanding),
    readGas(pool) + writeGas(pool),
    readGas(start) + readGas(before) + storeGas.delete,
    storeGas.delete,
    // The start of the next one.
    readGas(current) + readGas(after) + writeGas(after),
    validatorRead + delegationRead + writeGas(start),
  ].reduce((sum, gas) => sum + gas, 0n)
}

function sizeIn<V>(state: RowState, kind: IterableTableKind<V>, row: string): number {
  const value = state.get(kind, row)
  return value === undefined ? 0 : kind.encode(value).length
}

function sizeOf(kind: IterableTableKind<readonly Coin[]>, coins: readonly Coin[]): number {
  return coins.length === 0 ? 0 : kind.encode(coins).length
}
