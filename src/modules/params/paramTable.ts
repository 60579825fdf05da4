import { DECIMAL_ONE, formatDecimal } from '../../primitives/encoding/decimal.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { bankParamsKind, bankParamsOf } from '../bank/bankParams.ts'
import {
  type DistributionParams,
  distributionParamsKind,
  distributionParamsOf,
} from '../distribution/distributionRows.ts'
import { changeEvmParams, type EvmParams } from '../evm/evmParams.ts'
import { govError } from '../gov/govError.ts'
import type { ParamChange, ProposalContent } from '../gov/proposalContent.ts'
import {
  type SlashingParams,
  slashingParamsKind,
  slashingParamsOf,
} from '../slashing/slashingParams.ts'
import { type StakingParams, stakingParamsKind, stakingParamsOf } from '../staking/stakingParams.ts'
import { validatorsChangedKind } from '../staking/validator.ts'
import { changeDepositParams, changeTallyParams, changeVotingParams } from './govParamChanges.ts'
import {
  readBoolean,
  readDecimal,
  readDenomination,
  readInt64,
  readItems,
  readMembers,
  readSeconds,
  readUint32,
  readUint64,
  settingFailed,
} from './paramValue.ts'

/** Sets a parameter to a value, parsed from JSON. @throws ModuleError */
type Setter = (state: RowState, value: unknown) => void

const MAX_FEE = 2n ** 128n * DECIMAL_ONE

function staking(read: (value: unknown) => Partial<StakingParams>): Setter {
  return (state, value) =>
    state.set(stakingParamsKind, '', { ...stakingParamsOf(state), ...read(value) })
}

function distribution(read: (value: unknown) => Partial<DistributionParams>): Setter {
  return (state, value) =>
    state.set(distributionParamsKind, '', { ...distributionParamsOf(state), ...read(value) })
}

function slashing(read: (value: unknown) => Partial<SlashingParams>): Setter {
  return (state, value) =>
    state.set(slashingParamsKind, '', { ...slashingParamsOf(state), ...read(value) })
}

function evm(read: (value: unknown) => EvmParams): Setter {
  return (state, value) => changeEvmParams(state, read(value))
}

function fraction(value: unknown): bigint {
  return readDecimal(value, 0n, DECIMAL_ONE)
}

function positive32(value: unknown): number {
  const number = readUint32(value)
  if (number === 0) throw settingFailed('invalid parameter value: 0 must be positive')
  return number
}

function positive64(value: unknown): bigint {
  const number = readUint64(value)
  if (number === 0n) throw settingFailed('invalid parameter value: must be greater than 0, got 0')
  return number
}

function positive63(value: unknown): bigint {
  const number = positive64(value)
  if (number < 2n ** 63n) return number
  throw settingFailed(`invalid 64-bit integer ${number}`)
}

/** Prices beyond the gas of any message are equal. */
const MAX_GAS_PRICE = 2n ** 62n

function gasPrice(value: unknown): bigint {
  const price = positive64(value)
  return price < MAX_GAS_PRICE ? price : MAX_GAS_PRICE
}

/** Whole wei of a fee. */
function fee(value: unknown): bigint {
  return readDecimal(value, 0n, MAX_FEE) / DECIMAL_ONE
}

