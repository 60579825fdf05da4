import type { Genesis, GenesisAccount, GenesisAssociation } from '../chain/genesis/genesis.ts'
import { MAX_UINT256 } from '../chain/genesis/genesisJson.ts'
import { parseGenesis } from '../chain/genesis/parseGenesis.ts'
import { type Address, parseAddress } from '../primitives/address.ts'
import { EMPTY_BYTES } from '../primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes } from '../primitives/encoding/hex.ts'
import type { DevAccount } from './accounts/devAccounts.ts'
import type { NodeConfig, OptionName } from './options/config.ts'
import { codeSizeLimitOf, type PredeployName } from './options/executionOptions.ts'
import { readGenesisFile } from './options/readGenesisFile.ts'
import { PREDEPLOYS_FILE, packageFile } from './packageFiles.ts'

export const ACCOUNT_OPTIONS: readonly OptionName[] = [
  'accounts',
  'account',
  'balance',
  'mnemonic',
  'mnemonicRandom',
  'derivationPath',
]

/**
 * The CREATE2 deployer and the signer of its deployment:
 * https://github.com/Arachnid/deterministic-deployment-proxy. The package's genesis has both as
 * after that transaction.
 */
const CREATE2_DEPLOYER: readonly Address[] = [
  parseAddress('0x4e59b44847b379578588920ca78fbf26c0b4956c'),
  parseAddress('0x3fab184622dc19b6109349b94811493bf2a45362'),
]

/** Gas is a signed 64-bit number. */
const MAX_GAS_LIMIT = (1n << 63n) - 1n

/** Origin of a genesis. */
export interface GenesisSource {
  /** Whether it is custom rather than the package's. */
  readonly isOwn: boolean
  /** Development accounts of the options. */
  readonly accounts: readonly DevAccount[]
  /** Time of block 0 if neither options nor the package's file set it, in seconds since 1970. */
  readonly startTime: bigint
}

/**
 * Builds the genesis of a file and options.
 *
 * Options about accounts replace the accounts of the package's file; with another file they add
 * accounts, and an entry of the file for the same address wins except for the balance. Other
 * options win over the file.
 *
 * @param origin origin of `json`, and the configured development accounts
 * @throws GenesisError
 */
export function buildGenesis(config: NodeConfig, json: unknown, origin: GenesisSource): Genesis {
  const file = withPredeploys(config, withoutDeployer(config, parseGenesis(json)))
  const genesis = override(config, withFunds(config, withAccounts(config, file, origin)))
  const isDated = origin.isOwn || config.timestamp !== undefined || hasTimestamp(json)
  return isDated ? genesis : { ...genesis, timestamp: origin.startTime, isTimestampDefault: true }
}

/** Journals contain the package's genesis with the time of its block 0. */
function hasTimestamp(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'timestamp' in json
}

function withoutDeployer({ disableDefaultCreate2Deployer }: NodeConfig, genesis: Genesis): Genesis {
  if (!disableDefaultCreate2Deployer) return genesis
  const alloc = new Map(genesis.alloc)
  for (const address of CREATE2_DEPLOYER) alloc.delete(address)
  return { ...genesis, alloc }
}

/** Adds the code of well-known contracts. Accounts of the file that have code keep it. */
function withPredeploys({ predeploy }: NodeConfig, genesis: Genesis): Genesis {
  if (predeploy.length === 0) return genesis
  const known = readGenesisFile(packageFile(PREDEPLOYS_FILE)) as Predeploys
  const alloc = new Map(genesis.alloc)
  for (const name of predeploy) {
    const { address, code } = known[name]
    const existing = alloc.get(parseAddress(address))
    if (existing !== undefined && existing.code.length > 0) continue
    const account = { balance: 0n, storage: [], ...existing, nonce: 1n, code: hexToBytes(code) }
    alloc.set(parseAddress(address), account)
  }
  return { ...genesis, alloc }
}

type Predeploys = Readonly<
  Record<PredeployName, { readonly address: string; readonly code: string }>
>

/** Keeps everything of an existing account except the balance. */
function withFunds({ fundAccounts, balance }: NodeConfig, genesis: Genesis): Genesis {
  if (fundAccounts.length === 0) return genesis
  const alloc = new Map(genesis.alloc)
  for (const account of fundAccounts) {
    alloc.set(account.address, fund(alloc.get(account.address), account.balance ?? balance))
  }
  return { ...genesis, alloc }
}

