import { type Coin, sendCoins } from '../../../modules/bank/bank.ts'
import { ownerOf } from '../../../modules/evm/association.ts'
import { type HeaderInfo, timeInMessages } from '../../../modules/headerInfo.ts'
import { WEI_PER_UNIT } from '../../../state/ledger/balanceOverflow.ts'
import type { NativeAddress } from '../../../state/rows/layout.ts'
import type { NativeCall } from './abi/abiFunction.ts'

/**
 * Hands what was sent with a call, whole units, to the account that pays with it: modules take
 * coins from there. Returns it, as no or one coin.
 */
export function takePayment(
  { state, address, value }: NativeCall,
  payer: NativeAddress,
): readonly Coin[] {
  if (value === 0n) return []
  const coins = [{ denom: state.names.denomination, amount: value / WEI_PER_UNIT }]
  sendCoins(state, ownerOf(state, address), payer, coins)
  return coins
}

/** The block that a call is in, as modules see it. */
export function headerInfoOf({ block }: NativeCall): HeaderInfo {
  return { time: timeInMessages(block.timestamp), height: block.number }
}
