import { bigIntToBytes, bytesToBigInt, concatBytes } from '../../primitives/encoding/bytes.ts'
import {
  decodeFields,
  messageField,
  stringField,
  varintField,
} from '../../primitives/encoding/protobuf.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'
import type { KeyRange } from '../../store/versionedStore.ts'
import type { Coin } from '../bank/bank.ts'
import {
  coinFields,
  numberField,
  readCoinFields,
  readNumberField,
  readSecondsField,
  secondsField,
} from '../messages.ts'
import { addressRow, moduleTable, type RowId, rowsBehind, singleRow } from '../rows.ts'
import { type TimeQueue, timeQueue } from '../timeQueue.ts'
import { decodeContent, encodeContent, type ProposalContent } from './proposalContent.ts'

/** Status of a proposal, with the SDK's numbers. */
export const proposalStatus = {
  depositPeriod: 1,
  votingPeriod: 2,
  passed: 3,
  rejected: 4,
  /** It passed, but its action failed. */
  failed: 5,
} as const

export type ProposalStatus = (typeof proposalStatus)[keyof typeof proposalStatus]

/** Vote options, with the SDK's numbers. */
export const voteOption = { yes: 1, abstain: 2, no: 3, noWithVeto: 4 } as const

export type VoteOption = (typeof voteOption)[keyof typeof voteOption]

/** Units of stake by option. */
export interface TallyResult {
  readonly yes: bigint
  readonly abstain: bigint
  readonly no: bigint
  readonly noWithVeto: bigint
}

export const NO_VOTES: TallyResult = { yes: 0n, abstain: 0n, no: 0n, noWithVeto: 0n }

/** A proposal. */
export interface Proposal extends ProposalContent {
  readonly id: bigint
  readonly status: ProposalStatus
  /** For decided proposals. */
  readonly result: TallyResult
  readonly submitTime: bigint
  readonly depositEndTime: bigint
  readonly totalDeposit: readonly Coin[]
  /** 0 and 0 before the vote. */
  readonly votingStartTime: bigint
  readonly votingEndTime: bigint
}

/** Key of a proposal: id in 8 bytes. Row: decimal text. */
const idRow: RowId = {
  toBytes: (id) => bigIntToBytes(BigInt(id), 8),
  fromBytes: (bytes) => bytesToBigInt(bytes).toString(),
}

/** Gov 00: proposals. Row: id, as decimal text. */
export const proposalKind: IterableTableKind<Proposal> = moduleTable({
  store: 'gov',
  name: 'proposal',
  prefix: 0x00,
  id: idRow,
  encode: (proposal) => {
    const { yes, abstain, no, noWithVeto } = proposal.result
    return concatBytes(
      varintField(1, proposal.id),
      messageField(2, encodeContent(proposal)),
      varintField(3, BigInt(proposal.status)),
      messageField(
        4,
        concatBytes(
          numberField(1, yes),
          numberField(2, abstain),
          numberField(3, no),
          numberField(4, noWithVeto),
        ),
      ),
      secondsField(5, proposal.submitTime),
      secondsField(6, proposal.depositEndTime),
      ...coinFields(7, proposal.totalDeposit),
      secondsField(8, proposal.votingStartTime),
      secondsField(9, proposal.votingEndTime),
      varintField(10, proposal.isExpedited === true ? 1n : 0n),
    )
  },
  decode: (bytes) => {
    const fields = decodeFields(bytes)
    const result = decodeFields(fields.bytes(4))
    return {
      id: fields.varint(1),
      ...decodeContent(fields.bytes(2)),
      ...(fields.varint(10) === 1n && { isExpedited: true }),
      status: Number(fields.varint(3)) as ProposalStatus,
      result: {
        yes: readNumberField(result.text(1)),
        abstain: readNumberField(result.text(2)),
        no: readNumberField(result.text(3)),
        noWithVeto: readNumberField(result.text(4)),
      },
      submitTime: readSecondsField(fields.bytes(5)),
      depositEndTime: readSecondsField(fields.bytes(6)),
      totalDeposit: readCoinFields(fields.messages(7)),
      votingStartTime: readSecondsField(fields.bytes(8)),
      votingEndTime: readSecondsField(fields.bytes(9)),
    }
  },
})

