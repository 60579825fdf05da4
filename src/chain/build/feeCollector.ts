import { feeCollectorAccount } from '../../modules/moduleAccounts.ts'
import { contractAddress, parseAddress } from '../../primitives/address.ts'

/**
 * The two addresses of the account that all fees go to. The native one is the module account's. The EVM one is where 0x…01
 * would create a contract with nonce 42 (sei-chain, x/evm/genesis.go).
 */
export const feeCollector = {
  native: feeCollectorAccount,
  evm: contractAddress(parseAddress(`0x${'1'.padStart(40, '0')}`), 42n),
}
