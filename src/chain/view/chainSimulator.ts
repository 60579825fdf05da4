import type { TxError } from '../../evm/errors.ts'
import type { ExecutionResult } from '../../evm/run/executor.ts'
import type { AbortableContext, ExecutionContext } from '../../evm/run/simulate.ts'
import type { CallRequest, GasEstimate } from '../../evm/transaction/callRequest.ts'
import type { AccessList } from '../../evm/transaction/transaction.ts'
import type { NativeTransaction } from '../../native/nativeTransaction.ts'
import type { MaybePromise } from '../../primitives/maybePromise.ts'
import type { StateOverrides } from '../../state/overrides.ts'
import type { BlockView, Overrides } from './blockView.ts'
import type { CallBundle } from './callMany.ts'
import type { SimulatedBlock, Simulation } from './simulation.ts'

/** Options of {@link ChainSimulator.explore}. */
export interface ExploreOptions {
  readonly overrides?: Overrides
  readonly signal?: AbortSignal
  /**
   * Does the same as the function without its output. A function that writes output needs it: on a
   * fork, the function would run repeatedly until all rows that it reads are at hand.
   */
  rehearse?(context: AbortableContext): Promise<unknown>
}

/** Execution on views. Results are not stored. */
export interface ChainSimulator {
  /**
   * Executes a call. The result of a short one is at hand; a failure is a rejection.
   *
   * @throws TxError
   */
  call(view: BlockView, request: CallRequest, overrides?: Overrides): MaybePromise<ExecutionResult>
  /**
   * Returns the least gas limit with which the call succeeds. A failing call is a
   * result, not an exception.
   *
   * @param after calls that run before it; their failures do not matter
   * @throws TxError
   */
  estimateGas(
    view: BlockView,
    request: CallRequest,
    overrides?: Overrides,
    after?: readonly CallRequest[],
  ): Promise<GasEstimate>
  /**
   * Returns the addresses and slots that the call accesses, and its gas with that list.
   * @throws TxError
   */
  createAccessList(
    view: BlockView,
    request: CallRequest,
    overrides?: Overrides,
  ): Promise<{
    readonly accessList: AccessList
    readonly outcome: ExecutionResult
    readonly gasUsed: bigint
  }>
  /**
   * Runs bundles of calls one after another on a view. An invalid call's result is its error.
   *
   * @throws TxError of the state overrides
   */
  callMany(
    view: BlockView,
    bundles: readonly CallBundle[],
    state?: StateOverrides,
  ): Promise<readonly (readonly (ExecutionResult | TxError)[])[]>
  /**
   * Builds blocks of calls on a view.
   *
   * @throws TxError, ChainError if a block or a call is invalid
   */
  blocks(view: BlockView, simulation: Simulation): Promise<readonly SimulatedBlock[]>
  /**
   * Runs a function on an overlay of a view in the block's context.
   * @throws errors of `run`
   */
  explore<T>(
    view: BlockView,
    run: (context: AbortableContext) => Promise<T>,
    options?: ExploreOptions,
  ): Promise<T>
  /**
   * Executes a native transaction of a block again, between explored ones.
   * @throws NativeTxError
   */
  replayNative(scene: ExecutionContext, transaction: NativeTransaction): void
}
