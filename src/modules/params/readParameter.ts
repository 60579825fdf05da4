import { formatDecimal, parseDecimal } from '../../primitives/encoding/decimal.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { Coin } from '../bank/bank.ts'
import { bankParamsOf } from '../bank/bankParams.ts'
import { distributionParamsOf } from '../distribution/distributionRows.ts'
import { type EvmParams, evmParamsOf } from '../evm/evmParams.ts'
import { expeditedOf, govParamsOf } from '../gov/govParams.ts'
import type { ParamChange } from '../gov/proposalContent.ts'
import { ModuleError } from '../moduleError.ts'
import { slashingParamsOf } from '../slashing/slashingParams.ts'
import { stakingParamsOf } from '../staking/stakingParams.ts'
import { authParams } from './authParams.ts'

/** Parameters that the state has only after governance changed them. */
export type UnstoredParams = Omit<EvmParams, 'sstoreSetGas'>

/** Returns the values of a subspace by key, as amino JSON has them. */
type Subspace = (state: RowState, unstored: UnstoredParams) => Readonly<Record<string, unknown>>

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
  [
    'baseapp',
    (state, unstored) => {
      const { blockMaxGas } = { ...unstored, ...evmParamsOf(state) }
      // The other parameters of blocks have no meaning here.
      return { BlockParams: optional(blockMaxGas, (gas) => ({ max_gas: integer(gas) })) }
    },
  ],
  ['mint', (state) => ({ MintDenom: state.names.denomination, TokenReleaseSchedule: [] })],
  [
    'evm',
    (state, unstored) => {
      const params = { ...unstored, ...evmParamsOf(state) }
      return {
        KeySeiSstoreSetGasEIP2200: integer(params.sstoreSetGas ?? SSTORE_SET_GAS),
        KeyMinFeePerGas: optional(params.minimumFeePerGas, fee),
        KeyMaximumFeePerGas: optional(params.maximumFeePerGas, fee),
        KeyTargetGasUsedPerBlock: optional(params.targetGasUsedPerBlock, integer),
        KeyMaxDynamicBaseFeeUpwardAdjustment: optional(params.maxUpwardAdjustment, fraction),
        KeyMaxDynamicBaseFeeDownwardAdjustment: optional(params.maxDownwardAdjustment, fraction),
      }
    },
  ],
])

/**
 * Returns a parameter as JSON: one that proposals can change, or one of auth and mint. Unknown keys
 * are empty, and so are parameters that neither the state nor `unstored` has.
 *
 * @param unstored values of parameters that governance did not change
 * @throws ModuleError for an unknown subspace
 */
export function readParameter(
  state: RowState,
  { subspace, key }: Pick<ParamChange, 'subspace' | 'key'>,
  unstored: UnstoredParams = {},
): string {
  const values = subspaces.get(subspace)
  if (values === undefined) {
    throw new ModuleError('params', 2, `${subspace}: unknown subspace`)
  }
  const value = new Map(Object.entries(values(state, unstored))).get(key)
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
function fee(wei: bigint): string {
  return `${wei}.${'0'.repeat(18)}`
}

/** The canonical text of a decimal. */
function fraction(text: string): string {
  return formatDecimal(parseDecimal(text) ?? 0n)
}

function coins(list: readonly Coin[]): readonly object[] {
  return list.map(({ denom, amount }) => ({ denom, amount: integer(amount) }))
}

function optional<V, W>(value: V | undefined, format: (value: V) => W): W | undefined {
  return value === undefined ? undefined : format(value)
}

function mapValues<V, W>(
  record: Readonly<Record<string, V>>,
  format: (value: V) => W,
): Readonly<Record<string, W>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, format(value)]))
}
