import type { Multistore } from '../../src/store/multistore.ts'

/** Moves saved stores to a position. The caller flushes and settles the move. */
export function moveTo(stores: Multistore, position: Multistore['position']): void {
  stores.stageMove(position)
  stores.returnTo(position)
}
