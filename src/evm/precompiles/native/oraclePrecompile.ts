import { averagesOf, ratesOf } from '../../../modules/oracle/oracle.ts'
import { formatDecimal } from '../../../primitives/encoding/decimal.ts'
import { abiFunction } from './abi/abiFunction.ts'
import { meteredPrecompile } from './abi/abiPrecompile.ts'
import { arrayOf, int64, string, tuple, uint64 } from './abi/abiType.ts'
import { headerInfoOf } from './payment.ts'

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
  run: ({ state }) =>
    ratesOf(state).map(({ denomination, rate, height, time }) => ({
      denom: denomination,
      oracleExchangeRateVal: {
        exchangeRate: formatDecimal(rate),
        lastUpdate: height.toString(),
        // In milliseconds.
        lastUpdateTimestamp: time * 1000n,
      },
    })),
})

const getOracleTwaps = abiFunction({
  name: 'getOracleTwaps',
  mutability: 'view',
  inputs: { lookbackSeconds: uint64 },
  returns: arrayOf(tuple('OracleTwap', { denom: string, twap: string, lookbackSeconds: int64 })),
  run: (call, { lookbackSeconds }) =>
    averagesOf(call.state, lookbackSeconds, headerInfoOf(call)).map(
      ({ denomination, average, seconds }) => ({
        denom: denomination,
        twap: formatDecimal(average),
        lookbackSeconds: seconds,
      }),
    ),
})

/** 0x1008: exchange rates of denominations. */
export const oraclePrecompile = meteredPrecompile([getExchangeRates, getOracleTwaps])
