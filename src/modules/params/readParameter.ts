import { formatDecimal } from '../../primitives/encoding/decimal.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { Coin } from '../bank/bank.ts'
import { bankParamsOf } from '../bank/bankParams.ts'
import { distributionParamsOf } from '../distribution/distributionRows.ts'
import { evmParamsOf } from '../evm/evmParams.ts'
import { expeditedOf, govParamsOf } from '../gov/govParams.ts'
import { ModuleError } from '../moduleError.ts'
import { slashingParamsOf } from '../slashing/slashingParams.ts'
import { stakingParamsOf } from '../staking/stakingParams.ts'
import { authParams } from './authParams.ts'

/** Returns the values of a subspace by key, as amino JSON has them. */
type Subspace = (state: RowState) => Readonly<Record<string, unknown>>

/** Gas of an SSTORE that sets a slot (EIP-2200). */
const SSTORE_SET_GAS = 20_000n

const subspaces: ReadonlyMap<string, Subspace> = new Map<string, Subspace>([
  ['auth', () => ({ ...mapValues(authParams, integer), DisableSeqnoCheck: false })],
  [
    'bank',
    (state) => {
      const { sendEnabled, defaultSendEnabled } = bankParamsOf(state)
      return {
        SendEnabled: sendEnabled.map(({ denom, enabled }) => ({
          denom,
          ...(enabled && { enabled }),
        })),
        DefaultSendEnabled: defaultSendEnabled,
      }
    },
  ],
  [
    'staking',
    (state) => {
      const params = stakingParamsOf(state)
      return {
        UnbondingTime: duration(params.unbondingTime),
        MaxValidators: params.maxValidators,
        MaxEntries: params.maxEntries,
        HistoricalEntries: params.historicalEntries,
        BondDenom: params.bondDenomination,
        MinCommissionRate: formatDecimal(params.minCommissionRate),
      }
    },
  ],
  [
    'slashing',
    (state) => {
      const params = slashingParamsOf(state)
      return {
        SignedBlocksWindow: integer(params.signedBlocksWindow),
        MinSignedPerWindow: formatDecimal(params.minSignedPerWindow),
        DowntimeJailDuration: duration(params.downtimeJailDuration),
        SlashFractionDoubleSign: formatDecimal(params.slashFractionDoubleSign),
        SlashFractionDowntime: formatDecimal(params.slashFractionDowntime),
      }
    },
  ],
  ['gov', govValues],
  [
    'distribution',
    (state) => {
      const params = distributionParamsOf(state)
      return {
        communitytax: formatDecimal(params.communityTax),
        baseproposerreward: formatDecimal(params.baseProposerReward),
        bonusproposerreward: formatDecimal(params.bonusProposerReward),
        withdrawaddrenabled: params.withdrawAddrEnabled,
      }
    },
  ],
  ['mint', (state) => ({ MintDenom: state.names.denomination, TokenReleaseSchedule: [] })],
  [
    'evm',
    (state) => {
      const params = evmParamsOf(state)
      return {
        KeySeiSstoreSetGasEIP2200: integer(params.sstoreSetGas ?? SSTORE_SET_GAS),
        KeyMinFeePerGas: fee(params.minimumFeePerGas),
        KeyMaximumFeePerGas: fee(params.maximumFeePerGas),
        KeyTargetGasUsedPerBlock: optional(params.targetGasUsedPerBlock, integer),
        KeyMaxDynamicBaseFeeUpwardAdjustment: params.maxUpwardAdjustment,
        KeyMaxDynamicBaseFeeDownwardAdjustment: params.maxDownwardAdjustment,
      }
    },
  ],
])

/**
 * Returns a parameter as JSON. Unknown keys are empty, and so are fees that governance did not
 * change: the state does not have those of the genesis.
 *
 * @throws ModuleError for an unknown subspace
 */
export function readParameter(state: RowState, subspace: string, key: string): string {
  const values = subspaces.get(subspace)
  if (values === undefined) {
    throw new ModuleError('params', 2, `${subspace}: unknown subspace`)
  }
  const value = new Map(Object.entries(values(state))).get(key)
  return value === undefined ? '' : JSON.stringify(value)
}

function govValues(state: RowState): Readonly<Record<string, unknown>> {
  const params = govParamsOf(state)
  const expedited = expeditedOf(params)
  return {
    depositparams: {
      min_deposit: coins(params.minDeposit),
      max_deposit_period: duration(params.maxDepositPeriod),
      min_expedited_deposit: coins(expedited.minDeposit),
    },
    votingparams: {
      voting_period: duration(params.votingPeriod),
      expedited_voting_period: duration(expedited.votingPeriod),
    },
    tallyparams: {
      quorum: formatDecimal(params.quorum),
      threshold: formatDecimal(params.threshold),
      veto_threshold: formatDecimal(params.vetoThreshold),
      expedited_quorum: formatDecimal(expedited.quorum),
      expedited_threshold: formatDecimal(expedited.threshold),
    },
  }
}

/** Amino JSON has 64-bit integers as text. */
function integer(value: bigint): string {
  return value.toString()
}

/** Nanoseconds of a number of seconds. */
function duration(seconds: bigint): string {
  return integer(seconds * 1_000_000_000n)
}

/** A decimal of whole wei. */
function fee(wei: bigint | undefined): string | undefined {
  return optional(wei, (value) => `${value}.${'0'.repeat(18)}`)
}

function coins(list: readonly Coin[]): readonly object[] {
  return list.map(({ denom, amount }) => ({ denom, amount: integer(amount) }))
}

function optional<V>(value: V | undefined, format: (value: V) => string): string | undefined {
  return value === undefined ? undefined : format(value)
}

function mapValues<V, W>(
  record: Readonly<Record<string, V>>,
  format: (value: V) => W,
): Readonly<Record<string, W>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, format(value)]))
}
