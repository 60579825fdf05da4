import { contractAddress, parseAddress } from '../primitives/address.ts'
import { utf8ToBytes } from '../primitives/bytes.ts'
import { bytesToHex } from '../primitives/hex.ts'
import { sha256 } from '../primitives/sha256.ts'
import type { NativeAddress } from '../state/layout.ts'

/**
 * The two addresses of the account that all fees go to. The native one is the module account's: the first 20 bytes of
 * sha256 of its name. The EVM one is where 0x…01 would create a contract with nonce 42 (sei-chain, x/evm/genesis.go).
 */
export const feeCollector = {
  native: bytesToHex(sha256(utf8ToBytes('fee_collector')).subarray(0, 20)) as NativeAddress,
  evm: contractAddress(parseAddress(`0x${'1'.padStart(40, '0')}`), 42n),
}
