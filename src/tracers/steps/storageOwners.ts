import type { FrameObserver, FrameStart } from '../../evm/run/observer.ts'
import type { Address } from '../../primitives/address.ts'

/** Follows whose storage the running frame works on. */
export class StorageOwners implements FrameObserver {
  readonly #owners: Address[] = []

  /** '' where no frame runs, or frames are not followed. */
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
