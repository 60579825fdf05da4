import { ModuleError } from '../../modules/moduleError.ts'
import { checkBech32 } from '../codec/addressText.ts'
import { protoSchema } from '../codec/protoSchema.ts'
import { typeUrls } from '../codec/schemas.ts'
import { enumJson, fieldsJson, type MessageType, messageType } from './moduleMessage.ts'

const asset = protoSchema('Asset', {
  asset_type: [1, 'uint64'],
  contract_address: [2, 'text'],
  denom: [3, 'text'],
})

/** Names of the asset types, by their numbers. */
export const assetTypes = ['TYPECW20', 'TYPECW721', 'TYPENATIVE'] as const

/** Asset types of contracts. */
const CONTRACTS: ReadonlySet<bigint> = new Set([0n, 1n])

/** Only the precompile solo takes claims: as messages they are well-formed and always fail. */
export const evmMessages: readonly MessageType[] = [
  messageType({
    typeUrl: typeUrls.claim,
    schema: protoSchema('MsgClaim', { sender: [1, 'text'], claimer: [2, 'text'] }),
    signer: 'sender',
    check: ({ sender }, prefix) => checkBech32('sender', sender, prefix),
    run: () => unrecognized('MsgClaim'),
  }),
  messageType({
    typeUrl: typeUrls.claimSpecific,
    schema: protoSchema('MsgClaimSpecific', {
      sender: [1, 'text'],
      claimer: [2, 'text'],
      assets: [3, 'messages'],
    }),
    signer: 'sender',
    nested: { assets: fieldsJson(asset, {}, { asset_type: enumJson(assetTypes) }) },
    check({ sender, assets }, prefix) {
      checkBech32('sender', sender, prefix)
      for (const { asset_type: type, contract_address: contract } of assets.map(asset.decode)) {
        if (CONTRACTS.has(type)) checkBech32('contract_address', contract, prefix)
      }
    },
    run: () => unrecognized('MsgClaimSpecific'),
  }),
]

function unrecognized(name: string): never {
  throw new ModuleError('sdk', 6, `unrecognized evm message type: *types.${name}: unknown request`)
}
