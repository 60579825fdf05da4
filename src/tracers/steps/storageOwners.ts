import type { FrameObserver, FrameStart } from '../../evm/run/observer.ts'
import type { Address } from '../../primitives/address.ts'

/** The account whose storage a frame uses. */
export function storageOwner({
  kind,
  from,
  to,
}: Pick<FrameStart, 'kind' | 'from' | 'to'>): Address {
  return kind === 'DELEGATECALL' || kind === 'CALLCODE' ? from : to
}

/** Tracks the account whose storage the running frame uses. */
export class StorageOwners implements FrameObserver {
  readonly #owners: Address[] = []

  /** '' if no frame runs, or frames are not tracked. */
  get current(): string {
    return this.#owners.at(-1) ?? ''
  }

  enter(start: FrameStart): void {
    this.#owners.push(storageOwner(start))
  }

  exit(): void {
    this.#owners.pop()
  }

  log(): void {}

  access(): void {}
}
