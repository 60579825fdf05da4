import { type Address, parseAddress } from '../../../primitives/address.ts'
import type { AbiPrecompile } from './abi/abiPrecompile.ts'
import { ibcPrecompile, wasmdPrecompile } from './absentPrecompiles.ts'
import { addrPrecompile } from './addrPrecompile.ts'
import { bankPrecompile } from './bankPrecompile.ts'
import { distributionPrecompile } from './distributionPrecompile.ts'
import { govPrecompile } from './govPrecompile.ts'
import { jsonPrecompile } from './jsonPrecompile.ts'
import { oraclePrecompile } from './oraclePrecompile.ts'
import { p256Precompile } from './p256Precompile.ts'
import { pointerPrecompile } from './pointerPrecompile.ts'
import { pointerviewPrecompile } from './pointerviewPrecompile.ts'
import { slashingPrecompile } from './slashingPrecompile.ts'
import { soloPrecompile } from './solo/soloPrecompile.ts'
import { stakingPrecompile } from './staking/stakingPrecompile.ts'

/** Contracts that Sei has from 6.7 on. */
export const v67Precompiles: ReadonlyMap<Address, AbiPrecompile> = new Map([
  at('1014', slashingPrecompile),
])

/** Whether the chain has the contracts of Sei 6.7. */
const INCLUDES_V67: boolean = false

/** The chain's own precompiles. */
export const nativePrecompiles: ReadonlyMap<Address, AbiPrecompile> = new Map([
  at('1001', bankPrecompile),
  at('1002', wasmdPrecompile),
  at('1003', jsonPrecompile),
  at('1004', addrPrecompile),
  at('1005', stakingPrecompile),
  at('1006', govPrecompile),
  at('1007', distributionPrecompile),
  at('1008', oraclePrecompile),
  at('1009', ibcPrecompile),
  at('100a', pointerviewPrecompile),
  at('100b', pointerPrecompile),
  at('100c', soloPrecompile),
  at('1011', p256Precompile),
  ...(INCLUDES_V67 ? v67Precompiles : []),
])

function at(digits: string, precompile: AbiPrecompile): [Address, AbiPrecompile] {
  return [parseAddress(`0x${digits.padStart(40, '0')}`), precompile]
}
