import { balanceOf, type Coin, supplyOf, supplyTable } from '../../../../modules/bank/bank.ts'
import { metadataOf } from '../../../../modules/bank/bankMetadata.ts'
import { bankParamsOf } from '../../../../modules/bank/bankParams.ts'
import { requireDelegator as requireAccount } from '../../../../modules/evm/association.ts'
import { PAGE_SIZE, pageOf, rangeFrom } from '../../../../modules/page.ts'
import type { DenominationMetadata } from '../../../../primitives/denominationMetadata.ts'
import { bytesToUtf8, EMPTY_BYTES, utf8ToBytes } from '../../../../primitives/encoding/bytes.ts'
import { metadataKind } from '../../../../state/rows/metadataKind.ts'
import { abiFunction, returnValues } from '../abi/abiFunction.ts'
import { address, arrayOf, bool, bytes, string, tuple, uint32, uint256 } from '../abi/abiType.ts'
import { queryError } from '../query/queryError.ts'

const coins = arrayOf(tuple('CoinBalance', { amount: uint256, denom: string }))

const spendableBalances = abiFunction({
  name: 'spendableBalances',
  mutability: 'view',
  inputs: { acc: address, pageKey: bytes },
  returns: returnValues({ balances: coins, nextKey: bytes }),
  run({ state }, { acc, pageKey }) {
    const owner = requireAccount(state, acc)
    const start = bytesToUtf8(pageKey)
    const denoms = state.denominations(owner).filter((denom) => denom >= start)
    const [next] = denoms.slice(PAGE_SIZE)
    return {
      balances: denoms
        .slice(0, PAGE_SIZE)
        .map((denom): Coin => ({ denom, amount: balanceOf(state, owner, denom) })),
      nextKey: next === undefined ? EMPTY_BYTES : utf8ToBytes(next),
    }
  },
})

const totalSupply = abiFunction({
  name: 'totalSupply',
  mutability: 'view',
  inputs: { pageKey: bytes },
  returns: returnValues({ supply: coins, nextKey: bytes }),
  run({ state }, { pageKey }) {
    const { rows, nextKey } = pageOf(supplyTable, state.ids(supplyTable, rangeFrom(pageKey)))
    return {
      supply: rows.map((denom): Coin => ({ denom, amount: supplyOf(state, denom) })),
      nextKey,
    }
  },
})

const params = abiFunction({
  name: 'params',
  mutability: 'view',
  inputs: {},
  returns: tuple('Params', {
    sendEnabled: arrayOf(tuple('SendEnabled', { denom: string, enabled: bool })),
    defaultSendEnabled: bool,
  }),
  run: ({ state }) => bankParamsOf(state),
})

const metadataType = tuple('Metadata', {
  description: string,
  denomUnits: arrayOf(
    tuple('DenomUnit', { denom: string, exponent: uint32, aliases: arrayOf(string) }),
  ),
  base: string,
  display: string,
  name: string,
  symbol: string,
})

const denomMetadata = abiFunction({
  name: 'denomMetadata',
  mutability: 'view',
  inputs: { denom: string },
  returns: metadataType,
  run({ state }, { denom }) {
    if (denom === '') throw queryError('InvalidArgument', 'invalid denom')
    const metadata = metadataOf(state, denom)
    if (metadata !== undefined) return toMetadata(metadata)
    throw queryError('NotFound', `client metadata for denom ${denom}`)
  },
})

const denomsMetadata = abiFunction({
  name: 'denomsMetadata',
  mutability: 'view',
  inputs: { pageKey: bytes },
  returns: returnValues({ metadatas: arrayOf(metadataType), nextKey: bytes }),
  run({ state }, { pageKey }) {
    const { rows, nextKey } = pageOf(metadataKind, state.ids(metadataKind, rangeFrom(pageKey)))
    const found = rows.map((denom) => metadataOf(state, denom))
    return { metadatas: found.flatMap((each) => (each ? [toMetadata(each)] : [])), nextKey }
  },
})

function toMetadata({ units, ...metadata }: DenominationMetadata) {
  return {
    ...metadata,
    denomUnits: units.map(({ denomination, exponent, aliases = [] }) => ({
      denom: denomination,
      exponent: BigInt(exponent),
      aliases,
    })),
  }
}

/** Functions of the bank from Sei 6.7 on. */
export const bankQueries = [spendableBalances, totalSupply, params, denomMetadata, denomsMetadata]
