import { DECIMAL_ONE } from '../../primitives/encoding/decimal.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { type HeaderInfo, timeAfter } from '../headerInfo.ts'
import { jail, slash } from '../staking/slash.ts'
import {
  consensusKind,
  type Validator,
  validatorKind,
  validatorStatus,
} from '../staking/validator.ts'
import { missedBlocksKind } from './missedBlocks.ts'
import { changeSigningInfo, signingInfoOf } from './signingInfo.ts'
import { slashingParamsOf } from './slashingParams.ts'

/** A validator of the previous block, and whether it signed. */
export interface Vote {
  readonly consensusAddress: NativeAddress
  /** Power of the validator, in millions of units. */
  readonly power: bigint
  readonly isAbsent: boolean
}

/** A validator that signed two blocks of one height, or attacked light clients. */
export interface Misbehavior {
  readonly consensusAddress: NativeAddress
  readonly power: bigint
  /** Block of the infraction. */
  readonly height: bigint
}

/** What consensus says about the validators of earlier blocks. */
export interface ConsensusFacts {
  readonly votes: readonly Vote[]
  readonly misbehavior: readonly Misbehavior[]
}

/** Blocks from a change of the validators to the first block that they sign. */
const UPDATE_DELAY = 1n
/** End of the jail of a double signer: 9999-12-31T23:59:59Z. */
const FOR_EVER = 253_402_300_799n

/**
 * Counts absences and punishes validators for them and for misbehavior (Cosmos SDK, x/slashing and
 * x/evidence). Ignores those of unknown validators.
 */
export function punish(
  state: RowState,
  { votes, misbehavior }: ConsensusFacts,
  moment: HeaderInfo,
): void {
  for (const vote of votes) if (vote.isAbsent) countAbsence(state, vote, moment)
  for (const found of misbehavior) punishMisbehavior(state, found, moment)
}

function countAbsence(
  state: RowState,
  { consensusAddress, power }: Vote,
  moment: HeaderInfo,
): void {
  const found = validatorAt(state, consensusAddress)
  if (found === undefined || found.validator.jailed) return
  const { operator, validator } = found
  const { height, time } = moment
  const params = slashingParamsOf(state)
  const window = params.signedBlocksWindow
  const before = state.get(missedBlocksKind, consensusAddress) ?? []
  const missed = [...before.filter((at) => BigInt(at) > height - window), Number(height)]
  const most = window - (window * params.minSignedPerWindow) / DECIMAL_ONE
  const { startHeight = 0n } = signingInfoOf(state, consensusAddress) ?? {}
  const isDown = height > startHeight + window && BigInt(missed.length) > most
  if (!isDown || validator.status === validatorStatus.unbonded) {
    state.set(missedBlocksKind, consensusAddress, missed)
    changeSigningInfo(state, operator, { missedBlocksCounter: BigInt(missed.length) })
    return
  }
  const infraction = { height: height - UPDATE_DELAY - 1n, power }
  slash(state, operator, { ...infraction, fraction: params.slashFractionDowntime }, moment)
  jail(state, operator)
  state.set(missedBlocksKind, consensusAddress, undefined)
  changeSigningInfo(state, operator, {
    jailedUntil: timeAfter(time, params.downtimeJailDuration),
    missedBlocksCounter: 0n,
  })
}

function punishMisbehavior(
  state: RowState,
  { consensusAddress, power, height }: Misbehavior,
  moment: HeaderInfo,
): void {
  const found = validatorAt(state, consensusAddress)
  if (found === undefined || height >= moment.height) return
  const { operator, validator } = found
  if (validator.status === validatorStatus.unbonded) return
  if (signingInfoOf(state, consensusAddress)?.tombstoned === true) return
  const fraction = slashingParamsOf(state).slashFractionDoubleSign
  slash(state, operator, { height: height - UPDATE_DELAY, power, fraction }, moment)
  jail(state, operator)
  changeSigningInfo(state, operator, { jailedUntil: FOR_EVER, tombstoned: true })
}

function validatorAt(
  state: RowState,
  consensusAddress: NativeAddress,
): { readonly operator: NativeAddress; readonly validator: Validator } | undefined {
  const operator = state.get(consensusKind, consensusAddress) as NativeAddress | undefined
  const validator = operator === undefined ? undefined : state.get(validatorKind, operator)
  return operator && validator && { operator, validator }
}
