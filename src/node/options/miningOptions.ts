import type { MiningConfig, TransactionOrder } from '../../chain/mining/miningConfig.ts'
import type { Address } from '../../primitives/address.ts'
import { ConfigError } from '../errors.ts'
import { type OptionValues, option } from './option.ts'
import { address, choice, integer, optional, seconds, toggle } from './optionReaders.ts'

/** Maximum delay of a timer in seconds. */
const LONGEST_INTERVAL = 2_147_483

const orders: readonly TransactionOrder[] = ['fees', 'fifo']

/** Options of mining and time. */
export const miningOptions = {
  blockTime: option<number | undefined>({
    flag: 'block-time',
    short: 'b',
    aliases: ['dev.period', 'blockTime', 'miner.blockTime'],
    argument: 'seconds',
    help: 'Mine a block every N seconds, e.g. 0.4, instead of for each transaction',
    fallback: undefined,
    fallbackText: 'none',
    read: optional(seconds(0.001, LONGEST_INTERVAL)),
  }),
  mixedMining: option({
    flag: 'mixed-mining',
    help: 'With --block-time: also mine a block for each transaction',
    fallback: false,
    read: toggle,
  }),
  noMining: option({
    flag: 'no-mining',
    aliases: ['no-mine'],
    help: 'Mine only on request, e.g. with evm_mine',
    fallback: false,
    read: toggle,
  }),
  order: option<TransactionOrder>({
    flag: 'order',
    argument: orders.join('|'),
    help: 'Order the transactions of a block by fee or by arrival',
    fallback: 'fees',
    read: choice(orders),
  }),
  blockTimestampInterval: option<number | undefined>({
    flag: 'block-timestamp-interval',
    argument: 'seconds',
    help: 'Set the time between blocks, independent of the system clock',
    fallback: undefined,
    fallbackText: 'system clock',
    read: optional(integer(0, 0xff_ff_ff_ff)),
  }),
  deterministic: option({
    flag: 'deterministic',
    short: 'd',
    help: 'Produce the same hashes and ids for the same requests in every run',
    details:
      'Ignores the system clock and randomness: block 0 is of 2025-01-01, each block one second after its parent.',
    fallback: false,
    read: toggle,
  }),
  allowEqualTimestamps: option({
    flag: 'allow-equal-timestamps',
    help: 'Allow consecutive blocks to have the same timestamp',
    fallback: false,
    read: toggle,
  }),
  coinbase: option<Address | undefined>({
    flag: 'coinbase',
    aliases: ['miner.coinbase', 'miner.etherbase'],
    argument: 'address',
    help: 'Send the fees of EVM transactions to this address',
    fallback: undefined,
    fallbackText: 'the fee collector',
    read: optional(address),
  }),
  slotsInEpoch: option({
    flag: 'slots-in-an-epoch',
    argument: 'blocks',
    help: 'Set how many blocks `safe` is behind `latest`, and `finalized` behind `safe`',
    fallback: 0,
    read: integer(0, 1_000_000),
  }),
  disablePoolBalanceChecks: option({
    flag: 'disable-pool-balance-checks',
    help: 'Accept waiting transactions whose senders cannot pay yet',
    fallback: false,
    read: toggle,
  }),
} as const

/**
 * Returns the initial mining configuration.
 * @throws ConfigError if options contradict each other
 */
export function initialMining(
  config: OptionValues<typeof miningOptions> & { readonly compat: string },
): Partial<MiningConfig> {
  const { blockTime, mixedMining, noMining, order, blockTimestampInterval } = config
  if (mixedMining && blockTime === undefined) throw refused('mixedMining', 'needs --block-time')
  if (mixedMining && noMining) throw refused('mixedMining', 'contradicts --no-mining')
  if (config.deterministic && blockTime !== undefined) {
    throw refused('deterministic', 'contradicts --block-time: its blocks follow the clock')
  }
  return {
    automine: !noMining && (blockTime === undefined || mixedMining),
    intervalMs: blockTime === undefined ? undefined : Math.round(blockTime * 1000),
    order,
    timestampInterval:
      blockTimestampInterval === undefined ? undefined : BigInt(blockTimestampInterval),
    allowEqualTimestamps: config.allowEqualTimestamps,
    sharesSeconds: !config.compat.startsWith('hardhat'),
    ...(config.coinbase !== undefined && { coinbase: config.coinbase }),
  }
}

function refused(option: string, reason: string): ConfigError {
  return new ConfigError({ code: 'BAD_OPTION', option, reason })
}
