import { option } from './option.ts'
import { integer, optional, quantity, toggle } from './optionReaders.ts'

/** More than any code has: no limit. */
export const NO_CODE_SIZE_LIMIT = Number.MAX_SAFE_INTEGER

/** What transactions may do, and what they are advised to pay. */
export const executionOptions = {
  codeSizeLimit: option<number | undefined>({
    flag: 'code-size-limit',
    argument: 'bytes',
    help: "most bytes of a contract's code, and half of those of init code; part of the chain's rules",
    fallback: undefined,
    fallbackText: "the fork's, 24576",
    read: optional(integer(1, NO_CODE_SIZE_LIMIT)),
  }),
  disableCodeSizeLimit: option({
    flag: 'disable-code-size-limit',
    help: 'code of any size',
    fallback: false,
    read: toggle,
  }),
  disableBlockGasLimit: option({
    flag: 'disable-block-gas-limit',
    help: 'blocks of any gas: the gas limit is 2^63 - 1',
    fallback: false,
    read: toggle,
  }),
  disableDefaultCreate2Deployer: option({
    flag: 'disable-default-create2-deployer',
    aliases: ['no-create2'],
    help: 'leave the CREATE2 deployer at 0x4e59b44847b379578588920cA78FbF26c0B4956C out of the genesis',
    fallback: false,
    read: toggle,
  }),
  gasPrice: option<bigint | undefined>({
    flag: 'gas-price',
    argument: 'wei',
    help: 'what eth_gasPrice answers, unless the next base fee is higher; no limit to what a transaction may pay',
    fallback: undefined,
    fallbackText: 'what was paid last, at least the next base fee and 1 gwei',
    read: optional(quantity()),
  }),
} as const

/** The limit of code that options ask for. */
export function codeSizeLimitOf(config: {
  readonly codeSizeLimit: number | undefined
  readonly disableCodeSizeLimit: boolean
}): number | undefined {
  return config.disableCodeSizeLimit ? NO_CODE_SIZE_LIMIT : config.codeSizeLimit
}
