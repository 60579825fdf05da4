import { utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import { any, txBody } from '../codec/schemas.ts'
import { NativeTxError, shorten } from '../errors.ts'
import type { NativeSigner, NativeTransaction } from '../nativeTransaction.ts'
import { aminoMessage } from './aminoTypes.ts'
import { anyJson } from './messageJson.ts'

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
      fee: {
        ...{ amount, gas: String(fee.gasLimit) },
        ...(fee.payer !== undefined && { payer: fee.payer }),
        ...(fee.granter !== undefined && { granter: fee.granter }),
      },
      memo,
      msgs: txBody.decode(bodyBytes).messages.map(messageJson),
      sequence: String(sequence),
      ...(timeoutHeight !== 0n && { timeout_height: String(timeoutHeight) }),
    }),
  )
}

function messageJson(bytes: Uint8Array): Json {
  const amino = aminoMessage(anyJson(bytes))
  if (amino !== undefined) return amino
  const typeUrl = shorten(any.decode(bytes).type_url)
  throw new NativeTxError({
    ...{ code: 'UNSUPPORTED_SIGN_MODE', mode: 'SIGN_MODE_LEGACY_AMINO_JSON', typeUrl },
  })
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
