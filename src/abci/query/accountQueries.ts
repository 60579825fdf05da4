import { balanceOf, balancesOf, type Coin, supplyOf, supplyTable } from '../../modules/bank/bank.ts'
import { metadataOf } from '../../modules/bank/bankMetadata.ts'
import { bankParamsOf } from '../../modules/bank/bankParams.ts'
import { evmAccountOf, nativeText, parseNative } from '../../modules/evm/association.ts'
import { coinFields, encodeCoin } from '../../modules/messages.ts'
import { authParams } from '../../modules/params/authParams.ts'
import { readParameter } from '../../modules/params/readParameter.ts'
import { parseAddress, toChecksumAddress } from '../../primitives/address.ts'
import { concatBytes, EMPTY_BYTES, utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import {
  messageField,
  repeatedField,
  stringField,
  varintField,
} from '../../primitives/encoding/protobuf.ts'
import { accountKind, evmOfKind, nativeOfKind } from '../../state/rows/layout.ts'
import { metadataKind } from '../../state/rows/metadataKind.ts'
import { type GrpcQueries, type GrpcQuery, invalidArgument, notFound } from './grpcQuery.ts'
import { type ListItem, page, rowItems } from './pagination.ts'

const account: GrpcQuery = ({ state, fields }) => {
  const text = fields.text(1)
  const kind = accountKind(state.names.bech32Prefix)
  const found = state.get(kind, parseNative(state, text))
  if (found === undefined) throw notFound(`account ${text}`)
  return messageField(1, kind.encode(found))
}

const balance: GrpcQuery = ({ state, fields }) => {
  const owner = parseNative(state, fields.text(1))
  const denom = fields.text(2)
  if (denom === '') throw invalidArgument('invalid denom')
  return concatBytes(...coinFields(1, [{ denom, amount: balanceOf(state, owner, denom) }]))
}

const allBalances: GrpcQuery = ({ state, fields }) => {
  const coins = balancesOf(state, parseNative(state, fields.text(1)))
  return page(coins.map(coinItem), fields.bytes(2))
}

const totalSupply: GrpcQuery = ({ state, fields }) => {
  const coins = [...state.ids(supplyTable)].map((denom) => {
    return { denom, amount: supplyOf(state, denom) }
  })
  return page(coins.map(coinItem), fields.bytes(1))
}

function coinItem(coin: Coin): ListItem {
  return { key: utf8ToBytes(coin.denom), encode: () => encodeCoin(coin) }
}

const supply: GrpcQuery = ({ state, fields }) => {
  const denom = fields.text(1)
  return concatBytes(...coinFields(1, [{ denom, amount: supplyOf(state, denom) }]))
}

const denomMetadata: GrpcQuery = ({ state, fields }) => {
  const found = metadataOf(state, fields.text(1))
  if (found === undefined) throw notFound(`client metadata for denom ${fields.text(1)}`)
  return messageField(1, metadataKind.encode(found))
}

const denomsMetadata: GrpcQuery = ({ state, fields }) =>
  page(rowItems(state, metadataKind), fields.bytes(1))

/** EVMAddressBySeiAddress of Sei: the associated address. */
const evmAddress: GrpcQuery = ({ state, fields }) => {
  const native = parseNative(state, fields.text(1))
  const associated = state.get(evmOfKind, native)
  if (associated === undefined) return EMPTY_BYTES
  const text = toChecksumAddress(evmAccountOf(state, native))
  return concatBytes(stringField(1, text), varintField(2, 1n))
}

/** SeiAddressByEVMAddress of Sei. */
const nativeAddress: GrpcQuery = ({ state, fields }) => {
  const associated = state.get(nativeOfKind, addressIn(fields.text(1)))
  if (associated === undefined) return EMPTY_BYTES
  return concatBytes(stringField(1, nativeText(state, associated)), varintField(2, 1n))
}

function addressIn(text: string) {
  try {
    return parseAddress(text)
  } catch (error) {
    throw invalidArgument(error instanceof Error ? error.message : String(error))
  }
}

const authParamFields = concatBytes(
  varintField(1, authParams.MaxMemoCharacters),
  varintField(2, authParams.TxSigLimit),
  varintField(3, authParams.TxSizeCostPerByte),
  varintField(4, authParams.SigVerifyCostED25519),
  varintField(5, authParams.SigVerifyCostSecp256k1),
)

const bankParams: GrpcQuery = ({ state }) => {
  const { sendEnabled, defaultSendEnabled } = bankParamsOf(state)
  const settings = sendEnabled.map(({ denom, enabled }) =>
    concatBytes(stringField(1, denom), varintField(2, enabled ? 1n : 0n)),
  )
  const fields = concatBytes(
    repeatedField(1, settings),
    varintField(2, defaultSendEnabled ? 1n : 0n),
  )
  return messageField(1, fields)
}

const parameter: GrpcQuery = ({ state, fields, params }) => {
  const [subspace, key] = [fields.text(1), fields.text(2)]
  if (subspace === '' || key === '') throw invalidArgument('invalid request')
  const value = readParameter(state, { subspace, key }, params)
  return messageField(
    1,
    concatBytes(stringField(1, subspace), stringField(2, key), stringField(3, value)),
  )
}

/** Queries of the modules auth, bank, params and evm. */
export const accountQueries: GrpcQueries = {
  '/cosmos.auth.v1beta1.Query/Account': account,
  '/cosmos.auth.v1beta1.Query/Params': () => messageField(1, authParamFields),
  '/cosmos.bank.v1beta1.Query/Params': bankParams,
  '/cosmos.params.v1beta1.Query/Params': parameter,
  '/cosmos.bank.v1beta1.Query/Balance': balance,
  '/cosmos.bank.v1beta1.Query/AllBalances': allBalances,
  '/cosmos.bank.v1beta1.Query/SpendableBalances': allBalances,
  '/cosmos.bank.v1beta1.Query/SupplyOf': supply,
  '/cosmos.bank.v1beta1.Query/TotalSupply': totalSupply,
  '/cosmos.bank.v1beta1.Query/DenomMetadata': denomMetadata,
  '/cosmos.bank.v1beta1.Query/DenomsMetadata': denomsMetadata,
  '/seiprotocol.seichain.evm.Query/EVMAddressBySeiAddress': evmAddress,
  '/seiprotocol.seichain.evm.Query/SeiAddressByEVMAddress': nativeAddress,
}
