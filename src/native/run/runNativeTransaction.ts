import { requireSendEnabled } from '../../modules/bank/bankParams.ts'
import { GasMeter, ModuleOutOfGas } from '../../modules/gas/gasMeter.ts'
import { MeteredState } from '../../modules/gas/meteredState.ts'
import { timeInMessages } from '../../modules/headerInfo.ts'
import { ModuleError, sdkCode } from '../../modules/moduleError.ts'
import { BalanceOverflowError } from '../../state/ledger/balanceOverflow.ts'
import type { WorldState } from '../../state/worldState.ts'
import { type NativeContext, runAnteHandler } from '../ante/runAnteHandler.ts'
import { type AnteResult, runAssociateAnteHandler } from '../ante/runAssociateAnteHandler.ts'
import { NativeTxError } from '../errors.ts'
import type { NativeReceipt } from '../nativeReceipt.ts'
import { type NativeTransaction, withNested } from '../nativeTransaction.ts'
import { runMessage } from './runMessage.ts'
import { syntheticLogs, transferOf } from './toEvm.ts'

/**
 * Runs a native transaction on a state: checks and associates its signers, pays the fee to the fee
 * collector, then runs all of its messages or none. A failed message is a regular result: fee and
 * sequence are spent.
 *
 * @throws NativeTxError if the transaction is invalid in this block; the state is then unchanged
 */
export function runNativeTransaction(
  state: WorldState,
  context: NativeContext,
  tx: NativeTransaction,
): NativeReceipt {
  const meter = new GasMeter(tx.fee.gasLimit)
  return runMessages(state, meter, context, tx, admit(state, meter, context, tx))
}

/**
 * Runs only the checks of a native transaction, and pays its fee, as CheckTx does.
 *
 * @throws NativeTxError; the state is then unchanged
 */
export function admitNativeTransaction(
  state: WorldState,
  context: NativeContext,
  tx: NativeTransaction,
): AnteResult {
  return admit(state, new GasMeter(tx.fee.gasLimit), context, tx)
}

function admit(
  state: WorldState,
  meter: GasMeter,
  context: NativeContext,
  tx: NativeTransaction,
): AnteResult {
  const before = state.mark
  try {
    return tx.signers.length === 0
      ? runAssociateAnteHandler(state, tx)
      : runAnteHandler(state, meter, context, tx)
  } catch (error) {
    state.revertTo(before)
    if (error instanceof BalanceOverflowError) throw new NativeTxError(error.details)
    if (!(error instanceof ModuleOutOfGas)) throw error
    const gasLimit = tx.fee.gasLimit
    throw new NativeTxError({ code: 'NATIVE_OUT_OF_GAS', gasLimit, gasUsed: gasLimit })
  }
}

function runMessages(
  state: WorldState,
  meter: GasMeter,
  { block }: NativeContext,
  tx: NativeTransaction,
  { sender, events }: AnteResult,
): NativeReceipt {
  const mark = state.mark
  const transfer = transferOf(state, tx)
  const facts = { sender, ...(transfer === undefined ? {} : { transfer }) }
  let index = 0
  try {
    const metered = new MeteredState(state, meter)
    const moment = { time: timeInMessages(block.timestamp), height: block.number }
    const told = tx.messages.flatMap((message, i) => {
      index = i
      // Parameters cost no gas.
      for (const each of withNested(message)) {
        if (each.kind === 'send') requireSendEnabled(state, each.coins)
      }
      return runMessage(metered, message, moment)
    })
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
    return { ...facts, ...failure(error, index), gasUsed: meter.used, events, logs: [] }
  }
}

function failure(error: unknown, index: number): Pick<NativeReceipt, 'code' | 'codespace' | 'log'> {
  if (error instanceof ModuleError) {
    const log = `failed to execute message; message index: ${index}: ${error.message}`
    return { code: error.code, codespace: error.codespace, log }
  }
  if (error instanceof ModuleOutOfGas) {
    return { code: sdkCode.outOfGas, codespace: 'sdk', log: error.message }
  }
  throw error
}