/** Parameters that proposals can change, by subspace and key. */
const setters: ReadonlyMap<string, ReadonlyMap<string, Setter>> = new Map([
  subspace('staking', {
    UnbondingTime: staking((value) => ({ unbondingTime: readSeconds(value) })),
    MaxValidators(state, value) {
      const maxValidators = positive32(value)
      state.set(stakingParamsKind, '', { ...stakingParamsOf(state), maxValidators })
      // The end of the block chooses validators again.
      state.set(validatorsChangedKind, '', true)
    },
    MaxEntries: staking((value) => ({ maxEntries: positive32(value) })),
    HistoricalEntries: staking((value) => ({ historicalEntries: readUint32(value) })),
    BondDenom: staking((value) => ({ bondDenomination: readDenomination(value) })),
    MinCommissionRate: staking((value) => ({ minCommissionRate: fraction(value) })),
  }),
  subspace('slashing', {
    SignedBlocksWindow: slashing((value) => ({ signedBlocksWindow: positive63(value) })),
    MinSignedPerWindow: slashing((value) => ({ minSignedPerWindow: fraction(value) })),
    DowntimeJailDuration: slashing((value) => ({ downtimeJailDuration: readSeconds(value) })),
    SlashFractionDoubleSign: slashing((value) => ({ slashFractionDoubleSign: fraction(value) })),
    SlashFractionDowntime: slashing((value) => ({ slashFractionDowntime: fraction(value) })),
  }),
  subspace('gov', {
    depositparams: changeDepositParams,
    votingparams: changeVotingParams,
    tallyparams: changeTallyParams,
  }),
  subspace('distribution', {
    communitytax: distribution((value) => ({ communityTax: fraction(value) })),
    baseproposerreward: distribution((value) => ({ baseProposerReward: fraction(value) })),
    bonusproposerreward: distribution((value) => ({ bonusProposerReward: fraction(value) })),
    withdrawaddrenabled: distribution((value) => ({ withdrawAddrEnabled: readBoolean(value) })),
  }),
  subspace('bank', {
    SendEnabled(state, value) {
      const sendEnabled = readItems(value).map((item) => {
        const members = readMembers(item)
        return {
          denom: readDenomination(members.get('denom')),
          enabled: readBoolean(members.get('enabled') ?? false),
        }
      })
      state.set(bankParamsKind, '', { ...bankParamsOf(state), sendEnabled })
    },
    DefaultSendEnabled(state, value) {
      const defaultSendEnabled = readBoolean(value)
      state.set(bankParamsKind, '', { ...bankParamsOf(state), defaultSendEnabled })
    },
  }),
  subspace('baseapp', {
    BlockParams: (state, value) => changeEvmParams(state, readBlockParams(value)),
  }),
  subspace('evm', {
    KeySeiSstoreSetGasEIP2200: evm((value) => ({ sstoreSetGas: gasPrice(value) })),
    KeyMinFeePerGas: evm((value) => ({ minimumFeePerGas: fee(value) })),
    KeyMaximumFeePerGas: evm((value) => ({ maximumFeePerGas: fee(value) })),
    KeyTargetGasUsedPerBlock: evm((value) => ({ targetGasUsedPerBlock: readUint64(value) })),
    KeyMaxDynamicBaseFeeUpwardAdjustment: evm((value) => ({
      maxUpwardAdjustment: formatDecimal(fraction(value)),
    })),
    KeyMaxDynamicBaseFeeDownwardAdjustment: evm((value) => ({
      maxDownwardAdjustment: formatDecimal(fraction(value)),
    })),
  }),
])

function subspace(
  name: string,
  keys: Readonly<Record<string, Setter>>,
): [string, ReadonlyMap<string, Setter>] {
  return [name, new Map(Object.entries(keys))]
}

/** Gas limit of blocks without a limit. */
const MAX_GAS = 2n ** 63n - 1n

/**
 * Reads the consensus parameters of blocks, of which only the gas limit has a meaning here.
 *
 * @throws ModuleError
 */
function readBlockParams(value: unknown): EvmParams {
  const members = readMembers(value)
  const bytes = members.get('max_bytes')
  if (bytes !== undefined && readInt64(bytes) <= 0n) {
    throw settingFailed(`block.MaxBytes must be greater than 0. Got ${bytes}`)
  }
  const gas = members.get('max_gas')
  if (gas === undefined) return {}
  const limit = readInt64(gas)
  if (limit < -1n) {
    throw settingFailed(`block.MaxGas must be greater or equal to -1. Got ${limit}`)
  }
  // Blocks of no gas would be the last ones.
  if (limit === 0n) throw settingFailed('block.MaxGas must not be 0')
  return { blockMaxGas: limit === -1n ? MAX_GAS : limit }
}

/**
 * Checks that the parameters of a proposal exist.
 *
 * @throws ModuleError
 */
export function requireParameters({ action }: ProposalContent): void {
  if (action?.kind !== 'parameterChange') return
  for (const { subspace, key } of action.changes) {
    const keys = setters.get(subspace)
    if (keys === undefined) {
      throw govError(
        'invalidContent',
        `parameter ${subspace}/${key} does not exist: invalid proposal content`,
      )
    }
    if (keys.has(key)) continue
    throw govError(
      'invalidContent',
      `parameter ${key} not found in subspace ${subspace}: invalid proposal content`,
    )
  }
}

/**
 * Changes a parameter.
 *
 * @throws ModuleError if the parameter does not exist or the value is invalid
 */
export function changeParameter(state: RowState, { subspace, key, value }: ParamChange): void {
  const set = setters.get(subspace)?.get(key)
  if (set === undefined) throw settingFailed(`${subspace}/${key} does not exist`)
  let parsed: unknown
  try {
    parsed = JSON.parse(value)
  } catch {
    throw settingFailed(`key: ${key}, value: ${value}, err: invalid JSON`)
  }
  set(state, parsed)
}
