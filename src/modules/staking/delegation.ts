import { concatBytes } from '../../primitives/encoding/bytes.ts'
import {
  decodeFields,
  messageField,
  stringField,
  varintField,
} from '../../primitives/encoding/protobuf.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'
import { numberField, readNumberField, readSecondsField, secondsField } from '../messages.ts'
import { addressRow, moduleTable } from '../rows.ts'
import { type TimeQueue, timeQueue } from '../timeQueue.ts'

/** A delegation to a validator. */
export interface Delegation {
  /** Bech32 texts. */
  readonly delegatorAddress: string
  readonly validatorAddress: string
  /** Decimal. */
  readonly shares: bigint
}

/** Staking 31: delegations. Row: delegator, operator. */
export const delegationKind: IterableTableKind<Delegation> = moduleTable({
  store: 'staking',
  name: 'delegation',
  prefix: 0x31,
  id: addressRow,
  encode: ({ delegatorAddress, validatorAddress, shares }) =>
    concatBytes(
      stringField(1, delegatorAddress),
      stringField(2, validatorAddress),
      numberField(3, shares),
    ),
  decode: (bytes) => {
    const fields = decodeFields(bytes)
    return {
      delegatorAddress: fields.text(1),
      validatorAddress: fields.text(2),
      shares: readNumberField(fields.text(3)),
    }
  },
})

/** An unbonding of a delegation, or of a part of it. */
export interface UnbondingEntry {
  readonly creationHeight: bigint
  readonly completionTime: bigint
  /** Units that will be paid. */
  readonly amount: bigint
  /** Units at the start, if they were slashed since. */
  readonly initialAmount?: bigint
}

export interface Unbonding {
  readonly delegatorAddress: string
  readonly validatorAddress: string
  readonly entries: readonly UnbondingEntry[]
}

/** Staking 32: unbondings. Row: delegator, operator. */
export const unbondingKind: IterableTableKind<Unbonding> = moduleTable({
  store: 'staking',
  name: 'unbonding',
  prefix: 0x32,
  id: addressRow,
  encode: ({ delegatorAddress, validatorAddress, entries }) =>
    concatBytes(
      stringField(1, delegatorAddress),
      stringField(2, validatorAddress),
      ...entries.map(({ creationHeight, completionTime, amount, initialAmount = amount }) =>
        messageField(
          3,
          concatBytes(
            varintField(1, creationHeight),
            secondsField(2, completionTime),
            numberField(3, initialAmount),
            numberField(4, amount),
          ),
        ),
      ),
    ),
  decode: (bytes) => {
    const fields = decodeFields(bytes)
    return {
      delegatorAddress: fields.text(1),
      validatorAddress: fields.text(2),
      entries: fields.messages(3).map((message) => {
        const entry = decodeFields(message)
        const initialAmount = readNumberField(entry.text(3))
        const amount = readNumberField(entry.text(4))
        return {
          creationHeight: entry.varint(1),
          completionTime: readSecondsField(entry.bytes(2)),
          amount,
          ...(initialAmount !== amount && { initialAmount }),
        }
      }),
    }
  },
})

/** A redelegation, until the stake can be redelegated again. */
export interface RedelegationEntry {
  readonly creationHeight: bigint
  readonly completionTime: bigint
  /** Units that were moved. */
  readonly amount: bigint
  /** Shares at the destination, a decimal. */
  readonly shares: bigint
}

export interface Redelegation {
  readonly delegatorAddress: string
  readonly sourceAddress: string
  readonly destinationAddress: string
  readonly entries: readonly RedelegationEntry[]
}

export function encodeRedelegationEntry(entry: RedelegationEntry): Uint8Array {
  const { creationHeight, completionTime, amount, shares } = entry
  return concatBytes(
    varintField(1, creationHeight),
    secondsField(2, completionTime),
    numberField(3, amount),
    numberField(4, shares),
  )
}

/** Staking 34: redelegations. Row: delegator, source operator, destination operator. */
export const redelegationKind: IterableTableKind<Redelegation> = moduleTable({
  store: 'staking',
  name: 'redelegation',
  prefix: 0x34,
  id: addressRow,
  encode: ({ delegatorAddress, sourceAddress, destinationAddress, entries }) =>
    concatBytes(
      stringField(1, delegatorAddress),
      stringField(2, sourceAddress),
      stringField(3, destinationAddress),
      ...entries.map((entry) => messageField(4, encodeRedelegationEntry(entry))),
    ),
  decode: (bytes) => {
    const fields = decodeFields(bytes)
    return {
      delegatorAddress: fields.text(1),
      sourceAddress: fields.text(2),
      destinationAddress: fields.text(3),
      entries: fields.messages(4).map((message) => {
        const entry = decodeFields(message)
        return {
          creationHeight: entry.varint(1),
          completionTime: readSecondsField(entry.bytes(2)),
          amount: readNumberField(entry.text(3)),
          shares: readNumberField(entry.text(4)),
        }
      }),
    }
  },
})

/** Staking 41, 42 and 43: unbondings, redelegations and validators by their completion time. */
export const unbondingQueue = queue('unbonding-queue', 0x41)
export const redelegationQueue = queue('redelegation-queue', 0x42)
export const validatorQueue = queue('validator-queue', 0x43)

function queue(name: string, prefix: number): TimeQueue {
  return timeQueue({ store: 'staking', name, prefix, row: addressRow })
}
