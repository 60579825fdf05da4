import type { CallRequest } from '../../evm/transaction/callRequest.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import type { RemoteCall } from '../../remote/remoteState.ts'

/** Returns a call or transaction in the form in which a remote node can tell what it reads. */
export function remoteCallOf({
  from,
  to,
  data,
  value,
}: Pick<CallRequest | Transaction, 'from' | 'to' | 'data' | 'value'>): RemoteCall {
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(data !== undefined && { data: bytesToHex(data) }),
    ...(value !== undefined && { value }),
  }
}
