import type { Coin } from '../../modules/bank/bank.ts'
import { metadataFault } from '../../modules/bank/validateMetadata.ts'
import { ModuleError, plainError, sdkError } from '../../modules/moduleError.ts'
import { setAllowList } from '../../modules/tokenfactory/allowList.ts'
import { factoryError, requireTokenDenom, tokenDenom } from '../../modules/tokenfactory/denoms.ts'
import {
  burnDenom,
  changeAdmin,
  createDenom,
  mintDenom,
  setDenomMetadata,
  updateDenom,
} from '../../modules/tokenfactory/tokenfactory.ts'
import type { DenominationMetadata } from '../../primitives/denominationMetadata.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { checkBech32 } from '../codec/addressText.ts'
import { decodeCoins } from '../codec/coins.ts'
import { protoSchema } from '../codec/protoSchema.ts'
import { coin as coinSchema, typeUrls } from '../codec/schemas.ts'
import { malformed } from '../errors.ts'
import { coinsText, event } from '../events.ts'
import { fieldsJson, type MessageType, messageType } from './moduleMessage.ts'

const allowList = protoSchema('AllowList', { addresses: [1, 'texts'] })
const denomUnit = protoSchema('DenomUnit', {
  denom: [1, 'text'],
  exponent: [2, 'uint64'],
  aliases: [3, 'texts'],
})
const metadata = protoSchema('Metadata', {
  description: [1, 'text'],
  denom_units: [2, 'messages'],
  base: [3, 'text'],
  display: [4, 'text'],
  name: [5, 'text'],
  symbol: [6, 'text'],
})
const denomUnitJson = fieldsJson(denomUnit, {}, { exponent: Number })
const MAX_EXPONENT = 2n ** 32n - 1n

/** @throws NativeTxError */
function decodeCoin(bytes: Uint8Array | undefined): Coin {
  const [coin = { denom: '', amount: 0n }] = decodeCoins([bytes ?? EMPTY_BYTES])
  return coin
}

/** Aliases of units are not kept. @throws NativeTxError */
function decodeMetadata(bytes: Uint8Array | undefined): DenominationMetadata {
  const { denom_units: units, ...texts } = metadata.decode(bytes ?? EMPTY_BYTES)
  return {
    ...texts,
    units: units.map((unit) => {
      const { denom: denomination, exponent, aliases } = denomUnit.decode(unit)
      if (exponent > MAX_EXPONENT) throw malformed(`exponent ${exponent} has more than 32 bits`)
      return {
        denomination,
        exponent: Number(exponent),
        ...(aliases.length > 0 && { aliases }),
      }
    }),
  }
}

/** @throws NativeTxError */
function decodeAllowList(bytes: Uint8Array | undefined): readonly string[] | undefined {
  return bytes === undefined ? undefined : allowList.decode(bytes).addresses
}

/** Attributes of an event about an allow list. */
function allowListFields(
  addresses: readonly string[] | undefined,
): Readonly<Record<string, string>> {
  return addresses === undefined ? {} : { denom_allow_list: addresses.join(',') }
}

/** Turns a rejection into that of an invalid denomination. @throws ModuleError */
function asInvalidDenom(work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof ModuleError)) throw error
    throw factoryError('invalidDenom', `${error.message}: invalid denom`)
  }
}

/** @throws NativeTxError, ModuleError */
function checkSupplyChange(
  { sender, amount }: { readonly sender: string; readonly amount: Uint8Array | undefined },
  prefix: string,
): void {
  checkBech32('sender', sender, prefix)
  const coin = decodeCoin(amount)
  if (coin.amount === 0n) throw sdkError('invalidCoins', `${coinsText([coin])}: invalid coins`)
}

const supplyChange = { sender: [1, 'text'], amount: [2, 'message'] } as const

