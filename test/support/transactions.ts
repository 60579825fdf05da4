import type { Transaction } from '../../src/evm/transaction/transaction.ts'
import { ZERO_ADDRESS } from '../../src/primitives/address.ts'
import { bytesToHash } from '../../src/primitives/encoding/hex.ts'

/**
 * An unsigned transfer of zero for tests that need no chain, so that these load quickly.
 *
 * @param id determines its hash
 */
export function transactionOf(id: number, fields: Partial<Transaction>): Transaction {
  return {
    type: 2,
    chainId: 1n,
    nonce: 0n,
    gasLimit: 21_000n,
    to: ZERO_ADDRESS,
    value: 0n,
    data: new Uint8Array(0),
    maxFeePerGas: 10n,
    maxPriorityFeePerGas: 0n,
    accessList: [],
    authorizationList: [],
    hash: bytesToHash(Uint8Array.from({ length: 32 }, (_, i) => (i < 4 ? id >>> (8 * i) : 0))),
    from: ZERO_ADDRESS,
    publicKey: undefined,
    signature: { r: 1n, s: 1n, yParity: 0 },
    v: 0n,
    raw: new Uint8Array(0),
    ...fields,
  }
}
