import { secondsField } from '../../modules/messages.ts'
import { concatBytes, EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import {
  bytesField,
  messageField,
  stringField,
  varintField,
} from '../../primitives/encoding/protobuf.ts'
import { any, msgExec, txBody, typeUrls } from '../codec/schemas.ts'
import type { NativeEvent, NativeReceipt } from '../nativeReceipt.ts'
import type { NativeTransaction } from '../nativeTransaction.ts'

/** Where the response of a message stands in its events, and how it is encoded. */
interface ResponseSource {
  readonly event: string
  readonly key: string
  encode(value: string): Uint8Array
}

const completion = {
  key: 'completion_time',
  encode: (time: string) => secondsField(1, BigInt(Date.parse(time) / 1000)),
}

/** Messages with a response that has fields. */
const sources: ReadonlyMap<string, ResponseSource> = new Map([
  [
    typeUrls.submitProposal,
    {
      event: 'submit_proposal',
      key: 'proposal_id',
      encode: (id: string) => varintField(1, BigInt(id)),
    },
  ],
  [typeUrls.undelegate, { event: 'unbond', ...completion }],
  [typeUrls.beginRedelegate, { event: 'redelegate', ...completion }],
  [
    typeUrls.createDenom,
    {
      event: 'create_denom',
      key: 'new_token_denom',
      encode: (denom: string) => stringField(1, denom),
    },
  ],
])

/**
 * Encodes the TxMsgData of a transaction, as version 0.45 of the Cosmos SDK does, which Sei has: a
 * MsgData with type and response for each message in `data`, and no `msg_responses`. Responses are
 * in the events, too, so receipts do not store them.
 */
export function txMsgData(
  { bodyBytes }: Pick<NativeTransaction, 'bodyBytes'>,
  { code, events }: Pick<NativeReceipt, 'code' | 'events'>,
): Uint8Array {
  if (code !== 0) return EMPTY_BYTES
  const found = new Map<string, number>()

  function responseTo(message: Uint8Array): Uint8Array {
    const { type_url: typeUrl, value } = any.decode(message)
    if (typeUrl === typeUrls.exec) {
      const { msgs } = msgExec.decode(value)
      return concatBytes(...msgs.map((each) => messageField(1, responseTo(each))))
    }
    const source = sources.get(typeUrl)
    const index = found.get(typeUrl) ?? 0
    found.set(typeUrl, index + 1)
    return source === undefined ? EMPTY_BYTES : responseAt(events, source, index)
  }

  const entries = txBody.decode(bodyBytes).messages.map((message) => {
    const { type_url: typeUrl } = any.decode(message)
    const entry = concatBytes(stringField(1, typeUrl), bytesField(2, responseTo(message)))
    return messageField(1, entry)
  })
  return concatBytes(...entries)
}

/** The nth event of a type is that of the nth message with it. */
function responseAt(
  events: readonly NativeEvent[],
  { event, key, encode }: ResponseSource,
  index: number,
): Uint8Array {
  const own = events.filter(({ type }) => type === event)[index]
  const value = own?.attributes.find((attribute) => attribute.key === key)?.value
  return value === undefined ? EMPTY_BYTES : encode(value)
}
