import { contractAddress, parseAddress } from '../primitives/address.ts'
import { sha256 } from '../primitives/crypto/sha256.ts'
import { utf8ToBytes } from '../primitives/encoding/bytes.ts'
import { bytesToHex } from '../primitives/encoding/hex.ts'
import type { NativeAddress } from '../state/rows/layout.ts'

/**
 * The account that a module keeps coins in: nobody has its key. The first 20 bytes of sha256 of its
 * name.
 */
function moduleAccount(name: string): NativeAddress {
  return bytesToHex(sha256(utf8ToBytes(name)).subarray(0, 20)) as NativeAddress
}

/** All fees of transactions, and the deposits that governance takes. */
export const feeCollectorAccount = moduleAccount('fee_collector')
/**
 * The two addresses of the account that all fees go to. The native one is the module account's. The
 * EVM one is where 0x…01 would create a contract with nonce 42 (sei-chain, x/evm/genesis.go).
 */
export const feeCollector = {
  native: feeCollectorAccount,
  evm: contractAddress(parseAddress(`0x${'1'.padStart(40, '0')}`), 42n),
}
/** What is delegated to bonded validators. */
export const bondedPoolAccount = moduleAccount('bonded_tokens_pool')
/** What is delegated to other validators, and what waits for the end of its unbonding. */
export const notBondedPoolAccount = moduleAccount('not_bonded_tokens_pool')
/** Rewards and commissions that were not withdrawn yet. */
export const distributionAccount = moduleAccount('distribution')
/** Deposits on proposals. */
export const governanceAccount = moduleAccount('gov')

/** All of them. */
export const moduleAccounts: ReadonlySet<NativeAddress> = new Set([
  feeCollectorAccount,
  bondedPoolAccount,
  notBondedPoolAccount,
  distributionAccount,
  governanceAccount,
])
