import { hashTypedData } from '../../../primitives/crypto/typedData.ts'
import { address, bytes } from '../../codec/scalar.ts'
import { typedData } from '../../codec/typedData.ts'
import { exampleValues } from '../../core/exampleValues.ts'
import { method, param } from '../../core/method.ts'
import { signHash, signMessage } from '../signMessage.ts'

export const eth_sign = method({
  summary: 'Signature of a message by a development account, with the prefix of EIP-191.',
  params: [param('address', address), param('message', bytes)],
  result: bytes,
  example: {
    params: [exampleValues.alice, '0x68656c6c6f'],
    result: exampleValues.helloSignature,
  },
  run: ({ node }, who, message) => signMessage(node, who, message),
})

export const eth_signTypedData_v4 = method({
  summary: 'Signature of typed data (EIP-712) by a development account.',
  params: [param('address', address), param('typedData', typedData)],
  result: bytes,
  example: {
    params: [
      exampleValues.alice,
      {
        types: { Greeting: [{ name: 'text', type: 'string' }] },
        primaryType: 'Greeting',
        domain: {},
        message: { text: 'hello' },
      },
    ],
    result: exampleValues.typedSignature,
  },
  run: ({ node }, who, data) => signHash(node, who, hashTypedData(data)),
})
