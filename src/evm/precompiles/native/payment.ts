import { type Coin, sendCoins } from '../../../modules/bank/bank.ts'
import { ownerOf } from '../../../modules/evm/association.ts'
import { type HeaderInfo, timeInMessages } from '../../../modules/headerInfo.ts'
import { sdkError } from '../../../modules/moduleError.ts'
import { WEI_PER_UNIT } from '../../../state/ledger/balanceOverflow.ts'
import type { NativeAddress } from '../../../state/rows/layout.ts'
import type { NativeCall } from './abi/abiFunction.ts'

/**
 * Moves the value of a call to the paying account, from which modules take coins. Returns zero or
 * one coin.
 *
 * @throws ModuleError if it is not whole units
 */
export function takePayment(
  { state, address, value }: NativeCall,
  payer: NativeAddress,
): readonly Coin[] {
  requireWholeUnits(value)
  if (value === 0n) return []
  const coins = [{ denom: state.names.denomination, amount: value / WEI_PER_UNIT }]
  sendCoins(state, ownerOf(state, address), payer, coins)
  return coins
}

/** @throws ModuleError */
export function requireWholeUnits(value: bigint): void {
  if (value % WEI_PER_UNIT === 0n) return
  throw sdkError(
    'invalidRequest',
    `selected precompile function does not allow payment with non-zero wei remainder: received ${value}`,
  )
}

/** Returns the block of a call for the modules. */
export function headerInfoOf({ block }: NativeCall): HeaderInfo {
  return { time: timeInMessages(block.timestamp), height: block.number }
}
