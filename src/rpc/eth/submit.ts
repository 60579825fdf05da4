import { ChainRefused } from '../../chain/errors.ts'
import { decodeTransaction } from '../../evm/decodeTransaction.ts'
import type { Node } from '../../node/node.ts'
import { type Address, ZERO_ADDRESS } from '../../primitives/address.ts'
import { bytes, hash, uint64 } from '../codec/scalar.ts'
import { transactionRequest } from '../codec/transactionRequest.ts'
import { exampleValues } from '../exampleValues.ts'
import { fillTransaction } from '../fillTransaction.ts'
import { method, param } from '../method.ts'
import { receiptView } from '../view/receipt.ts'
import { unsignedTransactionView } from '../view/unsignedTransaction.ts'

/** Longest wait of `eth_sendRawTransactionSync`. */
const MAX_WAIT_MS = 60_000n

export const eth_sendRawTransaction = method({
  summary: 'Takes a signed transaction; its hash. Where blocks are instant, it is mined by then.',
  params: [param('transaction', bytes)],
  result: hash,
  example: { params: [exampleValues.rawNext], result: exampleValues.nextReceipt.transactionHash },
  run: ({ node }, raw) => node.chain.submit(decodeTransaction(raw, node.chain.chainId)),
})

export const eth_sendRawTransactionSync = method({
  summary:
    'Takes a signed transaction and waits for its receipt (EIP-7966), at most the given milliseconds.',
  params: [param('transaction', bytes), param('timeoutMs', uint64, '0x4e20')],
  result: receiptView,
  example: { params: [exampleValues.rawNext], result: exampleValues.nextReceipt },
  async run({ node: { chain } }, raw, timeoutMs) {
    const hash = await chain.submit(decodeTransaction(raw, chain.chainId))
    const waitMs = Number(timeoutMs < MAX_WAIT_MS ? timeoutMs : MAX_WAIT_MS)
    return chain.waitForTransaction(hash, waitMs)
  },
})

export const eth_sendTransaction = method({
  summary:
    'Completes, signs and takes a transaction of a development account; its hash. `from` defaults to the first.',
  params: [param('transaction', transactionRequest)],
  result: hash,
  example: {
    params: [{ from: exampleValues.bob, to: exampleValues.alice, value: '0x1' }],
    result: exampleValues.nextReceipt.transactionHash,
  },
  async run({ node }, request) {
    const from = requireSender(node, request.from)
    const unsigned = await fillTransaction(node, from, request)
    // The nonce is chosen again when it is the transaction's turn: others of the same sender may be on their way.
    const nonce = (): bigint => request.nonce ?? node.chain.getPendingNonce(from)
    return node.chain.submit(() =>
      node.wallet.signTransaction(from, { ...unsigned, nonce: nonce() }),
    )
  },
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
    const from = requireSender(node, request.from)
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

/** The account that signs, checked before any gas is estimated for it. */
function requireSender({ wallet }: Node, from = wallet.addresses[0] ?? ZERO_ADDRESS): Address {
  if (wallet.has(from)) return from
  throw new ChainRefused({ code: 'UNKNOWN_ACCOUNT', address: from })
}