/** Returns the `accounts` that hold coins in block 0, as EVM or native account. */
export function fundedAccounts(genesis: Genesis, accounts: readonly DevAccount[]): DevAccount[] {
  const { balances, denomination } = genesis.native
  const rich = new Set(
    balances
      .filter(({ coins }) => coins.some((coin) => coin.denom === denomination && coin.amount > 0n))
      .map(({ native }) => bytesToHex(native)),
  )
  return accounts.filter(({ evm, native }) => {
    const balance = genesis.alloc.get(evm)?.balance ?? 0n
    return balance > 0n || rich.has(bytesToHex(native))
  })
}

function withAccounts(
  config: NodeConfig,
  file: Genesis,
  { isOwn, accounts }: GenesisSource,
): Genesis {
  if (!ACCOUNT_OPTIONS.some((name) => config.given.has(name))) return file
  const base = isOwn ? file : withoutDevAccounts(file, accounts)
  const alloc = new Map(base.alloc)
  for (const { evm, balance = config.balance } of accounts) {
    alloc.set(evm, fund(base.alloc.get(evm), balance))
  }
  const associations = associate(base.native.associations, accounts)
  return { ...base, alloc, native: { ...base.native, associations } }
}

/**
 * The accounts of the package's file are the associated ones. Removes them with their other coins
 * unless they are configured again.
 */
function withoutDevAccounts(file: Genesis, accounts: readonly DevAccount[]): Genesis {
  const dev = new Set<Address>(file.native.associations.map(({ evm }) => evm))
  const alloc = new Map([...file.alloc].filter(([address]) => !dev.has(address)))
  const kept = new Set(accounts.map(({ native }) => bytesToHex(native)))
  const gone = new Set(
    file.native.associations.map(({ native }) => bytesToHex(native)).filter((id) => !kept.has(id)),
  )
  const balances = file.native.balances.filter(({ native }) => !gone.has(bytesToHex(native)))
  return { ...file, alloc, native: { ...file.native, associations: [], balances } }
}

function fund(entry: GenesisAccount | undefined, balance: bigint): GenesisAccount {
  return { nonce: 0n, code: EMPTY_BYTES, storage: [], ...entry, balance }
}

function associate(
  existing: readonly GenesisAssociation[],
  accounts: readonly DevAccount[],
): GenesisAssociation[] {
  const taken = new Set(
    existing.flatMap(({ evm, native }) => [evm, `native ${bytesToHex(native)}`]),
  )
  const added = accounts
    .filter(({ evm, native }) => !taken.has(evm) && !taken.has(`native ${bytesToHex(native)}`))
    .map(({ evm, native }) => ({ evm, native }))
  return [...existing, ...added]
}

/** EIP-1559 without limits. */
const ETHEREUM_FEES = { isEip1559: true, minimumFeePerGas: 0n, maximumFeePerGas: MAX_UINT256 }

/** Returns the gas limit of a block, if the options set it. */
export function gasLimitOf({ disableBlockGasLimit, gasLimit }: NodeConfig): bigint | undefined {
  return disableBlockGasLimit ? MAX_GAS_LIMIT : gasLimit
}

function override(config: NodeConfig, genesis: Genesis): Genesis {
  const { chainId, hardfork, timestamp, number, baseFeeRule } = config
  const gasLimit = gasLimitOf(config)
  const codeSizeLimit = codeSizeLimitOf(config)
  const { feeMarket } = genesis.native
  const { seiVersion } = config
  const { minimumFeePerGas: least, maximumFeePerGas: most } = feeMarket
  const isEthereum = baseFeeRule === 'ethereum' || baseFeeRule === 'anvil'
  const baseFeePerGas =
    config.blockBaseFeePerGas ?? (isEthereum ? (genesis.baseFeePerGas ?? least) : undefined)
  return {
    ...genesis,
    ...(chainId !== undefined && { chainId }),
    ...(gasLimit !== undefined && { gasLimit }),
    ...(codeSizeLimit !== undefined && { codeSizeLimit }),
    ...(hardfork !== undefined && { hardfork }),
    ...(timestamp !== undefined && { timestamp }),
    ...(number !== undefined && { number }),
    ...(baseFeePerGas !== undefined && { baseFeePerGas }),
    native: {
      ...genesis.native,
      ...(seiVersion !== undefined && { seiVersion }),
      feeMarket: {
        ...feeMarket,
        ...(baseFeePerGas !== undefined && {
          minimumFeePerGas: baseFeePerGas < least ? baseFeePerGas : least,
          maximumFeePerGas: baseFeePerGas > most ? baseFeePerGas : most,
        }),
        ...(isEthereum && { ...ETHEREUM_FEES, keepsFirstFee: baseFeeRule === 'anvil' }),
        fixed: feeMarket.fixed || config.fixedBaseFee,
      },
    },
  }
}
