import { MAX_GENESIS_NUMBER } from '../../chain/genesis/parseGenesis.ts'
import { MAX_CHAIN_ID } from '../../chain/genesis/parseGenesisConfig.ts'
import { didYouMean } from '../../primitives/closestWord.ts'
import { DEV_DERIVATION_PATH, DEV_MNEMONIC } from '../../primitives/crypto/hdWallet.ts'
import { ConfigError } from '../errors.ts'
import { unsupportedReason } from '../unsupportedOptions.ts'
import { accountCount, withAccountList } from './accountList.ts'
import { accountOptions } from './accountOptions.ts'
import { cosmosOptions } from './cosmosOptions.ts'
import { impliedOptions } from './dialectNames.ts'
import { executionOptions } from './executionOptions.ts'
import { forkOptions, withForkObject } from './forkOptions.ts'
import { logOptions } from './logOptions.ts'
import { miningOptions } from './miningOptions.ts'
import { type Option, type OptionValues, option } from './option.ts'
import {
  choice,
  coins,
  derivationPath,
  hardfork,
  integer,
  mnemonic,
  optional,
  origins,
  quantity,
  sizeLimit,
  text,
  toggle,
} from './optionReaders.ts'
import { processOptions } from './processOptions.ts'
import { rpcOptions } from './rpcOptions.ts'
import { stateOptions } from './stateOptions.ts'
import { tomlInteger, tomlIntegerOr, tomlOrigins } from './toml/tomlForms.ts'

type GivenOptions = Readonly<Partial<Record<OptionName, unknown>>>

/** Options that the profile `sei` implies: those of the real chain's development network. */
const SEI_PROFILE = { compat: 'sei', gasLimit: 35_000_000, port: 8545, wsPort: 8546 } as const

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)
const UP_TO_UINT63 = (1n << 63n) - 1n

