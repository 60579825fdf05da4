import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { addressAt, rowsOf } from '../rows.ts'
import { delegationKind } from '../staking/delegation.ts'
import { type Validator, validatorStatus, validatorsOf } from '../staking/validator.ts'

/** Shares of a validator that somebody has: a decimal. */
export interface DelegatedShares {
  readonly operator: NativeAddress
  readonly shares: bigint
}

/** Whose votes count, and for how much: read once, for all proposals that end in a block. */
export interface Electorate {
  /** The bonded validators. */
  validators(): ReadonlyMap<NativeAddress, Validator>
  /** Units that are bonded. */
  tokens(): bigint
  /** What an account delegates, to bonded validators and others. */
  holdings(delegator: NativeAddress): readonly DelegatedShares[]
}

/**
 * The stakes as they are now. They must not change while they are counted. Nothing is read before
 * it is asked for.
 */
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
