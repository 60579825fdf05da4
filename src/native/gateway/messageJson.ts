import { bytesToBase64, EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import {
  accessListTx,
  accessTuple,
  any,
  associateTx,
  coin,
  dynamicFeeTx,
  legacyTx,
  msgAssociate,
  msgEvmTransaction,
  msgExec,
  msgSend,
  setCodeAuthorization,
  setCodeTx,
  txDataUrls,
  typeUrls,
} from '../codec/schemas.ts'
import { messageTypes } from '../messages/messageTypes.ts'

export type JsonObject = { readonly [name: string]: Json }
type Reader = (bytes: Uint8Array) => JsonObject

/** JSON formatters by type of message. */
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  [typeUrls.bankSend, sendJson],
  [typeUrls.evmSend, sendJson],
  [typeUrls.exec, execJson],
  [typeUrls.associate, (bytes) => fieldsJson(msgAssociate.decode(bytes))],
  [
    typeUrls.evmTransaction,
    (bytes) => ({
      data: anyJson(msgEvmTransaction.decode(bytes).data ?? EMPTY_BYTES),
      derived: null,
    }),
  ],
  [txDataUrls.associate, (bytes) => fieldsJson(associateTx.decode(bytes))],
  [txDataUrls.legacy, (bytes) => fieldsJson(legacyTx.decode(bytes))],
  [txDataUrls.accessList, (bytes) => withAccesses(accessListTx.decode(bytes))],
  [txDataUrls.dynamicFee, (bytes) => withAccesses(dynamicFeeTx.decode(bytes))],
  [txDataUrls.setCode, setCodeJson],
])

/**
 * Formats a message in an Any that the chain accepts.
 *
 * @throws NativeTxError MALFORMED_NATIVE_TX; Error for a type that no transaction can have
 */
export function anyJson(bytes: Uint8Array): JsonObject {
  const { type_url: typeUrl, value } = any.decode(bytes)
  const read = readers.get(typeUrl) ?? messageTypes.get(typeUrl)?.json
  if (read === undefined) throw new Error(`bug: no JSON for ${typeUrl}`)
  return { '@type': typeUrl, ...read(value) }
}

/** Formats coins. */
export function coinsJson(coins: readonly Uint8Array[]): Json {
  return coins.map((bytes) => fieldsJson(coin.decode(bytes)))
}

/** Formats fields other than messages by name: integers as decimal strings, bytes as base64. */
function fieldsJson(
  values: Readonly<Record<string, bigint | string | Uint8Array | readonly string[]>>,
): JsonObject {
  const fields = Object.entries(values).map(([name, value]) => [name, valueJson(value)])
  return Object.fromEntries(fields)
}

function valueJson(value: bigint | string | Uint8Array | readonly string[]): Json {
  if (typeof value === 'bigint') return value.toString()
  return value instanceof Uint8Array ? bytesToBase64(value) : value
}

function sendJson(bytes: Uint8Array): JsonObject {
  const { amount, ...addresses } = msgSend.decode(bytes)
  return { ...fieldsJson(addresses), amount: coinsJson(amount) }
}

function execJson(bytes: Uint8Array): JsonObject {
  const { grantee, msgs } = msgExec.decode(bytes)
  return { grantee, msgs: msgs.map(anyJson) }
}

function withAccesses({
  accesses,
  ...rest
}: ReturnType<typeof accessListTx.decode> | ReturnType<typeof dynamicFeeTx.decode>): JsonObject {
  const list = accesses.map((bytes) => fieldsJson(accessTuple.decode(bytes)))
  return { ...fieldsJson(rest), accesses: list }
}

function setCodeJson(bytes: Uint8Array): JsonObject {
  const { auth_list, ...rest } = setCodeTx.decode(bytes)
  const list = auth_list.map((entry) => fieldsJson(setCodeAuthorization.decode(entry)))
  return { ...withAccesses(rest), auth_list: list }
}
