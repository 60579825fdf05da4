import { contentUrls } from '../../modules/gov/proposalContent.ts'
import { utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import { any, txBody, typeUrls } from '../codec/schemas.ts'
import { NativeTxError, shorten } from '../errors.ts'
import type { NativeSigner, NativeTransaction } from '../nativeTransaction.ts'
import { anyJson } from './messageJson.ts'

type JsonObject = { readonly [name: string]: Json }

/** Names of messages in amino JSON, as the modules of the Cosmos SDK register them. */
const aminoNames: ReadonlyMap<string, string> = new Map([
  [typeUrls.bankSend, 'cosmos-sdk/MsgSend'],
  [typeUrls.delegate, 'cosmos-sdk/MsgDelegate'],
  [typeUrls.undelegate, 'cosmos-sdk/MsgUndelegate'],
  [typeUrls.beginRedelegate, 'cosmos-sdk/MsgBeginRedelegate'],
  [typeUrls.withdrawReward, 'cosmos-sdk/MsgWithdrawDelegationReward'],
  [typeUrls.withdrawCommission, 'cosmos-sdk/MsgWithdrawValidatorCommission'],
  [typeUrls.setWithdrawAddress, 'cosmos-sdk/MsgModifyWithdrawAddress'],
  [typeUrls.fundCommunityPool, 'cosmos-sdk/MsgFundCommunityPool'],
  [typeUrls.submitProposal, 'cosmos-sdk/MsgSubmitProposal'],
  [typeUrls.deposit, 'cosmos-sdk/MsgDeposit'],
  [typeUrls.vote, 'cosmos-sdk/MsgVote'],
])

/**
 * Encodes the StdSignDoc of SIGN_MODE_LEGACY_AMINO_JSON, over whose SHA-256 the signature is: JSON
 * with sorted names (Cosmos SDK, x/auth/legacy/legacytx).
 *
 * @throws NativeTxError UNSUPPORTED_SIGN_MODE for a message that is not served in this mode
 */
export function aminoSignBytes(
  transaction: Pick<NativeTransaction, 'bodyBytes' | 'memo' | 'timeoutHeight' | 'fee'>,
  { sequence }: Pick<NativeSigner, 'sequence'>,
  chainId: string,
  accountNumber: bigint,
): Uint8Array {
  const { bodyBytes, memo, timeoutHeight, fee } = transaction
  const amount = fee.coins.map(({ denom, amount }) => ({ denom, amount: String(amount) }))
  return utf8ToBytes(
    toGoJson({
      account_number: String(accountNumber),
      chain_id: chainId,
      fee: { amount, gas: String(fee.gasLimit) },
      memo,
      msgs: txBody.decode(bodyBytes).messages.map(messageJson),
      sequence: String(sequence),
      ...(timeoutHeight !== 0n && { timeout_height: String(timeoutHeight) }),
    }),
  )
}

function messageJson(bytes: Uint8Array): Json {
  const { type_url: typeUrl } = any.decode(bytes)
  const type = aminoNames.get(typeUrl)
  const fields = anyJson(bytes)
  if (type === undefined || !isJsonObject(fields)) throw unsupported(typeUrl)
  const { '@type': _, ...value } = fields
  return { type, value: withoutEmpty(aminoFields(typeUrl, value as JsonObject)) }
}

/** Fields that differ from those of the gateway. */
function aminoFields(typeUrl: string, value: JsonObject): JsonObject {
  if (typeUrl === typeUrls.vote) return { ...value, option: Number(value.option) }
  if (typeUrl !== typeUrls.submitProposal) return value
  const { content, is_expedited: isExpedited, ...rest } = value
  if (!isJsonObject(content)) throw unsupported(typeUrl)
  const { '@type': contentUrl, title, description, is_expedited: isTextExpedited } = content
  if (contentUrl !== contentUrls.text) throw unsupported(String(contentUrl))
  if (isExpedited !== '0' || isTextExpedited !== '0') throw unsupported('an expedited proposal')
  const text = withoutEmpty({ title: String(title), description: String(description) })
  return { ...rest, content: { type: 'cosmos-sdk/TextProposal', value: text } }
}

/** Empty text is left out. */
function withoutEmpty(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== ''))
}

/** Formats JSON as Go does: sorted names, and characters of HTML escaped. */
function toGoJson(value: Json): string {
  const escaped = (character: string) =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(sorted(value)).replaceAll(/[<>&\u2028\u2029]/g, escaped)
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isJsonObject(value)) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, sorted(value[name] as Json)]))
}

function unsupported(what: string): NativeTxError {
  const mode = `SIGN_MODE_LEGACY_AMINO_JSON for ${shorten(what)}`
  return new NativeTxError({ code: 'UNSUPPORTED_SIGN_MODE', mode })
}
