import type { BlockRef } from '../../chain/block/blockRef.ts'
import type { BlockView, Overrides } from '../../chain/view/blockView.ts'
import { TxError } from '../../evm/errors.ts'
import type { MaybePromise } from '../../primitives/maybePromise.ts'
import type { StateOverrides } from '../../state/overrides.ts'
import { blockOverrides, stateOverrides } from '../codec/overrides.ts'
import type { TransactionRequest } from '../codec/transactionRequest.ts'
import { type Context, optional } from '../core/method.ts'

/** Overrides of a simulation. */
export const overrideParams = [
  optional('stateOverrides', stateOverrides),
  optional('blockOverrides', blockOverrides),
] as const

/**
 * Returns the block to run a call on.
 * @throws TxError WRONG_CHAIN_ID, ChainError
 */
export function viewFor(
  { state, chainId }: Pick<Context, 'state' | 'chainId'>,
  request: TransactionRequest,
  block: BlockRef,
): MaybePromise<BlockView> {
  requireChainId(chainId, request)
  return state.viewAt(block)
}

/** @throws TxError WRONG_CHAIN_ID */
export function requireChainId(want: bigint, { chainId: have }: TransactionRequest): void {
  if (have === undefined || have === want) return
  throw new TxError({ code: 'WRONG_CHAIN_ID', have, want })
}

const NO_OVERRIDES: Overrides = {}

/** Converts overrides for the chain. */
export function toOverrides(
  state: StateOverrides | undefined,
  block: Overrides['block'] | undefined,
): Overrides {
  if (state === undefined && block === undefined) return NO_OVERRIDES
  return { ...(state !== undefined && { state }), ...(block !== undefined && { block }) }
}
