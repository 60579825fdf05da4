import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { bytesToHash } from '../../primitives/encoding/hex.ts'
import { bytes, hash, text } from '../codec/scalar.ts'
import { method, param } from '../core/method.ts'

export const web3_clientVersion = method({
  summary: 'Returns the name and version of the node.',
  params: [],
  result: text,
  run: ({ clientVersion }) => clientVersion,
})

export const web3_sha3 = method({
  summary: 'Returns the keccak256 hash of bytes.',
  params: [param('data', bytes)],
  result: hash,
  run: (_, data) => bytesToHash(keccak256(data)),
})
