import type { Address } from '../../primitives/address.ts'
import type { Header } from '../block/block.ts'
import { feeCollector } from '../build/feeCollector.ts'
import type { FeeMarketParams } from '../genesis/genesis.ts'

/** What comes first in a block: what pays the higher tip, or what came first. The nonces of a sender are in order anyway. */
export type TransactionOrder = 'fees' | 'fifo'

/** When blocks are made, of what, and what is in their headers. Snapshots bring it back. Times are seconds, fees wei. */
export interface ChainControls {
  /** Whether a transaction is mined when it is accepted, in a block of its own. */
  readonly automine: boolean
  /** Milliseconds from block to block of what waits, be it nothing; undefined: no such blocks. */
  readonly intervalMs: number | undefined
  readonly order: TransactionOrder
  /** How much the chain's clock is ahead of the one that the chain was given. */
  readonly clockOffset: bigint
  /** Time from each block to the next, whatever the clock says; undefined: the clock's. */
  readonly timestampInterval: bigint | undefined
  /** Whether a block may have its parent's time. */
  readonly allowEqualTimestamps: boolean
  /** Of the next block alone. */
  readonly nextTimestamp: bigint | undefined
  readonly nextBaseFee: bigint | undefined
  /** 32 bytes. */
  readonly nextPrevRandao: Uint8Array | undefined
  /** Of each block. */
  readonly gasLimit: bigint
  /** Where the fees go, and what COINBASE gives. */
  readonly coinbase: Address
  /** What the base fee never falls below; undefined: what the genesis says. */
  readonly minBaseFee: bigint | undefined
}

/** The controls that a chain goes by at the moment. */
export interface CurrentControls {
  current: ChainControls
}

/** The controls of a chain that nobody has touched: `given` wins. */
export function initialControls(
  { gasLimit }: Header,
  given: Partial<ChainControls> = {},
): ChainControls {
  return {
    automine: true,
    intervalMs: undefined,
    order: 'fees',
    clockOffset: 0n,
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
}

/**
 * The controls once a block was made: what was meant for it alone is used up. From a time that it was given the clock goes on.
 *
 * @param now what the chain's clock said when it was made.
 */
export function afterBlock(controls: ChainControls, now: bigint): ChainControls {
  const { nextTimestamp, nextBaseFee, nextPrevRandao, clockOffset } = controls
  if ((nextTimestamp ?? nextBaseFee ?? nextPrevRandao) === undefined) return controls
  return {
    ...controls,
    clockOffset: nextTimestamp === undefined ? clockOffset : clockOffset + nextTimestamp - now,
    nextTimestamp: undefined,
    nextBaseFee: undefined,
    nextPrevRandao: undefined,
  }
}

/** The controls with a clock that is so many seconds further. */
export function movedClock(controls: ChainControls, seconds: bigint): ChainControls {
  return { ...controls, clockOffset: controls.clockOffset + seconds }
}

/** The rules of the base fee, within the limits that the controls set. */
export function feeMarketUnder(
  { minBaseFee }: ChainControls,
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
