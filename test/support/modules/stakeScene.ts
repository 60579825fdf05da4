import { balanceOf } from '../../../src/modules/bank/bank.ts'
import { startRewardStreams } from '../../../src/modules/distribution/accrual.ts'
import {
  communityPoolKind,
  outstandingKind,
} from '../../../src/modules/distribution/distributionRows.ts'
import { defaultModules, type GenesisModules } from '../../../src/modules/genesisModules.ts'
import { initModules } from '../../../src/modules/initModules.ts'
import {
  bondedPoolAccount,
  distributionAccount,
  feeCollectorAccount,
  governanceAccount,
  notBondedPoolAccount,
} from '../../../src/modules/moduleAccounts.ts'
import { addressAt } from '../../../src/modules/rows.ts'
import { delegationKind, unbondingKind } from '../../../src/modules/staking/delegation.ts'
import { validatorStatus, validatorsOf } from '../../../src/modules/staking/validator.ts'
import type { NativeAddress } from '../../../src/state/rows/layout.ts'
import { createStateDatabase } from '../../../src/state/stateDatabase.ts'
import type { WorldState } from '../../../src/state/worldState.ts'

export const START = 1_700_000_000n
export const DECIMAL = 10n ** 18n

/** Accounts of 20 equal bytes. */
export function account(byte: number): NativeAddress {
  return `0x${byte.toString(16).padStart(2, '0').repeat(20)}` as NativeAddress
}

export const delegators = [account(0xd1), account(0xd2), account(0xd3)]
export const operators = [account(0xa1), account(0xa2), account(0xa3)]
const [first = account(0)] = operators

/**
 * Three validators of 3, 2 and 1 million units, of which two can be bonded, and delegators of 50
 * million each.
 */
export function stakeGenesis(): GenesisModules {
  const defaults = defaultModules('usei')
  return {
    ...defaults,
    staking: {
      params: {
        ...defaults.staking.params,
        unbondingTime: 1000n,
        maxValidators: 2,
        maxEntries: 3,
      },
      validators: operators.map((operator, i) => ({
        operator,
        consensusKey: new Uint8Array(32).fill(i + 1),
        moniker: `v${i}`,
        commission: { rate: DECIMAL / 10n, maxRate: DECIMAL / 5n, maxChangeRate: DECIMAL / 100n },
        minSelfDelegation: 500_000n,
        tokens: BigInt(3 - i) * 1_000_000n,
        jailed: false,
      })),
    },
    distribution: {
      rewards: [
        { operator: first, coins: [{ denom: 'usei', amount: 1_000_003n }], seconds: 5000n },
        {
          operator: operators[2] ?? first,
          coins: [
            { denom: 'uatom', amount: 77n },
            { denom: 'usei', amount: 1000n },
          ],
          seconds: 0n,
        },
      ],
    },
  }
}

/** A state after genesis, whose first block has the same time. */
export function stakeState(modules: GenesisModules = stakeGenesis()): WorldState {
  const state = createStateDatabase({ bech32Prefix: 'sei', denomination: 'usei' }).newest
  for (const owner of delegators) state.mintCoins(owner, 'usei', 50_000_000n)
  initModules(state, modules, START)
  startRewardStreams(state, START)
  return state
}

const everybody = [
  ...delegators,
  ...operators,
  bondedPoolAccount,
  notBondedPoolAccount,
  distributionAccount,
  feeCollectorAccount,
  governanceAccount,
]

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)

/** Invariants between any two steps, as pairs of equal values. */
export function balanceSheet(state: WorldState): readonly (readonly [string, unknown, unknown])[] {
  const validators = validatorsOf(state)
  const tokens = (isBonded: boolean) =>
    sum(
      validators
        .filter(([, { status }]) => (status === validatorStatus.bonded) === isBonded)
        .map(([, validator]) => validator.tokens),
    )
  const unbonding = sum(
    [...state.ids(unbondingKind)].flatMap((row) =>
      (state.get(unbondingKind, row)?.entries ?? []).map(({ amount }) => amount),
    ),
  )
  const delegated = (operator: NativeAddress) =>
    sum(
      [...state.ids(delegationKind)]
        .filter((row) => addressAt(row, 1) === operator)
        .map((row) => state.get(delegationKind, row)?.shares ?? 0n),
    )
  const owed = (denom: string) =>
    sum(
      [
        ...[...state.ids(outstandingKind)].map((row) => state.get(outstandingKind, row) ?? []),
        state.get(communityPoolKind, '') ?? [],
      ]
        .flat()
        .filter((coin) => coin.denom === denom)
        .map(({ amount }) => amount),
    )
  return [
    ...['usei', 'uatom'].flatMap((denom): (readonly [string, unknown, unknown])[] => [
      [
        `supply of ${denom}`,
        sum(everybody.map((owner) => balanceOf(state, owner, denom))),
        state.getSupply(denom),
      ],
      [`rewards in ${denom}`, balanceOf(state, distributionAccount, denom) * DECIMAL, owed(denom)],
    ]),
    ['bonded pool', balanceOf(state, bondedPoolAccount, 'usei'), tokens(true)],
    ['other pool', balanceOf(state, notBondedPoolAccount, 'usei'), tokens(false) + unbonding],
    ...validators.flatMap(([operator, validator]): (readonly [string, unknown, unknown])[] => [
      [`shares of ${operator}`, validator.shares, validator.tokens * DECIMAL],
      [`delegations to ${operator}`, delegated(operator), validator.shares],
    ]),
  ]
}