/** All options. */
export const options = {
  port: option({
    flag: 'port',
    short: 'p',
    aliases: ['server.port'],
    argument: 'number',
    help: 'Listen on this port; 0 selects a free one',
    fallback: 8545,
    read: integer(0, 65_535),
    toml: { key: 'http_port', form: tomlInteger },
    isForCommand: true,
  }),
  wsPort: option<number | undefined>({
    flag: 'ws-port',
    argument: 'number',
    help: 'Listen on a second port; both ports serve HTTP and WebSocket',
    fallback: undefined,
    fallbackText: 'none',
    read: optional(integer(0, 65_535)),
    toml: { key: 'ws_port', form: tomlInteger, sample: 8546 },
    isForCommand: true,
  }),
  host: option({
    flag: 'host',
    aliases: ['hostname'],
    argument: 'address',
    help: 'Listen on this address',
    fallback: '127.0.0.1',
    read: text,
    isForCommand: true,
  }),
  home: option<string | undefined>({
    flag: 'home',
    argument: 'directory',
    help: 'Read config/app.toml and config/genesis.json from this directory',
    details: '`rockpool init` creates both files.',
    fallback: undefined,
    fallbackText: 'none',
    read: optional(text),
    isPath: true,
  }),
  config: option<string | undefined>({
    flag: 'config',
    argument: 'file',
    help: 'Read options from this config file',
    details: 'Options have the names that `createNode` uses.',
    fallback: undefined,
    fallbackText: 'rockpool.config.{ts,mts,js,mjs,json,toml} in the working directory',
    read: optional(text),
    isForCommand: true,
    isPath: true,
  }),
  profile: option<'sei' | undefined>({
    flag: 'profile',
    argument: 'sei',
    help: "Start as a node of the real chain's development network",
    details: 'Sets gas limit, ports, dialect and legacy methods ([sei.md](sei.md)).',
    fallback: undefined,
    fallbackText: 'none',
    read: optional(choice(['sei'] as const)),
  }),
  genesis: option<string | undefined>({
    flag: 'genesis',
    aliases: ['init'],
    argument: 'file',
    help: 'Start from a genesis file: geth format with a "native" section',
    details:
      'The file alone decides which accounts are funded, unless an account option is given too.',
    fallback: undefined,
    fallbackText: "the home directory's, else genesis/dev.json",
    read: optional(text),
    isPath: true,
  }),
  accounts: option({
    flag: 'accounts',
    short: 'a',
    aliases: ['wallet.totalAccounts'],
    argument: 'count',
    help: 'Fund this many development accounts',
    details:
      'Added to the accounts of a genesis file of your own. In JavaScript and configuration files also a list of `{ privateKey, balance }` and `{ mnemonic, count, path, initialIndex, balance }`, with the balance in coins.',
    fallback: 10,
    read: accountCount,
  }),
  balance: option({
    flag: 'balance',
    aliases: ['wallet.defaultBalance'],
    argument: 'coins',
    help: 'Set the balance of each development account, in coins',
    details: 'Overrides the balance of these accounts in a genesis file of your own.',
    fallback: 10_000n * 10n ** 18n,
    fallbackText: '10000',
    read: coins,
  }),
  mnemonic: option({
    flag: 'mnemonic',
    short: 'm',
    aliases: ['wallet.mnemonic'],
    argument: 'words',
    help: 'Derive the development accounts from this BIP-39 mnemonic',
    fallback: DEV_MNEMONIC,
    read: mnemonic,
  }),
  derivationPath: option({
    flag: 'derivation-path',
    argument: 'path',
    help: 'Set the BIP-32 path of the development accounts, without the last index',
    fallback: DEV_DERIVATION_PATH,
    read: derivationPath,
  }),
  chainId: option<bigint | undefined>({
    flag: 'chain-id',
    aliases: ['chain.chainId'],
    argument: 'number',
    help: 'Set the chain id',
    fallback: undefined,
    fallbackText: "the genesis file's, else 713714",
    read: optional(quantity(1n, MAX_CHAIN_ID)),
  }),
  gasLimit: option<bigint | undefined>({
    flag: 'gas-limit',
    aliases: ['miner.blockGasLimit'],
    argument: 'gas',
    help: 'Set the gas limit of a block',
    fallback: undefined,
    fallbackText: "the genesis file's, else 100000000",
    read: optional(quantity(1n, UP_TO_UINT63)),
  }),
  hardfork: option({
    flag: 'hardfork',
    aliases: ['chain.hardfork'],
    argument: 'name',
    help: 'Activate this fork at block 0',
    fallback: undefined,
    fallbackText: "the genesis file's, else prague",
    read: optional(hardfork),
  }),
  number: option<bigint | undefined>({
    flag: 'number',
    argument: 'number',
    help: 'Set the number of the genesis block',
    fallback: undefined,
    fallbackText: "the genesis file's, else 0",
    read: optional(quantity(0n, MAX_GENESIS_NUMBER)),
  }),
  timestamp: option<bigint | undefined>({
    flag: 'timestamp',
    argument: 'seconds',
    help: 'Set the time of block 0, in seconds since 1970',
    fallback: undefined,
    fallbackText: "the genesis file's",
    read: optional(quantity(0n, MAX_SAFE)),
  }),
  blockBaseFeePerGas: option<bigint | undefined>({
    flag: 'block-base-fee-per-gas',
    aliases: ['base-fee'],
    argument: 'wei',
    help: 'Set the base fee of block 0, in wei',
    details: 'Widens the limits of the base fee if necessary.',
    fallback: undefined,
    fallbackText: "the genesis file's",
    read: optional(quantity()),
  }),
  fixedBaseFee: option({
    flag: 'fixed-base-fee',
    help: 'Keep the base fee of block 0 in all blocks',
    fallback: false,
    read: toggle,
  }),
  ...accountOptions,
  ...forkOptions,
  ...executionOptions,
  ...miningOptions,
  autoImpersonate: option({
    flag: 'auto-impersonate',
    aliases: ['auto-unlock'],
    help: 'Accept eth_sendTransaction from any sender, without its key',
    fallback: false,
    read: toggle,
  }),
  db: option<string | undefined>({
    flag: 'db',
    aliases: ['database.dbPath'],
    argument: 'directory',
    help: 'Persist the chain in this directory and resume it on restart',
    fallback: undefined,
    fallbackText: 'in memory',
    read: optional(text),
    isPath: true,
  }),
  dbSync: option({
    flag: 'db-sync',
    help: 'Flush every block to disk, to survive a crash of the machine',
    fallback: false,
    read: toggle,
  }),
  keep: option<number | undefined>({
    flag: 'keep',
    aliases: ['prune-history'],
    argument: 'blocks',
    bare: '128',
    help: 'Keep state for the last N blocks (without N: 128)',
    details: 'The blocks themselves are always kept.',
    fallback: undefined,
    fallbackText: 'all',
    read: optional(integer(1, Number.MAX_SAFE_INTEGER)),
  }),
  noAddressIndex: option({
    flag: 'no-address-index',
    help: 'Do not index transactions by account; disables ots_search*',
    details: 'Blocks take less time and space without the index.',
    fallback: false,
    read: toggle,
  }),
  ...stateOptions,
  ...rpcOptions,
  ...logOptions,
  allowOrigin: option<readonly string[]>({
    flag: 'allow-origin',
    negation: 'no-cors',
    negationHelp: 'Reject requests of all web pages',
    argument: 'origin,…',
    help: 'Accept requests of web pages from these origins; local, * or a list',
    details: '`local` means pages of this machine and browser extensions; `*` means any page.',
    fallback: ['local'],
    read: origins,
    toml: { key: 'cors_origins', form: tomlOrigins },
  }),
  requestSizeLimit: option({
    flag: 'request-size-limit',
    negation: 'no-request-size-limit',
    negationHelp: 'Accept request bodies of any size',
    argument: 'bytes',
    help: 'Limit the size of a request body, in bytes',
    fallback: 25 * 1024 * 1024,
    read: sizeLimit(2 ** 30),
    toml: { key: 'max_request_body_bytes', form: tomlIntegerOr(5 * 1024 * 1024) },
  }),
  batchLimit: option({
    flag: 'batch-limit',
    argument: 'count',
    help: 'Limit the number of requests in a batch',
    fallback: 1000,
    read: integer(1, 1_000_000),
    toml: { key: 'batch_request_limit', form: tomlIntegerOr(1_000_000) },
  }),
  ...cosmosOptions,
  ...processOptions,
  reference: option({
    flag: 'reference',
    help: 'Execute with @ethereumjs/evm instead of the WebAssembly engine',
    fallback: false,
    read: toggle,
  }),
} as const

