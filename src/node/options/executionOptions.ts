import { type SeiVersion, seiVersions } from '../../evm/precompiles/native/seiVersion.ts'
import { option } from './option.ts'
import {
  choice,
  integer,
  names,
  type OptionReader,
  optional,
  quantity,
  toggle,
} from './optionReaders.ts'

/** Contracts of `genesis/predeploys.json`. */
export const predeployNames = ['multicall3'] as const

export type PredeployName = (typeof predeployNames)[number]

/** Rules of the base fee. */
export const baseFeeRules = ['sei', 'ethereum', 'anvil'] as const

export type BaseFeeRule = (typeof baseFeeRules)[number]

/** Larger than any code: no limit. */
export const NO_CODE_SIZE_LIMIT = Number.MAX_SAFE_INTEGER

/** Options of execution and fees. */
export const executionOptions = {
  codeSizeLimit: option<number | undefined>({
    flag: 'code-size-limit',
    argument: 'bytes',
    help: 'Limit the size of contract code, in bytes; init code may be twice as long',
    details: 'Part of the rules of the chain.',
    fallback: undefined,
    fallbackText: "the fork's, 24576",
    read: optional(integer(1, NO_CODE_SIZE_LIMIT)),
  }),
  disableCodeSizeLimit: option({
    flag: 'disable-code-size-limit',
    aliases: ['chain.allowUnlimitedContractSize'],
    help: 'Allow contract code of any size',
    fallback: false,
    read: toggle,
  }),
  disableBlockGasLimit: option({
    flag: 'disable-block-gas-limit',
    help: 'Set the gas limit of a block to 2^63 - 1',
    fallback: false,
    read: toggle,
  }),
  disableDefaultCreate2Deployer: option({
    flag: 'disable-default-create2-deployer',
    aliases: ['no-create2'],
    help: 'Do not predeploy the CREATE2 deployer at 0x4e59…956C',
    details: 'The full address is `0x4e59b44847b379578588920cA78FbF26c0B4956C`.',
    fallback: false,
    read: toggle,
  }),
  predeploy: option<readonly PredeployName[]>({
    flag: 'predeploy',
    argument: 'name,…',
    help: 'Put well-known contracts at their usual addresses: multicall3',
    details: 'Multicall3 is at `0xcA11bde05977b3631167028862bE2a173976CA11`.',
    fallback: [],
    fallbackText: 'none',
    read: predeploys(),
  }),
  seiVersion: option<SeiVersion | undefined>({
    flag: 'sei-version',
    argument: 'version',
    help: 'Have the precompiled contracts of this release of the real chain: 6.6 or 6.7',
    details: 'Part of the rules of the chain ([precompiles.md](precompiles.md)).',
    fallback: undefined,
    fallbackText: "the genesis file's, else 6.6",
    read: optional(choice(seiVersions)),
  }),
  baseFeeRule: option<BaseFeeRule | undefined>({
    flag: 'base-fee-rule',
    argument: baseFeeRules.join('|'),
    help: "Follow Sei's rule, EIP-1559, or (anvil) that with block 0's base fee in block 1",
    details:
      "With Ethereum's it has no limits and is burned. With `anvil` block 1 also has the fee of block 0. Part of the rules of the chain. `--compat anvil` implies `anvil`, `--compat hardhat` implies `ethereum`.",
    fallback: undefined,
    fallbackText: 'sei; on a fork that of its chain',
    read: optional(choice(baseFeeRules)),
  }),
  gasPrice: option<bigint | undefined>({
    flag: 'gas-price',
    aliases: ['miner.defaultGasPrice'],
    argument: 'wei',
    help: 'Set the result of eth_gasPrice, unless the next base fee is higher',
    details: 'Transactions may still pay less or more.',
    fallback: undefined,
    fallbackText: '1.1 × the next base fee; over 80 % full: the base fee and the median tip',
    read: optional(quantity()),
  }),
} as const

/** Returns a reader of names of contracts. */
function predeploys(): OptionReader<readonly PredeployName[]> {
  const { type, schema } = names
  const read = (value: unknown): readonly PredeployName[] =>
    names(value).map((name) => choice(predeployNames)(name))
  return Object.assign(read, { type, schema })
}

/** Returns the code size limit of the options. */
export function codeSizeLimitOf(config: {
  readonly codeSizeLimit: number | undefined
  readonly disableCodeSizeLimit: boolean
}): number | undefined {
  return config.disableCodeSizeLimit ? NO_CODE_SIZE_LIMIT : config.codeSizeLimit
}
