import { hashTypedData } from '../../../primitives/crypto/typedData.ts'
import { address, bytes } from '../../codec/scalar.ts'
import { transactionRequest } from '../../codec/transactionRequest.ts'
import { typedData } from '../../codec/typedData.ts'
import { method, param } from '../../core/method.ts'
import { fillTransaction } from '../fillTransaction.ts'
import { defaultSender } from '../sendTransaction.ts'
import { signHash, signMessage } from '../signMessage.ts'

export const eth_sign = method({
  summary: 'Signs a message with a development account, with the prefix of EIP-191.',
  params: [param('address', address), param('message', bytes)],
  result: bytes,
  run: ({ wallet }, who, message) => signMessage(wallet, who, message),
})

export const eth_signTransaction = method({
  summary: 'Completes and signs a transaction of a development account and returns its bytes.',
  params: [param('transaction', transactionRequest)],
  result: bytes,
  async run(context, request) {
    const { wallet } = context
    const from = defaultSender(wallet, request)
    wallet.requireUnlocked(from)
    const unsigned = await fillTransaction(context, from, request)
    return wallet.signTransaction(from, unsigned).raw
  },
})

export const eth_signTypedData_v4 = method({
  aliases: ['eth_signTypedData'],
  summary: 'Signs typed data (EIP-712) with a development account.',
  params: [param('address', address), param('typedData', typedData)],
  result: bytes,
  run: ({ wallet }, who, data) => signHash(wallet, who, hashTypedData(data)),
})
