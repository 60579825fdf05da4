import { feeCollector } from '../../modules/moduleAccounts.ts'
import type { Address } from '../../primitives/address.ts'
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
  /** Whether a transaction is mined when it is accepted, in a block of its own. */
  readonly automine: boolean
  /** Milliseconds between blocks that are mined at an interval; undefined: none are. */
  readonly intervalMs: number | undefined
  readonly order: TransactionOrder
  /** Time from each block to the next, whatever the clock says; undefined: the clock's. */
  readonly timestampInterval: bigint | undefined
  /** Whether a block may have its parent's time. */
  readonly allowEqualTimestamps: boolean
  /** Fields of the next block alone. */
  readonly nextTimestamp: bigint | undefined
  readonly nextBaseFee: bigint | undefined
  /** 32 bytes. */
  readonly nextPrevRandao: Uint8Array | undefined
  /** Gas limit of each block. */
  readonly gasLimit: bigint
  /** Receives the fees; the COINBASE opcode returns it. */
  readonly coinbase: Address
  /** Lower bound of the base fee; undefined: the genesis decides. */
  readonly minBaseFee: bigint | undefined
}

/**
 * The mining configuration and the offset of the chain's clock from the one it was given, in
 * seconds.
 */
export interface MiningState {
  readonly mining: MiningConfig
  readonly clockOffset: bigint
}

/** Fields of {@link MiningConfig} to change, and the clock's offset. */
export type MiningConfigChange = Partial<MiningConfig> & { readonly clockOffset?: bigint }

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
    nextTimestamp: undefined,
    nextBaseFee: undefined,
    nextPrevRandao: undefined,
    gasLimit,
    coinbase: feeCollector.evm,
    minBaseFee: undefined,
    ...given,
  }
  return { mining, clockOffset }
}

/** A state with a change applied; its other fields are kept. */
export function withMiningChange<T extends MiningState>(
  state: T,
  { clockOffset = state.clockOffset, ...change }: MiningConfigChange,
): T {
  return { ...state, clockOffset, mining: { ...state.mining, ...change } }
}

/**
 * The state after a block: fields for the next block alone are used up. The clock continues from a
 * time that was set.
 *
 * @param now the chain's clock when the block was mined.
 */
export function afterBlock({ mining, clockOffset }: MiningState, now: bigint): MiningState {
  const { nextTimestamp, nextBaseFee, nextPrevRandao } = mining
  if ((nextTimestamp ?? nextBaseFee ?? nextPrevRandao) === undefined) return { mining, clockOffset }
  return {
    mining: {
      ...mining,
      nextTimestamp: undefined,
      nextBaseFee: undefined,
      nextPrevRandao: undefined,
    },
    clockOffset: nextTimestamp === undefined ? clockOffset : clockOffset + nextTimestamp - now,
  }
}

/** The base fee rules within the limits of the configuration. */
export function effectiveFeeMarket(
  { minBaseFee }: MiningConfig,
  params: FeeMarketParams,
): FeeMarketParams {
  if (minBaseFee === undefined) return params
  const { maximumFeePerGas: most } = params
  return {
    ...params,
    minimumFeePerGas: minBaseFee,
    maximumFeePerGas: most < minBaseFee ? minBaseFee : most,
  }
}
