import { RLP } from '@ethereumjs/rlp'
import type { Authorization } from '../../../src/evm/transaction/transaction.ts'
import { type Address, addressToBytes } from '../../../src/primitives/address.ts'
import { keccak256 } from '../../../src/primitives/crypto/keccak.ts'
import { sign } from '../../../src/primitives/crypto/secp256k1.ts'
import { concatBytes } from '../../../src/primitives/encoding/bytes.ts'
import type { TestAccount } from '../accounts.ts'
import { CHAIN_ID } from '../genesis.ts'

/** An authorization to delegate to an address, signed (EIP-7702). */
export function authorize(
  who: TestAccount,
  address: Address,
  nonce: bigint,
  chainId: bigint = CHAIN_ID,
): Authorization {
  const message = RLP.encode([chainId, addressToBytes(address), nonce])
  const signature = sign(keccak256(concatBytes(Uint8Array.of(5), message)), who.privateKey)
  return { chainId, address, nonce, ...signature }
}
