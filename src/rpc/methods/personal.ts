import { utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import type { Codec } from '../codec/codec.ts'
import { address, bytes, text } from '../codec/scalar.ts'
import { method, optional, param } from '../core/method.ts'
import { signMessage } from './signMessage.ts'

/** Bytes in hexadecimal, or any other text as UTF-8, as wallets accept both. */
const message: Codec<Uint8Array> = {
  decode(json, path) {
    const given = text.decode(json, path)
    return given.startsWith('0x') ? bytes.decode(given, path) : utf8ToBytes(given)
  },
  encode: bytes.encode,
  schema: { type: 'string', title: 'bytes or text' },
}

export const personal_sign = method({
  summary:
    'Signs a message like `eth_sign`, with the message first. Text without `0x` is UTF-8. Ignores a password.',
  params: [param('message', message), param('address', address), optional('password', text)],
  result: bytes,
  run: ({ wallet }, data, who) => signMessage(wallet, who, data),
})
