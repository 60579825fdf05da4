import type { ChainTransactions } from '../../../chain/chain.ts'
import type { LocatedTransaction } from '../../../chain/history/located.ts'
import { decodeTransaction } from '../../../evm/transaction/decodeTransaction.ts'
import { ZERO_ADDRESS } from '../../../primitives/address.ts'
import type { Hash } from '../../../primitives/encoding/hex.ts'
import { bytes, hash, uint64 } from '../../codec/scalar.ts'
import { transactionRequest } from '../../codec/transactionRequest.ts'
import { changingMethod, method, param } from '../../core/method.ts'
import { receiptView } from '../../views/receipt.ts'
import { unsignedTransactionView } from '../../views/unsignedTransaction.ts'
import { fillTransaction } from '../fillTransaction.ts'
import { sendTransaction } from '../sendTransaction.ts'

/** Maximum wait for a receipt. */
const MAX_WAIT_MS = 60_000n

const timeout = param('timeoutMs', uint64, '0x4e20')

export const eth_sendRawTransaction = changingMethod({
  summary: 'Submits a signed transaction and returns its hash. With automine it is already mined.',
  onNetworks: true,
  params: [param('transaction', bytes)],
  result: hash,
  run: ({ pool, chainId, onAccepted }, raw) =>
    pool.submit(decodeTransaction(raw, chainId), { onAccepted }),
})

export const eth_sendRawTransactionSync = changingMethod({
  summary:
    'Submits a signed transaction and waits for its receipt (EIP-7966), at most the given milliseconds.',
  onNetworks: true,
  params: [param('transaction', bytes), timeout],
  result: receiptView,
  async run({ pool, chainId, transactions, changed }, raw, timeoutMs) {
    const hash = await pool.submit(decodeTransaction(raw, chainId))
    changed()
    return receiptWithin(transactions, hash, timeoutMs)
  },
})

export const eth_sendTransaction = changingMethod({
  summary:
    'Completes, signs and submits a transaction of a development or impersonated account and returns its hash. `from` defaults to the first development account.',
  onNetworks: true,
  params: [param('transaction', transactionRequest)],
  result: hash,
  run: (context, request) => sendTransaction(context, request, { onAccepted: context.onAccepted }),
})

export const eth_sendTransactionSync = changingMethod({
  summary:
    'Completes, signs and submits a transaction like `eth_sendTransaction`, and waits for its receipt, at most the given milliseconds (EIP-7966).',
  onNetworks: true,
  params: [param('transaction', transactionRequest), timeout],
  result: receiptView,
  async run(context, request, timeoutMs) {
    const hash = await sendTransaction(context, request)
    context.changed()
    return receiptWithin(context.transactions, hash, timeoutMs)
  },
})

export const eth_sendUnsignedTransaction = changingMethod({
  summary:
    'Completes and submits a transaction of any sender as if it were impersonated, and returns its hash. `from` defaults to the first development account.',
  onNetworks: true,
  params: [param('transaction', transactionRequest)],
  result: hash,
  run: (context, request) =>
    sendTransaction(context, request, { anySender: true, onAccepted: context.onAccepted }),
})

export const eth_fillTransaction = method({
  summary:
    'Completes nonce, gas and fees of a transaction without signing it. Returns its bytes and fields.',
  params: [param('transaction', transactionRequest)],
  result: unsignedTransactionView,
  run: (context, request) => fillTransaction(context, request.from ?? ZERO_ADDRESS, request),
})

async function receiptWithin(
  transactions: ChainTransactions,
  hash: Hash,
  timeoutMs: bigint,
): Promise<LocatedTransaction> {
  return transactions.waitFor(hash, Number(timeoutMs < MAX_WAIT_MS ? timeoutMs : MAX_WAIT_MS))
}
