import type { Address } from '../../primitives/address.ts'

/** Whose transactions a node sends without their keys: those of single accounts, or everybody's. */
export class Impersonations {
  /** Whether it is everybody. */
  isAuto: boolean
  readonly #startsAuto: boolean
  readonly #accounts = new Set<Address>()

  /** @param startsAuto whether it is everybody from the start. */
  constructor(startsAuto: boolean) {
    this.#startsAuto = startsAuto
    this.isAuto = startsAuto
  }

  /** The single accounts, in the order in which they came. */
  get accounts(): readonly Address[] {
    return [...this.#accounts]
  }

  /** Whether the node may send for an account. */
  has(address: Address): boolean {
    return this.isAuto || this.#accounts.has(address)
  }

  add(address: Address): void {
    this.#accounts.add(address)
  }

  /** Ends it for one account; whether it was there. */
  delete(address: Address): boolean {
    return this.#accounts.delete(address)
  }

  /** As at the start. */
  reset(): void {
    this.#accounts.clear()
    this.isAuto = this.#startsAuto
  }

  /** The same accounts, for a node of its own. */
  branch(): Impersonations {
    const branch = new Impersonations(this.#startsAuto)
    branch.isAuto = this.isAuto
    for (const address of this.#accounts) branch.add(address)
    return branch
  }
}
