import { runTransaction } from '../../evm/run/runTransaction.ts'
import type { ExecutionContext } from '../../evm/run/simulate.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import type { Address } from '../../primitives/address.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import { castAddress, type NativeAddress } from '../../state/rows/layout.ts'
import { recordingSource, type StateAccess } from '../../state/rows/recordingSource.ts'
import { WorldState } from '../../state/worldState.ts'

/**
 * Records the reads of a transaction from the stores: enough to execute it again without them. For
 * an accessed account, includes everything but storage, because the accessed parts depend on the
 * executor. Changes are discarded.
 *
 * @throws TxError; ExecutionAborted if the signal is aborted
 */
export async function recordStateAccess(
  { executor, state, block, signal }: ExecutionContext,
  transaction: Transaction,
): Promise<StateAccess> {
  const source = recordingSource(state.asSource())
  const own = new WorldState(source, state.names)
  await runTransaction(executor, own, block, transaction, { signal })
  const before = new WorldState(source, state.names)
  for (const address of source.accounts) readAccount(before, address)
  return source.access
}

/** Reads all data of an account except storage. */
function readAccount(state: WorldState, address: Address): void {
  const native = state.getNativeAddress(address)
  state.getAccount(
    native === undefined ? castAddress(address) : (bytesToHex(native) as NativeAddress),
  )
  state.getBalance(address)
  state.getNonce(address)
  state.getCodeHash(address)
  state.getCode(address)
}
