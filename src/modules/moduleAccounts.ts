import { contractAddress, parseAddress } from '../primitives/address.ts'
import { sha256 } from '../primitives/crypto/sha256.ts'
import { utf8ToBytes } from '../primitives/encoding/bytes.ts'
import { bytesToHex } from '../primitives/encoding/hex.ts'
import type { NativeAddress } from '../state/rows/layout.ts'

/** Returns a module account, which has no key: the first 20 bytes of sha256 of its name. */
function moduleAccount(name: string): NativeAddress {
  return bytesToHex(sha256(utf8ToBytes(name)).subarray(0, 20)) as NativeAddress
}

/** Receives all fees, and deposits that governance keeps. */
export const feeCollectorAccount = moduleAccount('fee_collector')
/**
 * Addresses of the fee collector: native, that of the module account; EVM, where 0x…01 would create
 * a contract with nonce 42 (sei-chain, x/evm/genesis.go).
 */
export const feeCollector = {
  native: feeCollectorAccount,
  evm: contractAddress(parseAddress(`0x${'1'.padStart(40, '0')}`), 42n),
}
/** Delegations to bonded validators. */
export const bondedPoolAccount = moduleAccount('bonded_tokens_pool')
/** Delegations to other validators, and unbonding coins. */
export const notBondedPoolAccount = moduleAccount('not_bonded_tokens_pool')
/** Rewards and commissions that are not withdrawn. */
export const distributionAccount = moduleAccount('distribution')
/** Deposits on proposals. */
export const governanceAccount = moduleAccount('gov')

/** All module accounts. */
export const moduleAccounts: ReadonlySet<NativeAddress> = new Set([
  feeCollectorAccount,
  bondedPoolAccount,
  notBondedPoolAccount,
  distributionAccount,
  governanceAccount,
])
