import type { Genesis } from '../../chain/genesis/genesis.ts'
import type { DevAccount } from '../../node/accounts/devAccounts.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'

/** Contents of {@link configOut}. Amounts are wei. */
export interface ConfigOutFacts {
  readonly accounts: readonly DevAccount[]
  readonly mnemonic: string
  readonly derivationPath: string
  readonly genesis: Genesis
  readonly baseFee: bigint
  readonly gasPrice: bigint
}

/**
 * Returns the accounts and the start of the chain in Anvil's format of `--config-out`; numbers are
 * decimal strings.
 */
export function configOut(facts: ConfigOutFacts): object {
  const { accounts, genesis } = facts
  return {
    available_accounts: accounts.map(({ evm }) => evm),
    private_keys: accounts.map(({ privateKey }) => bytesToHex(privateKey)),
    wallet: { derivation_path: facts.derivationPath, mnemonic: facts.mnemonic },
    chain_id: String(genesis.chainId),
    base_fee: String(facts.baseFee),
    gas_price: String(facts.gasPrice),
    gas_limit: String(genesis.gasLimit),
    genesis_timestamp: String(genesis.timestamp),
  }
}
