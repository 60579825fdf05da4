import type { BlockContext } from '../../evm/run/executor.ts'
import { hasRoom, sendCoins } from '../../modules/bank/bank.ts'
import { nativeOfText, nativeText } from '../../modules/evm/association.ts'
import { useGrantedFees } from '../../modules/feegrant/allowances.ts'
import { timeInMessages } from '../../modules/headerInfo.ts'
import { feeCollectorAccount } from '../../modules/moduleAccounts.ts'
import { ModuleError } from '../../modules/moduleError.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { WorldState } from '../../state/worldState.ts'
import { NativeTxError } from '../errors.ts'
import { coinsText, feeEvents } from '../events.ts'
import { feeGrantEvent } from '../messages/feegrantMessages.ts'
import { typeUrlOf } from '../messages/typeUrlOf.ts'
import type { NativeEvent } from '../nativeReceipt.ts'
import type { NativeTransaction } from '../nativeTransaction.ts'

/**
 * Pays the fee to the fee collector: from the payer, or from the account that gave it an allowance.
 *
 * @throws NativeTxError
 */
export function payFee(
  state: WorldState,
  block: BlockContext,
  tx: NativeTransaction,
  payer: NativeAddress,
): NativeEvent[] {
  const { coins, granter } = tx.fee
  const from = granter === undefined ? payer : nativeOfText(state, granter)
  const events = from === payer ? [] : useAllowanceOf(state, block, tx, { from, payer })
  for (const { denom, amount: want } of coins) {
    const have = state.getCoins(from, denom)
    if (have >= want) continue
    const address = nativeText(state, from)
    throw new NativeTxError({ code: 'INSUFFICIENT_COINS', address, denom, have, want })
  }
  if (!coins.every((coin) => hasRoom(state, feeCollectorAccount, coin))) {
    throw new NativeTxError({ code: 'BALANCE_OVERFLOW', account: feeCollectorAccount })
  }
  sendCoins(state, from, feeCollectorAccount, coins)
  const collector = nativeText(state, feeCollectorAccount)
  return [...events, ...feeEvents(nativeText(state, from), collector, coinsText(coins))]
}

/** Uses the allowance of a granter. @throws NativeTxError */
function useAllowanceOf(
  state: WorldState,
  block: BlockContext,
  { messages, fee }: NativeTransaction,
  { from, payer }: { readonly from: NativeAddress; readonly payer: NativeAddress },
): NativeEvent[] {
  const parties = { granter: nativeText(state, from), grantee: nativeText(state, payer) }
  const use = {
    fee: fee.coins.filter(({ amount }) => amount > 0n),
    typeUrls: messages.map(typeUrlOf),
    time: timeInMessages(block.timestamp),
  }
  try {
    const isUsedUp = useGrantedFees(state, { granter: from, grantee: payer }, use)
    const used = feeGrantEvent('use_feegrant', parties)
    return isUsedUp
      ? [feeGrantEvent('revoke_feegrant', parties), used]
      : [used, feeGrantEvent('set_feegrant', parties)]
  } catch (error) {
    if (!(error instanceof ModuleError)) throw error
    const { codespace, code: abciCode, message: reason } = error
    const { granter, grantee } = parties
    throw new NativeTxError({
      ...{ code: 'FEE_NOT_ALLOWED', codespace, abciCode, granter, payer: grantee, reason },
    })
  }
}
