import { runTransaction } from '../../evm/run/runTransaction.ts'
import type { ExecutionContext } from '../../evm/run/simulate.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import type { Address } from '../../primitives/address.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import { castAddress, type NativeAddress } from '../../state/rows/layout.ts'
import { recordingSource, type StateAccess } from '../../state/rows/recordingSource.ts'
import { WorldState } from '../../state/worldState.ts'

/**
 * What a transaction asks of the stores when it runs in a scene, which begins before it: enough to
 * run it again without them. Of an account that it asks anything of, all but the storage is told:
 * which of it is looked at is the executor's business. What the transaction does to the state is
 * thrown away.
 *
 * @throws TxError; ExecutionAborted where the scene's signal says so
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

/** Reads all that belongs to an account but its storage. */
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