/** The messages of the token factory. */
export const tokenfactoryMessages: readonly MessageType[] = [
  messageType({
    typeUrl: typeUrls.createDenom,
    schema: protoSchema('MsgCreateDenom', {
      sender: [1, 'text'],
      subdenom: [2, 'text'],
      allow_list: [3, 'message'],
    }),
    signer: 'sender',
    nested: { allow_list: fieldsJson(allowList) },
    check({ sender, subdenom, allow_list: allowed }, prefix) {
      checkBech32('sender', sender, prefix)
      asInvalidDenom(() => tokenDenom(sender, subdenom))
      decodeAllowList(allowed)
    },
    run(state, { sender, subdenom, allow_list: bytes }) {
      const denom = createDenom(state, sender, subdenom)
      const allowed = decodeAllowList(bytes)
      if (allowed !== undefined) setAllowList(state, denom, allowed)
      const created = { creator: sender, new_token_denom: denom }
      return [event('create_denom', { ...created, ...allowListFields(allowed) })]
    },
  }),
  messageType({
    typeUrl: typeUrls.updateDenom,
    schema: protoSchema('MsgUpdateDenom', {
      sender: [1, 'text'],
      denom: [2, 'text'],
      allow_list: [3, 'message'],
    }),
    signer: 'sender',
    nested: { allow_list: fieldsJson(allowList) },
    check({ sender, denom, allow_list: allowed }, prefix) {
      checkBech32('sender', sender, prefix)
      asInvalidDenom(() => requireTokenDenom(denom, prefix))
      decodeAllowList(allowed)
    },
    run(state, { sender, denom, allow_list: bytes }) {
      const allowed = decodeAllowList(bytes)
      updateDenom(state, sender, denom, allowed)
      const updated = { creator: sender, updated_token_denom: denom }
      return [event('update_denom', { ...updated, ...allowListFields(allowed) })]
    },
  }),
  messageType({
    typeUrl: typeUrls.mint,
    schema: protoSchema('MsgMint', supplyChange),
    signer: 'sender',
    nested: { amount: fieldsJson(coinSchema) },
    check: checkSupplyChange,
    run(state, { sender, amount }) {
      const coin = decodeCoin(amount)
      mintDenom(state, sender, coin)
      return [event('mint', { mint_to_address: sender, amount: coinsText([coin]) })]
    },
  }),
  messageType({
    typeUrl: typeUrls.burn,
    schema: protoSchema('MsgBurn', supplyChange),
    signer: 'sender',
    nested: { amount: fieldsJson(coinSchema) },
    check: checkSupplyChange,
    run(state, { sender, amount }) {
      const coin = decodeCoin(amount)
      burnDenom(state, sender, coin)
      return [event('burn', { burn_from_address: sender, amount: coinsText([coin]) })]
    },
  }),
  messageType({
    typeUrl: typeUrls.changeAdmin,
    schema: protoSchema('MsgChangeAdmin', {
      sender: [1, 'text'],
      denom: [2, 'text'],
      new_admin: [3, 'text'],
    }),
    signer: 'sender',
    check({ sender, denom, new_admin: admin }, prefix) {
      checkBech32('sender', sender, prefix)
      checkBech32('new_admin', admin, prefix)
      requireTokenDenom(denom, prefix)
    },
    run(state, { sender, denom, new_admin: admin }) {
      changeAdmin(state, sender, denom, admin)
      return [event('change_admin', { denom, new_admin: admin })]
    },
  }),
  messageType({
    typeUrl: typeUrls.setDenomMetadata,
    schema: protoSchema('MsgSetDenomMetadata', { sender: [1, 'text'], metadata: [2, 'message'] }),
    signer: 'sender',
    nested: { metadata: fieldsJson(metadata, { denom_units: denomUnitJson }) },
    check({ sender, metadata: bytes }, prefix) {
      checkBech32('sender', sender, prefix)
      const given = decodeMetadata(bytes)
      const fault = metadataFault(given)
      if (fault !== undefined) throw plainError(fault)
      requireTokenDenom(given.base, prefix)
    },
    run(state, { sender, metadata: bytes }) {
      const given = decodeMetadata(bytes)
      setDenomMetadata(state, sender, given)
      return [event('set_denom_metadata', { denom: given.base })]
    },
  }),
]
