import type { Wallet } from '../../node/accounts/wallet.ts'
import type { Address } from '../../primitives/address.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { bigIntToBytes, concatBytes, utf8ToBytes } from '../../primitives/encoding/bytes.ts'

/**
 * Signs a message by a development account with the prefix of EIP-191. 65 bytes: r, s, v of 27 or
 * 28.
 */
export function signMessage(wallet: Wallet, who: Address, message: Uint8Array): Uint8Array {
  const prefix = utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`)
  return signHash(wallet, who, keccak256(concatBytes(prefix, message)))
}

/** Signs a 32-byte hash by a development account. 65 bytes: r, s, v of 27 or 28. */
export function signHash(wallet: Wallet, who: Address, hash: Uint8Array): Uint8Array {
  const { r, s, yParity } = wallet.signHash(who, hash)
  return concatBytes(bigIntToBytes(r, 32), bigIntToBytes(s, 32), Uint8Array.of(27 + yParity))
}
