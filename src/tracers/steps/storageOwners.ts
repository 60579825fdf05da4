import type { FrameObserver, FrameStart } from '../../evm/run/observer.ts'
import type { Address } from '../../primitives/address.ts'

/** Tracks the account whose storage the running frame uses. */
export class StorageOwners implements FrameObserver {
  readonly #owners: Address[] = []

  /** '' if no frame runs, or frames are not tracked. */
  get current(): string {
    return this.#owners.at(-1) ?? ''
  }

  enter({ kind, from, to }: FrameStart): void {
    const borrowsCode = kind === 'DELEGATECALL' || kind === 'CALLCODE'
    this.#owners.push(borrowsCode ? from : to)
  }

  exit(): void {
    this.#owners.pop()
  }

  log(): void {}

  access(): void {}
}