/** Gov 03: id of the next proposal, 8 bytes. One row, ''. */
export const nextProposalKind: IterableTableKind<bigint> = moduleTable({
  store: 'gov',
  name: 'next-proposal',
  prefix: 0x03,
  id: singleRow,
  encode: (id) => bigIntToBytes(id, 8),
  decode: bytesToBigInt,
})

/** Key of a proposal's id in 8 bytes and an address. Row: decimal text, slash, hex. */
const proposalAndAddress: RowId = {
  toBytes: (row) => {
    const [id = '', address = ''] = row.split('/')
    return concatBytes(idRow.toBytes(id), addressRow.toBytes(address))
  },
  fromBytes: (bytes) =>
    `${idRow.fromBytes(bytes.subarray(0, 8))}/${addressRow.fromBytes(bytes.subarray(8))}`,
}

/** Start of the keys of rows by proposal and account. */
export function proposalPrefix(id: bigint): Uint8Array {
  return bigIntToBytes(id, 8)
}

/** Rows by proposal and account. */
export function rowsOn(id: bigint): KeyRange {
  return rowsBehind(proposalPrefix(id))
}

/** Row of an account and a proposal. */
export function proposalRow(id: bigint, account: NativeAddress): string {
  return `${id}/${account}`
}

export interface Deposit {
  readonly proposal: bigint
  /** Bech32 text. */
  readonly depositor: string
  readonly coins: readonly Coin[]
}

/** Gov 10: deposits. Row: see {@link proposalRow}. */
export const depositKind: IterableTableKind<Deposit> = moduleTable({
  store: 'gov',
  name: 'deposit',
  prefix: 0x10,
  id: proposalAndAddress,
  encode: ({ proposal, depositor, coins }) =>
    concatBytes(varintField(1, proposal), stringField(2, depositor), ...coinFields(3, coins)),
  decode: (bytes) => {
    const fields = decodeFields(bytes)
    return {
      proposal: fields.varint(1),
      depositor: fields.text(2),
      coins: readCoinFields(fields.messages(3)),
    }
  },
})

/** An option of a weighted vote. */
export interface WeightedOption {
  readonly option: VoteOption
  /** Decimal above 0; the weights of a vote add up to 1. */
  readonly weight: bigint
}

export interface Vote {
  readonly proposal: bigint
  /** Bech32 text. */
  readonly voter: string
  readonly options: readonly WeightedOption[]
}

/** Gov 20: votes. Row: see {@link proposalRow}. */
export const voteKind: IterableTableKind<Vote> = moduleTable({
  store: 'gov',
  name: 'vote',
  prefix: 0x20,
  id: proposalAndAddress,
  encode: ({ proposal, voter, options }) =>
    concatBytes(
      varintField(1, proposal),
      stringField(2, voter),
      ...options.map(({ option, weight }) =>
        messageField(4, concatBytes(varintField(1, BigInt(option)), numberField(2, weight))),
      ),
    ),
  decode: (bytes) => {
    const fields = decodeFields(bytes)
    return {
      proposal: fields.varint(1),
      voter: fields.text(2),
      options: fields.messages(4).map((message) => {
        const part = decodeFields(message)
        return {
          option: Number(part.varint(1)) as VoteOption,
          weight: readNumberField(part.text(2)),
        }
      }),
    }
  },
})

/** Gov 01 and 02: proposals by the end of their voting period, and of their deposit period. */
export const activeQueue = queue('active-queue', 0x01)
export const inactiveQueue = queue('inactive-queue', 0x02)

function queue(name: string, prefix: number): TimeQueue {
  return timeQueue({ store: 'gov', name, prefix, row: idRow })
}
