import { readGas } from '../../../../modules/gas/gasMeter.ts'
import { abiFunction } from '../abi/abiFunction.ts'
import { meteredPrecompile } from '../abi/abiPrecompile.ts'
import { arrayOf, string, tuple, uint64 } from '../abi/abiType.ts'

/** Zero of Go's time as a date. */
const NO_DATE = '0001-01-01'

/** Sizes of the rows that the real chain reads: a minter, and two parameters as JSON. */
const MINTER_SIZE = 43
const PARAM_SIZES = [20, 33]

const params = abiFunction({
  name: 'params',
  mutability: 'view',
  inputs: {},
  returns: tuple('MintParams', {
    mintDenom: string,
    tokenReleaseSchedule: arrayOf(
      tuple('ScheduledTokenRelease', {
        startDate: string,
        endDate: string,
        tokenReleaseAmount: uint64,
      }),
    ),
  }),
  run({ state, charge }) {
    for (const size of PARAM_SIZES) charge(readGas(size))
    return { mintDenom: state.names.denomination, tokenReleaseSchedule: [] }
  },
})

const minter = abiFunction({
  name: 'minter',
  mutability: 'view',
  inputs: {},
  returns: tuple('Minter', {
    startDate: string,
    endDate: string,
    denom: string,
    totalMintAmount: uint64,
    remainingMintAmount: uint64,
    lastMintAmount: uint64,
    lastMintDate: string,
    lastMintHeight: uint64,
  }),
  run({ state, charge }) {
    charge(readGas(MINTER_SIZE))
    return {
      startDate: NO_DATE,
      endDate: NO_DATE,
      denom: state.names.denomination,
      totalMintAmount: 0n,
      remainingMintAmount: 0n,
      lastMintAmount: 0n,
      lastMintDate: NO_DATE,
      lastMintHeight: 0n,
    }
  },
})

/** 0x1012 of Sei 6.7: scheduled releases of coins, of which this chain has none. */
export const mintPrecompile = meteredPrecompile([params, minter], { decoder: 'mint' })