type Options = typeof options

/** Name of an option in {@link NodeConfig}. */
export type OptionName = keyof Options

/** Validated options. Amounts are wei, times are seconds. */
export type NodeConfig = OptionValues<Options> & {
  /** Options that were set, also to the default. */
  readonly given: ReadonlySet<OptionName>
  /** Their values and those that a profile or dialect implies, unparsed. */
  readonly raw: Readonly<Partial<Record<OptionName, unknown>>>
  /** Warnings about their sources. */
  readonly warnings: readonly string[]
}

/** All option names in the order of the table. */
export const optionNames: readonly OptionName[] = Object.keys(options).filter(isOptionName)

/**
 * Validates options and adds defaults. Accepts values or text of the command line.
 *
 * @throws ConfigError
 */
export function readConfig(
  givenOptions: Readonly<Partial<Record<OptionName, unknown>>> = {},
): NodeConfig {
  const explicit = inParts(givenOptions)
  const given = withImplied(explicit)
  const stranger = Object.keys(given).find((name) => !isOptionName(name))
  if (stranger !== undefined) {
    throw badOption(stranger, unknownOption(stranger))
  }
  const set = optionNames.filter((name) => explicit[name] !== undefined)
  const values = optionNames.map((name) => [name, readOption(name, given[name])] as const)
  return {
    ...(Object.fromEntries(values) as unknown as NodeConfig),
    given: new Set(set),
    raw: given,
    warnings: [],
  }
}

/** Names the option that is meant, or the reason why the node has no such option. */
function unknownOption(name: string): string {
  const alias = optionNames.find((each) => {
    const { flag, aliases = [] }: Option<unknown> = options[each]
    return [flag, ...aliases].some((spelling) => camelCase(spelling) === camelCase(name))
  })
  if (alias !== undefined) return `unknown option; did you mean ${alias}?`
  return unsupportedReason(name) ?? `unknown option${didYouMean(name, optionNames)}`
}

function camelCase(flag: string): string {
  return flag.replaceAll(/[-_.]+(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Adds what the profile and the dialect imply. */
function withImplied(explicit: GivenOptions): GivenOptions {
  const ofProfile = readOption('profile', explicit.profile) === 'sei' ? SEI_PROFILE : undefined
  const compat = explicit.compat ?? ofProfile?.compat
  const ofDialect = typeof compat === 'string' ? impliedOptions[compat] : undefined
  if (ofProfile === undefined && ofDialect === undefined) return explicit
  const set = Object.entries(explicit).filter(([, value]) => value !== undefined)
  return {
    ...(ofProfile && impliedOptions.sei),
    ...ofDialect,
    ...ofProfile,
    ...Object.fromEntries(set),
  }
}

/** Replaces structured values by several options. */
function inParts(given: GivenOptions): GivenOptions {
  return inOption('fork', () => withForkObject(inOption('accounts', () => withAccountList(given))))
}

function readOption(name: OptionName, value: unknown): unknown {
  if (value === undefined) return options[name].fallback
  return inOption(name, () => options[name].read(value))
}

/** @throws ConfigError with the option's name for a RangeError */
function inOption<T>(name: OptionName, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof RangeError) throw badOption(name, cause.message, { cause })
    throw cause
  }
}

function badOption(option: string, reason: string, extra?: ErrorOptions): ConfigError {
  return new ConfigError({ code: 'BAD_OPTION', option, reason }, extra)
}

function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(options, name)
}
