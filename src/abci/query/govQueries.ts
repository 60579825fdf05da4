import { parseNative } from '../../modules/evm/association.ts'
import { electorateOf } from '../../modules/gov/electorate.ts'
import { govParamsOf } from '../../modules/gov/govParams.ts'
import {
  depositKind,
  type Proposal,
  proposalKind,
  proposalRow,
  proposalStatus,
  rowsOn,
  type Vote,
  voteKind,
} from '../../modules/gov/proposal.ts'
import { tallyOf } from '../../modules/gov/tally.ts'
import { coinFields, numberField, secondsField } from '../../modules/messages.ts'
import { concatBytes, EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { DECIMAL_ONE } from '../../primitives/encoding/decimal.ts'
import { type Fields, messageField, varintField } from '../../primitives/encoding/protobuf.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'
import { type GrpcQueries, type GrpcQuery, invalidArgument, notFound } from './grpcQuery.ts'
import { page, rowItems } from './pagination.ts'

const proposal: GrpcQuery = ({ state, fields }) =>
  messageField(1, proposalKind.encode(proposalAt(state, idIn(fields))))

/** Those of a status, with a vote of one account and a deposit of another, as far as given. */
const proposals: GrpcQuery = ({ state, fields }) => {
  const status = Number(fields.varint(1))
  const [voter, depositor] = [fields.text(2), fields.text(3)].map((text) =>
    text === '' ? undefined : parseNative(state, text),
  )
  const isFound = (found: Proposal) =>
    (status === 0 || found.status === status) &&
    (voter === undefined || state.get(voteKind, proposalRow(found.id, voter)) !== undefined) &&
    (depositor === undefined ||
      state.get(depositKind, proposalRow(found.id, depositor)) !== undefined)
  return page(rowItems(state, proposalKind, { isFound }), fields.bytes(4))
}

/** Reads the field 1 of a request, the id of a proposal. @throws QueryError */
function idIn(fields: Fields): bigint {
  const id = fields.varint(1)
  if (id === 0n) throw invalidArgument('proposal id can not be 0')
  return id
}

/** A deposit or a vote of an account. */
function oneOf<V>(
  kind: IterableTableKind<V>,
  what: string,
  encode: (value: V) => Uint8Array = kind.encode,
): GrpcQuery {
  return ({ state, fields }) => {
    const [id, text] = [idIn(fields), fields.text(2)]
    if (text === '') throw invalidArgument(`empty ${what} address`)
    const found = state.get(kind, proposalRow(id, parseNative(state, text)))
    if (found === undefined) {
      throw invalidArgument(`${what}: ${text} not found for proposal: ${id}`)
    }
    return messageField(1, encode(found))
  }
}

/** All deposits or votes on a proposal. */
function allOf<V>(
  kind: IterableTableKind<V>,
  encode: (value: V) => Uint8Array = kind.encode,
): GrpcQuery {
  return ({ state, fields }) =>
    page(rowItems(state, kind, { range: rowsOn(idIn(fields)), encode }), fields.bytes(2))
}

/** A vote for one option has it in the older field, too (SDK, `populateLegacyOption`). */
function encodeVote(vote: Vote): Uint8Array {
  const [only, ...others] = vote.options
  const encoded = voteKind.encode(vote)
  if (only === undefined || others.length > 0 || only.weight !== DECIMAL_ONE) return encoded
  return concatBytes(encoded, varintField(3, BigInt(only.option)))
}

const tally: GrpcQuery = ({ state, fields }) => {
  const found = proposalAt(state, idIn(fields))
  const isOpen = found.status === proposalStatus.votingPeriod
  const { yes, abstain, no, noWithVeto } = isOpen
    ? tallyOf(state, found, electorateOf(state)).result
    : found.result
  const result = [yes, abstain, no, noWithVeto].map((units, i) => numberField(i + 1, units))
  return messageField(1, concatBytes(...result))
}

/** Parameters of voting, deposits or the tally, as is asked for. */
const params: GrpcQuery = ({ state, fields }) => {
  const { minDeposit, maxDepositPeriod, votingPeriod, ...rest } = govParamsOf(state)
  const { quorum, threshold, vetoThreshold } = rest
  const fractions = [quorum, threshold, vetoThreshold].map((part, i) => numberField(i + 1, part))
  const deposit = [...coinFields(1, minDeposit), secondsField(2, maxDepositPeriod)]
  // The message is shown whole, and empty those parts that are not asked for.
  const parts: ReadonlyMap<string, Uint8Array> = new Map([
    ['voting', secondsField(1, votingPeriod)],
    ['deposit', concatBytes(...deposit)],
    ['tallying', concatBytes(...fractions)],
  ])
  const type = fields.text(1)
  if (!parts.has(type)) throw invalidArgument(`${type} is not a valid parameter type`)
  const all = [...parts].map(([name, part], i) =>
    messageField(i + 1, name === type ? part : EMPTY_BYTES),
  )
  return concatBytes(...all)
}

function proposalAt(state: RowState, id: bigint): Proposal {
  const found = state.get(proposalKind, String(id))
  if (found === undefined) throw notFound(`proposal ${id}`, " doesn't exist")
  return found
}

/** Queries of the module gov. */
export const govQueries: GrpcQueries = {
  '/cosmos.gov.v1beta1.Query/Proposal': proposal,
  '/cosmos.gov.v1beta1.Query/Proposals': proposals,
  '/cosmos.gov.v1beta1.Query/Vote': oneOf(voteKind, 'voter', encodeVote),
  '/cosmos.gov.v1beta1.Query/Votes': allOf(voteKind, encodeVote),
  '/cosmos.gov.v1beta1.Query/Deposit': oneOf(depositKind, 'depositer'),
  '/cosmos.gov.v1beta1.Query/Deposits': allOf(depositKind),
  '/cosmos.gov.v1beta1.Query/TallyResult': tally,
  '/cosmos.gov.v1beta1.Query/Params': params,
}
