import type { Coin } from '../../../modules/bank/bank.ts'
import { addCoins } from '../../../modules/bank/coins.ts'
import { nativeText } from '../../../modules/evm/association.ts'
import type { ProposalAction, ProposalContent } from '../../../modules/gov/proposalContent.ts'
import { type ModuleError, plainError } from '../../../modules/moduleError.ts'
import { parseAddress, toChecksumAddress } from '../../../primitives/address.ts'
import { DECIMAL_ONE } from '../../../primitives/encoding/decimal.ts'
import {
  type GoMembers,
  type GoStruct,
  type GoType,
  parseGoJson,
} from '../../../primitives/encoding/goJson.ts'
import { parseSignedDecimal } from '../../../primitives/encoding/signedDecimal.ts'
import { nativeOfKind } from '../../../state/rows/layout.ts'
import type { RowState } from '../../../state/rows/rowState.ts'

/** Types of proposals that the real chain knows, but not in this contract. */
const UNSUPPORTED: ReadonlySet<string> = new Set([
  'UpdateWasmDependencyMapping',
  'StoreCode',
  'InstantiateContract',
  'MigrateContract',
  'SudoContract',
  'ExecuteContract',
  'UpdateAdmin',
  'ClearAdmin',
  'PinCodes',
  'UnpinCodes',
  'UpdateInstantiateConfig',
  'ClientUpdate',
  'IBCUpgrade',
])

const text: GoType = { kind: 'string' }

/** A struct of the contract's package. */
const struct = (name: string, fields: Readonly<Record<string, GoType>>): GoStruct => ({
  kind: 'struct',
  package: 'gov',
  name,
  fields: new Map(Object.entries(fields)),
})

/** A struct behind a pointer. */
const pointer = (to: GoStruct): GoType => ({ kind: 'pointer', to })

const list = (of: GoType): GoType => ({ kind: 'slice', of })

const proposalType = struct('Proposal', {
  title: text,
  description: text,
  type: text,
  is_expedited: { kind: 'bool' },
  plan: pointer(
    struct('SoftwareUpgradePlan', { name: text, height: { kind: 'int64' }, info: text }),
  ),
  community_pool_spend: pointer(struct('CommunityPoolSpend', { recipient: text, amount: text })),
  resource_mapping: pointer(
    struct('ResourceDependencyMapping', {
      resource: text,
      dependencies: list(text),
      access_ops: list(
        struct('AccessOperation', {
          resource_type: text,
          access_type: text,
          identifier_template: text,
        }),
      ),
      dynamic_enabled: { kind: 'bool' },
    }),
  ),
  changes: list(struct('Change', { subspace: text, key: text, value: { kind: 'any' } })),
})

/** Reads the action of a proposal of one type. @throws ModuleError */
type ActionReader = (state: RowState, proposal: GoMembers) => ProposalAction | undefined

const readers: ReadonlyMap<string, ActionReader> = new Map<string, ActionReader>([
  ['', () => undefined],
  ['Text', () => undefined],
  ['ParameterChange', readChanges],
  ['SoftwareUpgrade', readUpgrade],
  ['CancelSoftwareUpgrade', () => ({ kind: 'cancelSoftwareUpgrade' })],
  ['CommunityPoolSpend', readSpend],
])

/**
 * Parses a proposal: JSON with `title`, `description`, `type`, `is_expedited` and what the type
 * needs (sei-chain, precompiles/gov/handler.go).
 *
 * @throws ModuleError
 */
export function parseProposal(json: Uint8Array): GoMembers {
  try {
    return parseGoJson(json, proposalType)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw plainError(`failed to parse proposal JSON: ${error.message}`)
  }
}

