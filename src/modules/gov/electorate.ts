import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { addressAt, rowsOf } from '../rows.ts'
import { delegationKind } from '../staking/delegation.ts'
import { type Validator, validatorStatus, validatorsOf } from '../staking/validator.ts'

/** Shares of a validator, a decimal. */
export interface DelegatedShares {
  readonly operator: NativeAddress
  readonly shares: bigint
}

/** Voting power by account, read once for all proposals that end in a block. */
export interface Electorate {
  /** The bonded validators. */
  validators(): ReadonlyMap<NativeAddress, Validator>
  /** Bonded units. */
  tokens(): bigint
  /** Delegations of an account to any validators. */
  holdings(delegator: NativeAddress): readonly DelegatedShares[]
}

/** Reads the current stakes lazily. They must not change during the tally. */
export function electorateOf(state: RowState): Electorate {
  let bonded: ReadonlyMap<NativeAddress, Validator> | undefined
  let tokens: bigint | undefined
  const holdings = new Map<NativeAddress, readonly DelegatedShares[]>()
  const validators = () => {
    bonded ??= new Map(
      validatorsOf(state).filter(([, { status }]) => status === validatorStatus.bonded),
    )
    return bonded
  }
  return {
    validators,
    tokens() {
      tokens ??= [...validators().values()].reduce((sum, validator) => sum + validator.tokens, 0n)
      return tokens
    },
    holdings(delegator) {
      const known = holdings.get(delegator)
      if (known !== undefined) return known
      const found = [...state.ids(delegationKind, rowsOf(delegator))].map((row) => ({
        operator: addressAt(row, 1),
        shares: state.get(delegationKind, row)?.shares ?? 0n,
      }))
      holdings.set(delegator, found)
      return found
    },
  }
}
