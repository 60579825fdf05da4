import type { Coin } from '../../../modules/bank/bank.ts'
import { addCoins } from '../../../modules/bank/coins.ts'
import { nativeText } from '../../../modules/evm/association.ts'
import { govError } from '../../../modules/gov/govError.ts'
import type { ProposalAction, ProposalContent } from '../../../modules/gov/proposalContent.ts'
import type { ModuleError } from '../../../modules/moduleError.ts'
import { parseAddress, toChecksumAddress } from '../../../primitives/address.ts'
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

/** Reads the action of a proposal of one type. @throws ModuleError */
type ActionReader = (state: RowState, proposal: Members) => ProposalAction | undefined

const readers: ReadonlyMap<string, ActionReader> = new Map<string, ActionReader>([
  ['', () => undefined],
  ['Text', () => undefined],
  ['ParameterChange', readChanges],
  ['SoftwareUpgrade', readUpgrade],
  ['CancelSoftwareUpgrade', () => ({ kind: 'cancelSoftwareUpgrade' })],
  ['CommunityPoolSpend', readSpend],
])

/**
 * Reads a proposal: JSON with `title`, `description`, `type`, `is_expedited` and what the type
 * needs (sei-chain, precompiles/gov/handler.go).
 *
 * @throws ModuleError
 */
export function readProposal(state: RowState, text: string): ProposalContent {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw invalid('failed to parse proposal JSON')
  }
  const proposal = new Members(json ?? {}, 'the proposal')
  const title = proposal.text('title')
  const description = proposal.text('description')
  const type = proposal.text('type')
  const isExpedited = proposal.flag('is_expedited')
  if (title === '') throw invalid('proposal title cannot be empty')
  if (description === '') throw invalid('proposal description cannot be empty')
  const read = readers.get(type)
  if (read === undefined) {
    throw govError(
      'invalidType',
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
    ...(isExpedited && { isExpedited }),
  }
}

function readChanges(_state: RowState, proposal: Members): ProposalAction {
  const changes = proposal.list('changes').map((change) => ({
    subspace: change.text('subspace'),
    key: change.text('key'),
    value: JSON.stringify(change.get('value') ?? null),
  }))
  if (changes.length === 0) throw invalid('at least one parameter change must be specified')
  return { kind: 'parameterChange', changes }
}

function readUpgrade(_state: RowState, proposal: Members): ProposalAction {
  const plan = proposal.object('plan')
  if (plan === undefined) throw invalid('upgrade plan must be specified')
  const height = plan.integer('height')
  const name = plan.text('name')
  if (height === 0n) throw invalid('upgrade height must be specified')
  if (name === '') throw invalid('upgrade name must be specified')
  return { kind: 'softwareUpgrade', plan: { name, height, info: plan.text('info') } }
}

function readSpend(state: RowState, proposal: Members): ProposalAction {
  const spend = proposal.object('community_pool_spend')
  if (spend === undefined) throw invalid('community pool spend parameters must be specified')
  const recipient = spend.text('recipient')
  if (!/^(0[xX])?[0-9a-fA-F]{40}$/.test(recipient)) {
    throw invalid('invalid ethereum address format')
  }
  const amount = readCoins(spend.text('amount'))
  if (amount.length === 0) throw invalid('amount must be greater than zero')
  const address = parseAddress(`0x${recipient.slice(-40)}`)
  const native = state.get(nativeOfKind, address)
  if (native === undefined) {
    throw invalid(`no sei address found for ethereum address ${toChecksumAddress(address)}`)
  }
  return { kind: 'communityPoolSpend', recipient: nativeText(state, native), amount }
}

const COIN = /^([0-9]{1,77})\s*([a-zA-Z][a-zA-Z0-9/:._-]{2,127})$/

/** Parses coins such as `5uatom,10usei`. Amounts of 0 are left out. */
function readCoins(text: string): readonly Coin[] {
  if (text.trim() === '') return []
  const coins = text.split(',').map((part) => {
    const [, amount = '', denom = ''] = COIN.exec(part.trim()) ?? []
    if (denom === '') {
      throw invalid(`invalid amount format: invalid decimal coin expression: ${part.trim()}`)
    }
    return { denom, amount: BigInt(amount) }
  })
  return addCoins(coins)
}

/** Members of a JSON object by type. An absent member, or null, is empty. */
class Members {
  readonly #members: ReadonlyMap<string, unknown>

  /** @throws ModuleError if the value is no object */
  constructor(value: unknown, name: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw mistyped(name, 'an object')
    }
    this.#members = new Map(Object.entries(value))
  }

  get(name: string): unknown {
    return this.#members.get(name) ?? undefined
  }

  text(name: string): string {
    const value = this.get(name) ?? ''
    if (typeof value === 'string') return value
    throw mistyped(name, 'text')
  }

  flag(name: string): boolean {
    const value = this.get(name) ?? false
    if (typeof value === 'boolean') return value
    throw mistyped(name, 'a boolean')
  }

  integer(name: string): bigint {
    const value = this.get(name) ?? 0
    if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
    throw mistyped(name, 'an integer')
  }

  object(name: string): Members | undefined {
    const value = this.get(name)
    return value === undefined ? undefined : new Members(value, name)
  }

  list(name: string): readonly Members[] {
    const value = this.get(name) ?? []
    if (Array.isArray(value)) return value.map((item) => new Members(item, name))
    throw mistyped(name, 'a list')
  }
}

function mistyped(name: string, want: string): ModuleError {
  return invalid(`failed to parse proposal JSON: ${name} must be ${want}`)
}

function invalid(message: string): ModuleError {
  return govError('invalidContent', message)
}