/** Reads a proposal. @throws ModuleError */
export function contentOf(state: RowState, proposal: GoMembers): ProposalContent {
  const title = textOf(proposal, 'title')
  const description = textOf(proposal, 'description')
  const type = textOf(proposal, 'type')
  if (title === '') throw plainError('proposal title cannot be empty')
  if (description === '') throw plainError('proposal description cannot be empty')
  const read = readers.get(type)
  if (read === undefined) {
    throw plainError(
      UNSUPPORTED.has(type)
        ? `${type} proposals are not supported yet via precompile`
        : `unsupported proposal type: ${type}`,
    )
  }
  const action = read(state, proposal)
  return {
    title,
    description,
    ...(action !== undefined && { action }),
    ...(proposal.get('is_expedited') === true && { isExpedited: true }),
  }
}

function readChanges(_state: RowState, proposal: GoMembers): ProposalAction {
  const found = (proposal.get('changes') ?? []) as readonly (GoMembers | undefined)[]
  const changes = found.map((change: GoMembers = new Map()) => ({
    subspace: textOf(change, 'subspace'),
    key: textOf(change, 'key'),
    value: (change.get('value') ?? 'null') as string,
  }))
  if (changes.length === 0) throw plainError('at least one parameter change must be specified')
  return { kind: 'parameterChange', changes }
}

function readUpgrade(_state: RowState, proposal: GoMembers): ProposalAction {
  const plan = proposal.get('plan') as GoMembers | undefined
  if (plan === undefined) throw plainError('upgrade plan must be specified')
  const height = (plan.get('height') ?? 0n) as bigint
  const name = textOf(plan, 'name')
  if (height === 0n) throw plainError('upgrade height must be specified')
  if (name === '') throw plainError('upgrade name must be specified')
  return { kind: 'softwareUpgrade', plan: { name, height, info: textOf(plan, 'info') } }
}

function readSpend(state: RowState, proposal: GoMembers): ProposalAction {
  const spend = proposal.get('community_pool_spend') as GoMembers | undefined
  if (spend === undefined) {
    throw plainError('community pool spend parameters must be specified')
  }
  const recipient = textOf(spend, 'recipient')
  if (!/^(0[xX])?[0-9a-fA-F]{40}$/.test(recipient)) {
    throw plainError('invalid ethereum address format')
  }
  const amount = readCoins(textOf(spend, 'amount'))
  if (amount.length === 0) throw plainError('amount must be greater than zero')
  const address = parseAddress(`0x${recipient.slice(-40)}`)
  const native = state.get(nativeOfKind, address)
  if (native === undefined) {
    throw plainError(`no sei address found for ethereum address ${toChecksumAddress(address)}`)
  }
  return { kind: 'communityPoolSpend', recipient: nativeText(state, native), amount }
}

const COIN = /^([0-9]+|[0-9]*\.[0-9]+)\s*([a-zA-Z][a-zA-Z0-9/:._-]{2,127})$/

/** Parses coins such as `5uatom,10usei`. Amounts of 0 are left out. */
function readCoins(text: string): readonly Coin[] {
  if (text.trim() === '') return []
  const coins = text.split(',').map((part) => {
    const [, amount = '', denom = ''] = COIN.exec(part.trim()) ?? []
    if (denom === '') throw badAmount(`invalid decimal coin expression: ${part.trim()}`)
    return { denom, amount: readAmount(amount) }
  })
  const nonzero = coins.filter(({ amount }) => amount > 0n).sort(byDenomination)
  const twice = nonzero.find(({ denom }, i) => nonzero[i - 1]?.denom === denom)
  if (twice !== undefined) throw badAmount(`duplicate denomination ${twice.denom}`)
  // Fractions are cut off.
  return addCoins(nonzero.map(({ denom, amount }) => ({ denom, amount: amount / DECIMAL_ONE })))
}

function readAmount(amount: string): bigint {
  try {
    return parseSignedDecimal(amount)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw badAmount(`failed to parse decimal coin amount: ${amount}: ${error.message}`)
  }
}

function byDenomination(a: Coin, b: Coin): number {
  return a.denom < b.denom ? -1 : Number(a.denom > b.denom)
}

function badAmount(reason: string): ModuleError {
  return plainError(`invalid amount format: ${reason}`)
}

function textOf(members: GoMembers, name: string): string {
  return (members.get(name) ?? '') as string
}
