import { type Coin, supplyTable } from '../../../../modules/bank/bank.ts'
import { metadataOf } from '../../../../modules/bank/bankMetadata.ts'
import { bankParamsOf } from '../../../../modules/bank/bankParams.ts'
import { requireDelegator as requireAccount } from '../../../../modules/evm/association.ts'
import type { DenominationMetadata } from '../../../../primitives/denominationMetadata.ts'
import { accountKind } from '../../../../state/rows/layout.ts'
import { metadataKind } from '../../../../state/rows/metadataKind.ts'
import { abiFunction, returnValues } from '../abi/abiFunction.ts'
import { address, arrayOf, bool, bytes, string, tuple, uint32, uint256 } from '../abi/abiType.ts'
import { coinRows, readCoins } from '../query/coinRows.ts'
import { readList, readPage } from '../query/pages.ts'
import { queryError } from '../query/queryError.ts'

const coins = arrayOf(tuple('CoinBalance', { amount: uint256, denom: string }))

const spendableBalances = abiFunction({
  name: 'spendableBalances',
  mutability: 'view',
  inputs: { acc: address, pageKey: bytes },
  returns: returnValues({ balances: coins, nextKey: bytes }),
  run(call, { acc, pageKey }) {
    const owner = requireAccount(call.state, acc)
    const { rows, nextKey } = readList(call, coinRows(call, owner), pageKey)
    // The real chain then reads all coins and the account, which might lock some of them.
    readCoins(call, owner)
    call.state.get(accountKind(call.state.names.bech32Prefix), owner)
    return { balances: rows, nextKey }
  },
})

const totalSupply = abiFunction({
  name: 'totalSupply',
  mutability: 'view',
  inputs: { pageKey: bytes },
  returns: returnValues({ supply: coins, nextKey: bytes }),
  run(call, { pageKey }) {
    const { rows, nextKey } = readPage(call, { kind: supplyTable, pageKey })
    return { supply: rows.map(([denom, amount]): Coin => ({ denom, amount })), nextKey }
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
  run(call, { pageKey }) {
    const { rows, nextKey } = readPage(call, { kind: metadataKind, pageKey })
    return { metadatas: rows.map(([, metadata]) => toMetadata(metadata)), nextKey }
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
