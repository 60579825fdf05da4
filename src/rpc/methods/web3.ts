import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { bytesToHash } from '../../primitives/encoding/hex.ts'
import { bytes, hash, text } from '../codec/scalar.ts'
import { exampleValues } from '../core/exampleValues.ts'
import { method, param } from '../core/method.ts'

export const web3_clientVersion = method({
  summary: 'Name and version of the node.',
  params: [],
  result: text,
  example: { params: [], result: exampleValues.clientVersion },
  run: ({ node }) => node.clientVersion,
})

export const web3_sha3 = method({
  summary: 'keccak256 of bytes.',
  params: [param('data', bytes)],
  result: hash,
  example: {
    params: ['0x68656c6c6f'],
    result: '0x1c8aff950685c2ed4bc3174f3472287b56d9517b9c948127319a09a7a36deac8',
  },
  run: (_, data) => bytesToHash(keccak256(data)),
})
