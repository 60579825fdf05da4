import { bytesToHex, type Hex } from '../../primitives/encoding/hex.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { newestBonded } from './history.ts'
import {
  compareByPower,
  UNITS_PER_POWER,
  type Validator,
  validatorStatus,
  validatorsOf,
} from './validator.ts'

/** A bonded validator as consensus knows it. */
export interface ValidatorPower {
  /** Ed25519, 32 bytes. */
  readonly consensusKey: Uint8Array
  /** 0: it is no validator any more. */
  readonly power: bigint
}

/** Bonded validators by consensus key, most powerful first. */
export type ValidatorPowers = ReadonlyMap<Hex, ValidatorPower>

export function validatorPowersOf(state: RowState): ValidatorPowers {
  const bonded = validatorsOf(state)
    .filter(([, { status }]) => status === validatorStatus.bonded)
    .sort(compareByPower)
  return powersOf(bonded.map(([, validator]) => validator))
}

/** Returns the set that consensus keeps: the newest one that was not empty; else none. */
export function keptPowersOf(state: RowState): ValidatorPowers {
  const bonded = validatorPowersOf(state)
  return bonded.size > 0 ? bonded : powersOf(newestBonded(state))
}

function powersOf(validators: readonly Validator[]): ValidatorPowers {
  return new Map(
    validators.map(({ consensusKey, tokens }) => [
      bytesToHex(consensusKey),
      { consensusKey, power: tokens / UNITS_PER_POWER },
    ]),
  )
}

/**
 * Returns the changes from one set to another. None to an empty set, with which no block could
 * follow: consensus keeps the last set.
 */
export function powerChanges(before: ValidatorPowers, after: ValidatorPowers): ValidatorPower[] {
  if (after.size === 0) return []
  const changed = [...after].filter(([key, { power }]) => before.get(key)?.power !== power)
  const gone = [...before].filter(([key]) => !after.has(key))
  return [
    ...changed.map(([, validator]) => validator),
    ...gone.map(([, { consensusKey }]) => ({ consensusKey, power: 0n })),
  ]
}
