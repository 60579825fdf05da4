import type { LocatedTransaction } from '../../../chain/chain.ts'
import { ChainRefused } from '../../../chain/errors.ts'
import { decodeTransaction } from '../../../evm/transaction/decodeTransaction.ts'
import type { ReadableNode } from '../../../node/node.ts'
import { ZERO_ADDRESS } from '../../../primitives/address.ts'
import type { Hash } from '../../../primitives/encoding/hex.ts'
import { bytes, hash, uint64 } from '../../codec/scalar.ts'
import { transactionRequest } from '../../codec/transactionRequest.ts'
import { exampleValues } from '../../core/exampleValues.ts'
import { changingMethod, method, param } from '../../core/method.ts'
import { receiptView } from '../../views/receipt.ts'
import { unsignedTransactionView } from '../../views/unsignedTransaction.ts'
import { fillTransaction } from '../fillTransaction.ts'
import { defaultSender, sendTransaction } from '../sendTransaction.ts'

/** Longest wait for a receipt. */
const MAX_WAIT_MS = 60_000n

const timeout = param('timeoutMs', uint64, '0x4e20')

export const eth_sendRawTransaction = changingMethod({
  summary: 'Takes a signed transaction; its hash. Where blocks are instant, it is mined by then.',
  params: [param('transaction', bytes)],
  result: hash,
  example: { params: [exampleValues.rawNext], result: exampleValues.nextReceipt.transactionHash },
  run: ({ node, answer }, raw) =>
    node.chain.submit(decodeTransaction(raw, node.chain.chainId), answer),
})

export const eth_sendRawTransactionSync = changingMethod({
  summary:
    'Takes a signed transaction and waits for its receipt (EIP-7966), at most the given milliseconds.',
  params: [param('transaction', bytes), timeout],
  result: receiptView,
  example: { params: [exampleValues.rawNext], result: exampleValues.nextReceipt },
  async run({ node, changed }, raw, timeoutMs) {
    const hash = await node.chain.submit(decodeTransaction(raw, node.chain.chainId))
    changed()
    return receiptWithin(node, hash, timeoutMs)
  },
})

export const eth_sendTransaction = changingMethod({
  summary:
    'Completes and takes a transaction of a development account, which it signs, or of an impersonated one; its hash. `from` defaults to the first development account.',
  params: [param('transaction', transactionRequest)],
  result: hash,
  example: {
    params: [{ from: exampleValues.bob, to: exampleValues.alice, value: '0x1' }],
    result: exampleValues.nextReceipt.transactionHash,
  },
  run: ({ node, answer }, request) => sendTransaction(node, request, { onRun: answer }),
})

export const eth_sendTransactionSync = changingMethod({
  summary:
    'As eth_sendTransaction, and waits for the receipt, at most the given milliseconds (EIP-7966).',
  params: [param('transaction', transactionRequest), timeout],
  result: receiptView,
  example: {
    params: [{ from: exampleValues.bob, to: exampleValues.alice, value: '0x1' }],
    result: exampleValues.nextReceipt,
  },
  async run({ node, changed }, request, timeoutMs) {
    const hash = await sendTransaction(node, request)
    changed()
    return receiptWithin(node, hash, timeoutMs)
  },
})

export const eth_sendUnsignedTransaction = changingMethod({
  summary:
    'Completes and takes a transaction of any sender, as if it was impersonated; its hash. `from` defaults to the first development account.',
  params: [param('transaction', transactionRequest)],
  result: hash,
  example: {
    params: [{ from: exampleValues.bob, to: exampleValues.alice, value: '0x1' }],
    result: exampleValues.nextReceipt.transactionHash,
  },
  run: ({ node, answer }, request) =>
    sendTransaction(node, request, { anySender: true, onRun: answer }),
})

export const eth_signTransaction = method({
  summary: 'Completes and signs a transaction of a development account; its bytes.',
  params: [param('transaction', transactionRequest)],
  result: bytes,
  example: {
    params: [{ from: exampleValues.bob, to: exampleValues.alice, value: '0x1' }],
    result: exampleValues.rawNext,
  },
  async run({ node }, request) {
    const from = defaultSender(node, request)
    if (!node.wallet.has(from)) throw new ChainRefused({ code: 'UNKNOWN_ACCOUNT', address: from })
    const unsigned = await fillTransaction(node, from, request)
    return node.wallet.signTransaction(from, unsigned).raw
  },
})

export const eth_fillTransaction = method({
  summary: 'Completes a transaction (nonce, gas, fees) without signing it; its bytes and fields.',
  params: [param('transaction', transactionRequest)],
  result: unsignedTransactionView,
  example: {
    params: [{ from: exampleValues.bob, to: exampleValues.alice, value: '0x1' }],
    result: exampleValues.filled,
  },
  run: ({ node }, request) => fillTransaction(node, request.from ?? ZERO_ADDRESS, request),
})

async function receiptWithin(
  { chain }: ReadableNode,
  hash: Hash,
  timeoutMs: bigint,
): Promise<LocatedTransaction> {
  return chain.waitForTransaction(hash, Number(timeoutMs < MAX_WAIT_MS ? timeoutMs : MAX_WAIT_MS))
}
