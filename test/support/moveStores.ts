import type { Multistore } from '../../src/store/multistore.ts'

/** Moves saved stores to a position; the move is to be flushed and settled. */
export function moveTo(stores: Multistore, position: Multistore['position']): void {
  stores.stageMove(position)
  stores.returnTo(position)
}
