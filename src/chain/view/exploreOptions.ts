import type { AbortableContext } from '../../evm/run/simulate.ts'
import type { Overrides } from './blockView.ts'

/** Options of `ChainSimulator.explore`. */
export interface ExploreOptions {
  readonly overrides?: Overrides
  readonly signal?: AbortSignal
  /**
   * Does the same as the function without its output. A function that writes output needs it: on a
   * fork, the function would run repeatedly until all rows that it reads are at hand.
   */
  rehearse?(context: AbortableContext): Promise<unknown>
}
