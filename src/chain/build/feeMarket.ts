import { evmParamsKind } from '../../modules/evm/evmParams.ts'
import { assert } from '../../primitives/assert.ts'
import { DECIMAL_ONE, divideRounded, parseDecimal } from '../../primitives/encoding/decimal.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { FeeMarketParams } from '../genesis/genesis.ts'

/**
 * Base fee of the next block from the gas that this one used (sei-chain, x/evm/keeper/fee.go):
 * above the target it rises by up to the upward share, below it falls by up to the downward share,
 * within the two limits. Fees are decimals of 18 places, each product and quotient rounded half to
 * even.
 */
export function nextBaseFee(
  fee: bigint,
  { gasUsed, gasLimit }: { readonly gasUsed: bigint; readonly gasLimit: bigint },
  params: FeeMarketParams,
): bigint {
  const target = params.targetGasUsedPerBlock
  if (params.fixed || (target === 0n && params.isEip1559 !== true)) return fee
  if (params.isEip1559 === true) return withinLimits(eip1559Fee(fee, { gasUsed, gasLimit }), params)
  const used = gasUsed < gasLimit ? gasUsed : gasLimit
  const factor =
    used > target
      ? DECIMAL_ONE +
        multiply(adjustment(params.maxUpwardAdjustment), divide(used - target, gasLimit - target))
      : DECIMAL_ONE -
        multiply(adjustment(params.maxDownwardAdjustment), divide(target - used, target))
  return withinLimits(multiply(fee, factor), params)
}

/** Gas target of a block as a share of its limit, and the most that a block changes the fee. */
const ELASTICITY = 2n
const MOST_CHANGE = 8n

/** Base fee of the next block by Ethereum's rule, in whole wei (EIP-1559). */
function eip1559Fee(
  decimal: bigint,
  { gasUsed, gasLimit }: { readonly gasUsed: bigint; readonly gasLimit: bigint },
): bigint {
  const fee = toWei(decimal)
  const target = gasLimit / ELASTICITY
  if (target === 0n || gasUsed === target) return fee * DECIMAL_ONE
  if (gasUsed < target) {
    return (fee - (fee * (target - gasUsed)) / target / MOST_CHANGE) * DECIMAL_ONE
  }
  const rise = (fee * (gasUsed - target)) / target / MOST_CHANGE
  return (fee + (rise > 1n ? rise : 1n)) * DECIMAL_ONE
}

function withinLimits(moved: bigint, params: FeeMarketParams): bigint {
  const lowest = params.minimumFeePerGas * DECIMAL_ONE
  const highest = params.maximumFeePerGas * DECIMAL_ONE
  if (moved < lowest) return lowest
  return moved > highest ? highest : moved
}

/** Returns the parameters with those that governance changed in a state. */
export function governedFeeMarket(
  state: Pick<RowState, 'get'>,
  params: FeeMarketParams,
): FeeMarketParams {
  const changes = state.get(evmParamsKind, '')
  return changes === undefined ? params : { ...params, ...changes }
}

/** The wei that a decimal base fee stands for: its whole part. */
export function toWei(fee: bigint): bigint {
  return fee / DECIMAL_ONE
}

/** Maximum number of {@link adjustments}. */
const MOST_ADJUSTMENTS = 16
/** Recent decimals by text: every block has the same. */
const adjustments = new Map<string, bigint>()

function adjustment(text: string): bigint {
  const known = adjustments.get(text)
  if (known !== undefined) return known
  const fraction = parseDecimal(text)
  assert(fraction !== undefined, 'a decimal of the fee market')
  if (adjustments.size >= MOST_ADJUSTMENTS) adjustments.clear()
  adjustments.set(text, fraction)
  return fraction
}

function multiply(a: bigint, b: bigint): bigint {
  return divideRounded(a * b, DECIMAL_ONE)
}

/** Quotient of two integers as a decimal. */
function divide(a: bigint, b: bigint): bigint {
  // As the chain does it: 36 places first, then rounded to 18.
  return divideRounded((a * DECIMAL_ONE * DECIMAL_ONE) / b, DECIMAL_ONE)
}
