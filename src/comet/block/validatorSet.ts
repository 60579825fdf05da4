import { historyKind } from '../../modules/staking/history.ts'
import type { Validator } from '../../modules/staking/validator.ts'
import { UNITS_PER_POWER } from '../../modules/staking/validator.ts'
import { sha256 } from '../../primitives/crypto/sha256.ts'
import { compareBytes, concatBytes } from '../../primitives/encoding/bytes.ts'
import { bytesField, messageField, varintField } from '../../primitives/encoding/protobuf.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { devConsensusKey } from './devValidator.ts'
import { merkleRoot } from './merkle.ts'

/** A validator as consensus knows it. */
export interface CometValidator {
  /** Ed25519, 32 bytes. */
  readonly key: Uint8Array
  /** 20 bytes. */
  readonly address: Uint8Array
  readonly power: bigint
}

/** The validators of a block, most powerful first. */
export interface ValidatorSet {
  readonly validators: readonly CometValidator[]
  readonly hash: Uint8Array
}

/** A change counts from the second next block on, as in CometBFT. */
const DELAY = 2

/** The validators of all blocks up to the next one. */
export class ValidatorHistory {
  readonly #changes: readonly { readonly height: number; readonly set: ValidatorSet }[]

  /** @param state the newest state */
  constructor(state: RowState) {
    this.#changes = [...state.ids(historyKind)].flatMap((row) => {
      const bonded = state.get(historyKind, row) ?? []
      // Consensus keeps the last set with members.
      return bonded.length === 0 ? [] : [{ height: Number(row), set: setOf(bonded.map(toComet)) }]
    })
  }

  /** Validators of a block; of the oldest known change if that is later. */
  at(height: number): ValidatorSet {
    const [first] = this.#changes
    const found = this.#changes.findLast((change) => change.height <= height - DELAY) ?? first
    return found?.set ?? withoutStaking
  }
}

function toComet({ consensusKey, tokens }: Validator): CometValidator {
  return validatorOf(consensusKey, tokens / UNITS_PER_POWER)
}

function validatorOf(key: Uint8Array, power: bigint): CometValidator {
  return { key, address: sha256(key).subarray(0, 20), power }
}

function setOf(validators: readonly CometValidator[]): ValidatorSet {
  const sorted = validators.toSorted((a, b) =>
    a.power === b.power ? compareBytes(a.address, b.address) : a.power > b.power ? -1 : 1,
  )
  return { validators: sorted, hash: merkleRoot(sorted.map(encodeSimple)) }
}

/** A SimpleValidator. */
function encodeSimple({ key, power }: CometValidator): Uint8Array {
  return concatBytes(messageField(1, bytesField(1, key)), varintField(2, power))
}

/** A chain whose genesis has no validator shows the development chain's. */
const withoutStaking: ValidatorSet = setOf([validatorOf(devConsensusKey, 1n)])
