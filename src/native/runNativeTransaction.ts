import type { BlockContext } from '../evm/run/executor.ts'
import { GasMeter, ModuleOutOfGas } from '../modules/gasMeter.ts'
import { MeteredState } from '../modules/meteredState.ts'
import { ModuleRefused, sdkCode } from '../modules/moduleRefused.ts'
import { BalanceOverflow } from '../state/ledger/balanceOverflow.ts'
import type { WorldState } from '../state/worldState.ts'
import { admitAssociation } from './admitAssociation.ts'
import { admitSigned } from './admitSigned.ts'
import { NativeTxRefused } from './errors.ts'
import type { NativeEvent } from './nativeEvent.ts'
import type { NativeReceipt } from './nativeReceipt.ts'
import type { NativeTransaction } from './nativeTransaction.ts'
import { runMessage } from './runMessage.ts'
import { syntheticLogs, transferOf } from './toEvm.ts'

/** What a native transaction's effect depends on beside the state. */
export interface NativeContext {
  /** The chain's Cosmos name: what is signed. */
  readonly chainId: string
  readonly block: BlockContext
}

/** A transaction that may be in the block: who sent it, and what was done before its messages. */
export interface Admitted {
  /** EVM address of the first signer, associated by now. */
  readonly sender: NativeReceipt['sender']
  readonly events: readonly NativeEvent[]
}

/**
 * Runs a native transaction on a state. First its signers are checked and associated, and its fee is paid to the fee collector; then
 * its messages run, all of them or none. A message that fails is a result like any other: fee and sequence are spent.
 *
 * @throws NativeTxRefused where the transaction may not be in this block; the state is as before then
 */
export function runNativeTransaction(
  state: WorldState,
  context: NativeContext,
  tx: NativeTransaction,
): NativeReceipt {
  const before = state.mark
  const meter = new GasMeter(tx.fee.gasLimit)
  let admitted: Admitted
  try {
    admitted =
      tx.signers.length === 0 ? admitAssociation(state, tx) : admitSigned(state, meter, context, tx)
  } catch (error) {
    state.revertTo(before)
    if (error instanceof BalanceOverflow) throw new NativeTxRefused(error.refusal)
    if (!(error instanceof ModuleOutOfGas)) throw error
    const gasLimit = tx.fee.gasLimit
    throw new NativeTxRefused({ code: 'NATIVE_OUT_OF_GAS', gasLimit, gasUsed: gasLimit })
  }
  return runMessages(state, meter, tx, admitted)
}

function runMessages(
  state: WorldState,
  meter: GasMeter,
  tx: NativeTransaction,
  { sender, events }: Admitted,
): NativeReceipt {
  const mark = state.mark
  const transfer = transferOf(state, tx)
  const facts = { sender, ...(transfer === undefined ? {} : { transfer }) }
  try {
    const metered = new MeteredState(state, meter)
    const told = tx.messages.flatMap((message) => runMessage(metered, message))
    return {
      ...facts,
      code: 0,
      codespace: '',
      log: '',
      gasUsed: meter.used,
      events: [...events, ...told],
      logs: syntheticLogs(state, tx),
    }
  } catch (error) {
    state.revertTo(mark)
    return { ...facts, ...failure(error), gasUsed: meter.used, events, logs: [] }
  }
}

function failure(error: unknown): Pick<NativeReceipt, 'code' | 'codespace' | 'log'> {
  if (error instanceof ModuleRefused) {
    return { code: error.code, codespace: error.codespace, log: error.message }
  }
  if (error instanceof ModuleOutOfGas) {
    return { code: sdkCode.outOfGas, codespace: 'sdk', log: error.message }
  }
  throw error
}
