import type { Coin } from '../bank/bank.ts'
import { subtractCoins } from '../bank/coins.ts'
import { timeAfter } from '../headerInfo.ts'
import type { Allowance, BasicAllowance, PeriodicAllowance } from './allowance.ts'
import { feegrantError } from './feegrantError.ts'

/** A fee that an allowance has to cover. */
export interface FeeUse {
  /** Without zeros. */
  readonly fee: readonly Coin[]
  /** Types of the transaction's messages. */
  readonly typeUrls: readonly string[]
  /** Of the block. */
  readonly time: bigint
}

/**
 * Returns what remains of an allowance after its use; undefined if nothing does (`Accept` of the
 * Cosmos SDK).
 *
 * @throws ModuleError if it does not cover the fee
 */
export function useAllowance(allowance: Allowance, use: FeeUse): Allowance | undefined {
  if (allowance.kind !== 'allowedMsg') return useLimit(allowance, use)
  if (!use.typeUrls.every((typeUrl) => allowance.messages.includes(typeUrl))) {
    throw feegrantError('messageNotAllowed', 'message does not exist in allowed messages')
  }
  const rest = useLimit(allowance.allowance, use)
  return rest && { ...allowance, allowance: rest }
}

function useLimit(
  allowance: BasicAllowance | PeriodicAllowance,
  use: FeeUse,
): BasicAllowance | PeriodicAllowance | undefined {
  return allowance.kind === 'basic' ? useBasic(allowance, use) : usePeriodic(allowance, use)
}

function useBasic(
  allowance: BasicAllowance,
  { fee, time }: FeeUse,
  what = 'basic allowance',
): BasicAllowance | undefined {
  const { expiration, spendLimit } = allowance
  if (expiration !== undefined && expiration < time) throw feegrantError('expired', what)
  if (spendLimit.length === 0) return allowance
  const left = spend(spendLimit, fee, what)
  return left.length === 0 ? undefined : { ...allowance, spendLimit: left }
}

function usePeriodic(allowance: PeriodicAllowance, use: FeeUse): PeriodicAllowance | undefined {
  const { expiration } = allowance.basic
  if (expiration !== undefined && expiration < use.time) {
    throw feegrantError('expired', 'absolute limit')
  }
  const current = startPeriod(allowance, use.time)
  const periodCanSpend = spend(current.periodCanSpend, use.fee, 'period limit')
  const basic = useBasic(current.basic, use, 'absolute limit')
  return basic && { ...current, periodCanSpend, basic }
}

/**
 * Begins the next period if it is due, one period after the last one, or at the given time if that
 * is over, too (`tryResetPeriod`).
 */
function startPeriod(allowance: PeriodicAllowance, time: bigint): PeriodicAllowance {
  const { basic, period, periodSpendLimit, periodReset } = allowance
  if (time < periodReset) return allowance
  const isMoreThanAll =
    basic.spendLimit.length > 0 && isNegative(subtractCoins(basic.spendLimit, periodSpendLimit))
  const next = timeAfter(periodReset, period)
  return {
    ...allowance,
    periodCanSpend: isMoreThanAll ? basic.spendLimit : periodSpendLimit,
    periodReset: time > next ? timeAfter(time, period) : next,
  }
}

/** @throws ModuleError */
function spend(limit: readonly Coin[], fee: readonly Coin[], what: string): readonly Coin[] {
  const left = subtractCoins(limit, fee)
  if (isNegative(left)) throw feegrantError('exceeded', what)
  return left
}

function isNegative(coins: readonly Coin[]): boolean {
  return coins.some(({ amount }) => amount < 0n)
}
