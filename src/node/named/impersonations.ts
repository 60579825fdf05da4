import type { Address } from '../../primitives/address.ts'

/** Impersonated accounts: single ones, or all. */
export class Impersonations {
  /** Whether all accounts are impersonated. */
  isAuto: boolean
  readonly #startsAuto: boolean
  readonly #accounts = new Set<Address>()

  /** @param startsAuto whether all accounts are impersonated initially */
  constructor(startsAuto: boolean) {
    this.#startsAuto = startsAuto
    this.isAuto = startsAuto
  }

  /** The single accounts in order of addition. */
  get accounts(): readonly Address[] {
    return [...this.#accounts]
  }

  /** Returns whether the node may send for an account. */
  has(address: Address): boolean {
    return this.isAuto || this.#accounts.has(address)
  }

  add(address: Address): void {
    this.#accounts.add(address)
  }

  /** Removes an account. Returns whether it was impersonated. */
  delete(address: Address): boolean {
    return this.#accounts.delete(address)
  }

  /** Restores the initial state. */
  reset(): void {
    this.#accounts.clear()
    this.isAuto = this.#startsAuto
  }

  /** Copies the accounts for another node. */
  branch(): Impersonations {
    const branch = new Impersonations(this.#startsAuto)
    branch.isAuto = this.isAuto
    for (const address of this.#accounts) branch.add(address)
    return branch
  }
}
