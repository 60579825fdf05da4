import { abiFunction } from './abi/abiFunction.ts'
import { retiredPrecompile } from './abi/abiPrecompile.ts'
import { arrayOf, int64, string, tuple, uint64 } from './abi/abiType.ts'

const getExchangeRates = abiFunction({
  name: 'getExchangeRates',
  mutability: 'view',
  inputs: {},
  returns: arrayOf(
    tuple('DenomOracleExchangeRatePair', {
      denom: string,
      oracleExchangeRateVal: tuple('OracleExchangeRate', {
        exchangeRate: string,
        lastUpdate: string,
        lastUpdateTimestamp: int64,
      }),
    }),
  ),
  run: () => [],
})

const getOracleTwaps = abiFunction({
  name: 'getOracleTwaps',
  mutability: 'view',
  inputs: { lookbackSeconds: uint64 },
  returns: arrayOf(tuple('OracleTwap', { denom: string, twap: string, lookbackSeconds: int64 })),
  run: () => [],
})

const functions = [getExchangeRates, getOracleTwaps]
const RETIRED = 'oracle precompile is retired; oracle data queries are disabled'

/** 0x1008: exchange rates of denominations, which the chain no longer answers. */
export const oraclePrecompile = retiredPrecompile(functions, RETIRED)

/** 0x1008 of Sei 6.7, where decoding costs gas. */
export const upgradedOraclePrecompile = retiredPrecompile(functions, RETIRED, 'oracle')
