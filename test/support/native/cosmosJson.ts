import { BinaryWriter } from 'cosmjs-types/binary'
import { AuthInfo, Fee, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'

type JsonObject = { readonly [name: string]: unknown }

/** Transaction in a node's response. */
export interface CosmosTxJson {
  readonly body: { readonly messages: readonly JsonObject[] } & JsonObject
  readonly auth_info: {
    readonly fee: { readonly gas_limit: string } & JsonObject
    readonly signer_infos: readonly unknown[]
  }
  readonly signatures: readonly string[]
}

/** A field of Sei's definitions: its number, and its kind in JSON. */
type Field = readonly [
  number: number,
  kind: 'text' | 'uint64' | 'base64' | 'any' | 'tuples' | 'authorizations' | 'texts',
]

const pricedFrom = (first: number, ...prices: readonly string[]) => {
  const names = [...prices, 'gas_limit', 'to', 'value', 'data']
  const kinds = { gas_limit: 'uint64', data: 'base64' } as const
  return names.map((name, i) => {
    const kind: Field[1] = name === 'gas_limit' || name === 'data' ? kinds[name] : 'text'
    return [name, [first + i, kind]] as const
  })
}
const signatureFrom = (first: number) =>
  ['v', 'r', 's'].map((name, i) => [name, [first + i, 'base64']] as const)

/** Sei's messages (sei-chain, proto/eth/tx.proto, proto/evm/tx.proto), which cosmjs-types lacks. */
const definitions: Readonly<Record<string, ReadonlyMap<string, Field>>> = {
  'evm.MsgEVMTransaction': new Map([['data', [1, 'any']]]),
  'evm.MsgAssociate': new Map([
    ['sender', [1, 'text']],
    ['custom_message', [2, 'text']],
  ]),
  'eth.LegacyTx': new Map([
    ['nonce', [1, 'uint64']],
    ...pricedFrom(2, 'gas_price'),
    ...signatureFrom(7),
  ]),
  'eth.AccessListTx': new Map<string, Field>([
    ['chain_id', [1, 'text']],
    ['nonce', [2, 'uint64']],
    ...pricedFrom(3, 'gas_price'),
    ['accesses', [8, 'tuples']],
    ...signatureFrom(9),
  ]),
  'eth.DynamicFeeTx': new Map<string, Field>([
    ['chain_id', [1, 'text']],
    ['nonce', [2, 'uint64']],
    ...pricedFrom(3, 'gas_tip_cap', 'gas_fee_cap'),
    ['accesses', [9, 'tuples']],
    ...signatureFrom(10),
  ]),
  'eth.SetCodeTx': new Map<string, Field>([
    ['chain_id', [1, 'text']],
    ['nonce', [2, 'uint64']],
    ...pricedFrom(3, 'gas_tip_cap', 'gas_fee_cap'),
    ['accesses', [9, 'tuples']],
    ['auth_list', [10, 'authorizations']],
    ...signatureFrom(11),
  ]),
  'eth.AssociateTx': new Map<string, Field>([...signatureFrom(1), ['custom_message', [4, 'text']]]),
  'eth.AccessTuple': new Map([
    ['address', [1, 'text']],
    ['storage_keys', [2, 'texts']],
  ]),
  'eth.SetCodeAuthorization': new Map<string, Field>([
    ['chain_id', [1, 'text']],
    ['address', [2, 'text']],
    ['nonce', [3, 'uint64']],
    ...signatureFrom(4),
  ]),
}

/** Encodes one of Sei's messages, named without `seiprotocol.seichain.`, from its JSON. */
export function encodeSei(name: string, json: JsonObject): Uint8Array {
  const fields = definitions[name]
  if (fields === undefined) throw new Error(`no definition of ${name}`)
  const writer = BinaryWriter.create()
  for (const [field, [number, kind]] of fields) writeField(writer, number, kind, json[field])
  return writer.finish()
}

/**
 * Encodes a transaction (TxRaw) from its JSON with cosmjs-types. It has no signers, like EVM
 * transactions.
 */
export function encodeUnsignedTx({ body, auth_info, signatures }: CosmosTxJson): Uint8Array {
  if (auth_info.signer_infos.length > 0 || signatures.length > 0) throw new Error('it is signed')
  const messages = body.messages.map(toAny)
  const { gas_limit } = auth_info.fee
  return TxRaw.encode({
    bodyBytes: TxBody.encode(TxBody.fromPartial({ messages })).finish(),
    authInfoBytes: AuthInfo.encode(
      AuthInfo.fromPartial({ fee: Fee.fromPartial({ gasLimit: BigInt(gas_limit) }) }),
    ).finish(),
    signatures: [],
  }).finish()
}

function toAny(json: JsonObject) {
  const typeUrl = String(json['@type'])
  return { typeUrl, value: encodeSei(typeUrl.replace('/seiprotocol.seichain.', ''), json) }
}

/** As in proto3: zero and empty values are omitted. */
function writeField(writer: BinaryWriter, number: number, kind: Field[1], value: unknown): void {
  const bytes = (content: Uint8Array) => writer.uint32((number << 3) | 2).bytes(content)
  switch (kind) {
    case 'text':
      if (value !== '') writer.uint32((number << 3) | 2).string(String(value))
      break
    case 'texts':
      for (const text of value as readonly string[]) writer.uint32((number << 3) | 2).string(text)
      break
    case 'uint64':
      if (value !== '0') writer.uint32(number << 3).uint64(BigInt(String(value)))
      break
    case 'base64':
      if (value !== '') bytes(Buffer.from(String(value), 'base64'))
      break
    case 'any': {
      const { typeUrl, value: content } = toAny(value as JsonObject)
      const any = BinaryWriter.create().uint32(10).string(typeUrl).uint32(18).bytes(content)
      bytes(any.finish())
      break
    }
    case 'tuples':
      for (const item of value as readonly JsonObject[]) bytes(encodeSei('eth.AccessTuple', item))
      break
    case 'authorizations':
      for (const item of value as readonly JsonObject[]) {
        bytes(encodeSei('eth.SetCodeAuthorization', item))
      }
  }
}
