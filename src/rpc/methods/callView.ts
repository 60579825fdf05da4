import type { BlockRef } from '../../chain/block/blockRef.ts'
import { ChainError } from '../../chain/errors.ts'
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

/**
 * Returns a block with its state after a number of its transactions, by default all.
 * @throws ChainError TRANSACTION_INDEX_OUT_OF_RANGE
 */
export async function viewAfter(
  state: Context['state'],
  view: BlockView,
  count: number | undefined,
): Promise<BlockView> {
  const { transactions } = view.block
  if (count === undefined || count === transactions.length) return view
  if (count > transactions.length) {
    throw new ChainError({
      code: 'TRANSACTION_INDEX_OUT_OF_RANGE',
      index: count,
      transactions: transactions.length,
    })
  }
  return state.viewBefore(view.block, count)
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
