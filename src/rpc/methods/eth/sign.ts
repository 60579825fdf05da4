import { hashTypedData } from '../../../primitives/typedData.ts'
import { address, bytes } from '../../codec/scalar.ts'
import { typedData } from '../../codec/typedData.ts'
import { method, param } from '../../core/method.ts'
import { signHash, signMessage } from '../signMessage.ts'

export const eth_sign = method({
  summary: 'Signature of a message by a development account, with the prefix of EIP-191.',
  params: [param('address', address), param('message', bytes)],
  result: bytes,
  run: ({ node }, who, message) => signMessage(node, who, message),
})

export const eth_signTypedData_v4 = method({
  summary: 'Signature of typed data (EIP-712) by a development account.',
  params: [param('address', address), param('typedData', typedData)],
  result: bytes,
  run: ({ node }, who, data) => signHash(node, who, hashTypedData(data)),
})
