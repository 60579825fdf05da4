import type { DenominationMetadata } from '../primitives/denominationMetadata.ts'
import { DECIMAL_ONE } from '../primitives/encoding/decimal.ts'
import type { NativeAddress } from '../state/rows/layout.ts'
import type { Coin } from './bank/bank.ts'
import { defaultMetadata } from './bank/bankMetadata.ts'
import type { GovParams } from './gov/govParams.ts'
import type { SlashingParams } from './slashing/slashingParams.ts'
import type { ValidatorDescription } from './staking/editValidators.ts'
import type { StakingParams } from './staking/stakingParams.ts'

/** A validator of the genesis with a self-delegation. */
export interface GenesisValidator extends ValidatorDescription {
  readonly operator: NativeAddress
  /** Units of its self-delegation. */
  readonly tokens: bigint
  readonly jailed: boolean
}

/**
 * Rewards of a validator and its delegators, released evenly over the seconds after the genesis; 0:
 * at once.
 */
export interface GenesisRewards {
  readonly operator: NativeAddress
  readonly coins: readonly Coin[]
  readonly seconds: bigint
}

/** Module section of a genesis. */
export interface GenesisModules {
  readonly denominations: readonly DenominationMetadata[]
  readonly staking: {
    readonly params: StakingParams
    readonly validators: readonly GenesisValidator[]
  }
  /** Undefined if the defaults apply, which have no row. */
  readonly slashing?: { readonly params: SlashingParams }
  readonly distribution: { readonly rewards: readonly GenesisRewards[] }
  readonly gov: { readonly params: GovParams }
  readonly oracle: {
    /** Decimals. */
    readonly rates: readonly { readonly denomination: string; readonly rate: bigint }[]
  }
}

const DAY = 86_400n

/** Defaults of a genesis. */
export function defaultModules(denomination: string): GenesisModules {
  return {
    denominations: [defaultMetadata(denomination)],
    staking: {
      params: {
        unbondingTime: 21n * DAY,
        maxValidators: 100,
        maxEntries: 7,
        historicalEntries: 10_000,
        bondDenomination: denomination,
        minCommissionRate: 0n,
      },
      validators: [],
    },
    distribution: { rewards: [] },
    gov: {
      params: {
        minDeposit: [{ denom: denomination, amount: 10_000_000n }],
        maxDepositPeriod: 2n * DAY,
        votingPeriod: 5n * DAY,
        quorum: (DECIMAL_ONE * 334n) / 1000n,
        threshold: DECIMAL_ONE / 2n,
        vetoThreshold: (DECIMAL_ONE * 334n) / 1000n,
      },
    },
    oracle: { rates: [] },
  }
}
