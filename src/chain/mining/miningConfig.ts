import { feeCollector } from '../../modules/moduleAccounts.ts'
import type { Address } from '../../primitives/address.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import type { Header } from '../block/block.ts'
import type { FeeMarketParams } from '../genesis/genesis.ts'

/**
 * Order of transactions in a block: by tip or by arrival. The nonces of a sender are in order in
 * both.
 */
export type TransactionOrder = 'fees' | 'fifo'

/**
 * When blocks are mined, and what their headers contain. Snapshots restore it. Times are seconds,
 * fees wei.
 */
export interface MiningConfig {
  /** Whether each transaction is mined in its own block when it is accepted. */
  readonly automine: boolean
  /** Interval between blocks in milliseconds; undefined: none. */
  readonly intervalMs: number | undefined
  readonly order: TransactionOrder
  /** Time between blocks, independent of the clock; undefined: the clock's. */
  readonly timestampInterval: bigint | undefined
  /** Whether a block may always have its parent's time; see {@link leastTimeStep}. */
  readonly allowEqualTimestamps: boolean
  /** Whether blocks at intervals under a second may share seconds. */
  readonly sharesSeconds: boolean
  /** Fields of the next block only. */
  readonly nextTimestamp: bigint | undefined
  readonly nextBaseFee: bigint | undefined
  /** 32 bytes. */
  readonly nextPrevRandao: Uint8Array | undefined
  /** Whether PREVRANDAO of later blocks is the hash of the last one that was set, as in Hardhat. */
  readonly chainsPrevRandao: boolean
  /** Gas limit of each block. */
  readonly gasLimit: bigint
  /** Receives the fees; the COINBASE opcode returns it. */
  readonly coinbase: Address
  /** Lower bound of the base fee; undefined: the genesis's. */
  readonly minBaseFee: bigint | undefined
  /** Chain id of new transactions and calls, if it is not the genesis's. */
  readonly chainId: bigint | undefined
}

/** Mining configuration and offset of the chain's clock in seconds. */
export interface MiningState {
  readonly mining: MiningConfig
  readonly clockOffset: bigint
}

/** Fields of {@link MiningConfig} to change, and the clock's offset. */
export type MiningConfigChange = Partial<MiningConfig> & { readonly clockOffset?: bigint }

/**
 * Returns the least number of seconds between blocks. Blocks at intervals under a second share
 * seconds, as on the real chain, so that the time of the chain stays the clock's.
 */
export function leastTimeStep(config: MiningConfig): bigint {
  const { allowEqualTimestamps, sharesSeconds, intervalMs } = config
  const isShort = intervalMs !== undefined && intervalMs < 1_000
  return allowEqualTimestamps || (sharesSeconds && isShort) ? 0n : 1n
}

/**
 * Returns the seconds after a newest block that is ahead of the clock: blocks at intervals under a
 * second wait for the clock, others do not stand still, as in Anvil.
 */
export function stepAheadOfClock(config: MiningConfig): bigint {
  return leastTimeStep({ ...config, allowEqualTimestamps: false })
}

/** The configuration that a chain starts with; `given` takes precedence over the defaults. */
export function initialMiningState(
  { gasLimit }: Header,
  { clockOffset = 0n, ...given }: MiningConfigChange = {},
): MiningState {
  const mining: MiningConfig = {
    automine: true,
    intervalMs: undefined,
    order: 'fees',
    timestampInterval: undefined,
    allowEqualTimestamps: false,
    sharesSeconds: true,
    nextTimestamp: undefined,
    nextBaseFee: undefined,
    nextPrevRandao: undefined,
    chainsPrevRandao: false,
    gasLimit,
    coinbase: feeCollector.evm,
    minBaseFee: undefined,
    chainId: undefined,
    ...given,
  }
  return { mining, clockOffset }
}

/** Returns a state with a change applied. */
export function withMiningChange<T extends MiningState>(
  state: T,
  { clockOffset = state.clockOffset, ...change }: MiningConfigChange,
): T {
  return { ...state, clockOffset, mining: { ...state.mining, ...change } }
}

/**
 * Returns the state after a block, without the fields of the next block. The clock continues from a
 * timestamp that was set. A base fee that was set below the minimum becomes the minimum, so that it
 * lasts, as on nodes without a minimum.
 *
 * @param now clock of the chain when the block was mined
 */
export function afterBlock(
  { mining, clockOffset }: MiningState,
  now: bigint,
  { minimumFeePerGas }: FeeMarketParams,
): MiningState {
  const { nextTimestamp, nextBaseFee, nextPrevRandao, chainsPrevRandao } = mining
  if ((nextTimestamp ?? nextBaseFee ?? nextPrevRandao) === undefined) return { mining, clockOffset }
  return {
    mining: {
      ...mining,
      nextTimestamp: undefined,
      nextBaseFee: undefined,
      nextPrevRandao:
        chainsPrevRandao && nextPrevRandao !== undefined ? keccak256(nextPrevRandao) : undefined,
      minBaseFee: lowestBaseFee(mining, minimumFeePerGas),
    },
    clockOffset: nextTimestamp === undefined ? clockOffset : clockOffset + nextTimestamp - now,
  }
}

/** Returns the base fee parameters within the limits of the configuration. */
export function effectiveFeeMarket(mining: MiningConfig, params: FeeMarketParams): FeeMarketParams {
  const minBaseFee = lowestBaseFee(mining, params.minimumFeePerGas)
  if (minBaseFee === undefined) return params
  const { maximumFeePerGas: most } = params
  return {
    ...params,
    minimumFeePerGas: minBaseFee,
    maximumFeePerGas: most < minBaseFee ? minBaseFee : most,
  }
}

/** Returns the lower bound of the base fee; undefined if it is the genesis's. */
function lowestBaseFee(
  { minBaseFee, nextBaseFee }: MiningConfig,
  minimum: bigint,
): bigint | undefined {
  const lowest = minBaseFee ?? minimum
  return nextBaseFee !== undefined && nextBaseFee < lowest ? nextBaseFee : minBaseFee
}
