import { concatBytes, EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import {
  decodeFields,
  encodeAny,
  type Fields,
  messageField,
  stringField,
  varintField,
} from '../../primitives/encoding/protobuf.ts'
import type { Coin } from '../bank/bank.ts'
import { coinFields, readCoinFields } from '../messages.ts'
import { ModuleError, sdkError } from '../moduleError.ts'
import { govError } from './govError.ts'

/** A new value of a module's parameter. */
export interface ParamChange {
  readonly subspace: string
  readonly key: string
  /** JSON. */
  readonly value: string
}

/** A planned upgrade of the software. */
export interface UpgradePlan {
  readonly name: string
  readonly height: bigint
  readonly info: string
}

/** What a proposal does when it passes. */
export type ProposalAction =
  | { readonly kind: 'parameterChange'; readonly changes: readonly ParamChange[] }
  | { readonly kind: 'softwareUpgrade'; readonly plan: UpgradePlan }
  | { readonly kind: 'cancelSoftwareUpgrade' }
  | {
      readonly kind: 'communityPoolSpend'
      /** Bech32 text. */
      readonly recipient: string
      readonly amount: readonly Coin[]
    }

/** What a proposer writes. */
export interface ProposalContent {
  readonly title: string
  readonly description: string
  /** Undefined: a text without an effect. */
  readonly action?: ProposalAction
  /** Whether a shorter vote needs a larger majority. */
  readonly isExpedited?: boolean
}

/** Types of proposals in an Any. */
export const contentUrls = {
  text: '/cosmos.gov.v1beta1.TextProposal',
  parameterChange: '/cosmos.params.v1beta1.ParameterChangeProposal',
  softwareUpgrade: '/cosmos.upgrade.v1beta1.SoftwareUpgradeProposal',
  cancelSoftwareUpgrade: '/cosmos.upgrade.v1beta1.CancelSoftwareUpgradeProposal',
  communityPoolSpend: '/cosmos.distribution.v1beta1.CommunityPoolSpendProposal',
} as const

/** Encodes a content as an Any. */
export function encodeContent(content: ProposalContent): Uint8Array {
  const { title, description, action, isExpedited } = content
  const text = concatBytes(stringField(1, title), stringField(2, description))
  if (action === undefined) return anyOf(contentUrls.text, text)
  return anyOf(
    contentUrls[action.kind],
    concatBytes(text, encodeAction(action, isExpedited === true)),
  )
}

/** An empty message is written too. */
function anyOf(typeUrl: string, value: Uint8Array): Uint8Array {
  return value.length === 0
    ? concatBytes(stringField(1, typeUrl), messageField(2, value))
    : encodeAny(typeUrl, value)
}

function encodeAction(action: ProposalAction, isExpedited: boolean): Uint8Array {
  switch (action.kind) {
    case 'parameterChange':
      return concatBytes(
        ...action.changes.map(({ subspace, key, value }) =>
          messageField(
            3,
            concatBytes(stringField(1, subspace), stringField(2, key), stringField(3, value)),
          ),
        ),
        varintField(4, isExpedited ? 1n : 0n),
      )
    case 'softwareUpgrade':
      return messageField(3, encodePlan(action.plan))
    case 'cancelSoftwareUpgrade':
      return EMPTY_BYTES
    case 'communityPoolSpend':
      return concatBytes(stringField(3, action.recipient), ...coinFields(4, action.amount))
  }
}

/** Encodes a plan (cosmos.upgrade.v1beta1.Plan). */
export function encodePlan({ name, height, info }: UpgradePlan): Uint8Array {
  return concatBytes(stringField(1, name), varintField(3, height), stringField(4, info))
}

export function decodePlan(bytes: Uint8Array): UpgradePlan {
  const fields = decodeFields(bytes)
  return { name: fields.text(1), height: fields.varint(3), info: fields.text(4) }
}

/** Decodes {@link encodeContent}. */
export function decodeContent(bytes: Uint8Array): ProposalContent {
  const any = decodeFields(bytes)
  const typeUrl = any.text(1)
  const fields = decodeFields(any.bytes(2))
  const text = { title: fields.text(1), description: fields.text(2) }
  if (typeUrl === contentUrls.text) return text
  const action = decodeAction(typeUrl, fields)
  if (action !== undefined) return { ...text, action }
  throw new Error(`bug: a proposal of type ${typeUrl}`)
}

function decodeAction(typeUrl: string, fields: Fields): ProposalAction | undefined {
  switch (typeUrl) {
    case contentUrls.parameterChange:
      return {
        kind: 'parameterChange',
        changes: fields.messages(3).map((message) => {
          const change = decodeFields(message)
          return { subspace: change.text(1), key: change.text(2), value: change.text(3) }
        }),
      }
    case contentUrls.softwareUpgrade:
      return { kind: 'softwareUpgrade', plan: decodePlan(fields.bytes(3)) }
    case contentUrls.cancelSoftwareUpgrade:
      return { kind: 'cancelSoftwareUpgrade' }
    case contentUrls.communityPoolSpend:
      return {
        kind: 'communityPoolSpend',
        recipient: fields.text(3),
        amount: readCoinFields(fields.messages(4)),
      }
  }
  return undefined
}

const MAX_TITLE = 140
const MAX_DESCRIPTION = 10_000

/**
 * Checks a content by itself, as ValidateBasic does.
 *
 * @throws ModuleError
 */
export function requireContent({ title, description, action }: ProposalContent): void {
  requireText('title', title, MAX_TITLE)
  requireText('description', description, MAX_DESCRIPTION)
  if (action?.kind === 'parameterChange') requireChanges(action.changes)
  if (action?.kind === 'softwareUpgrade') requirePlan(action.plan)
  if (action?.kind === 'communityPoolSpend') requireSpend(action.recipient, action.amount)
}

function requireText(name: string, text: string, max: number): void {
  if (text.trim() === '') {
    throw govError('invalidContent', `proposal ${name} cannot be blank: invalid proposal content`)
  }
  if (Buffer.byteLength(text) > max) {
    throw govError(
      'invalidContent',
      `proposal ${name} is longer than max length of ${max}: invalid proposal content`,
    )
  }
}

function requireChanges(changes: readonly ParamChange[]): void {
  if (changes.length === 0) {
    throw new ModuleError('params', 4, 'submitted parameter changes are empty')
  }
  for (const { subspace, key, value } of changes) {
    if (subspace === '') throw new ModuleError('params', 5, 'parameter subspace is empty')
    if (key === '') throw new ModuleError('params', 6, 'parameter key is empty')
    if (value === '') throw new ModuleError('params', 7, 'parameter value is empty')
  }
}

function requirePlan({ name, height }: UpgradePlan): void {
  if (name === '') throw sdkError('invalidRequest', 'name cannot be empty: invalid request')
  if (height > 0n && height < 2n ** 63n) return
  throw sdkError('invalidRequest', 'height must be greater than 0: invalid request')
}

function requireSpend(recipient: string, amount: readonly Coin[]): void {
  const isValid = amount.every(
    (coin, i) => coin.amount > 0n && (i === 0 || (amount[i - 1]?.denom ?? '') < coin.denom),
  )
  if (!isValid) {
    throw new ModuleError('distribution', 10, 'invalid community pool spend proposal amount')
  }
  if (recipient === '') {
    throw new ModuleError('distribution', 11, 'invalid community pool spend proposal recipient')
  }
}
