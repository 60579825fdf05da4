import { ChainError } from '../../chain/errors.ts'
import type { Address } from '../../primitives/address.ts'

/** Impersonated accounts: single ones, or all. */
export class Impersonations {
  #isAuto: boolean
  readonly #startsAuto: boolean
  readonly #isPossible: boolean
  readonly #accounts = new Set<Address>()

  /**
   * @param startsAuto whether all accounts are impersonated initially
   * @param isPossible whether the chain takes transactions without a signature
   */
  constructor(startsAuto: boolean, isPossible = true) {
    this.#startsAuto = startsAuto
    this.#isPossible = isPossible
    this.#isAuto = startsAuto
  }

  /** Whether all accounts are impersonated. */
  get isAuto(): boolean {
    return this.#isAuto
  }

  /** The single accounts in order of addition. */
  get accounts(): readonly Address[] {
    return [...this.#accounts]
  }

  /** Returns whether the node may send for an account. */
  has(address: Address): boolean {
    return this.#isAuto || this.#accounts.has(address)
  }

  /** @throws ChainError DECIDED_BY_CONSENSUS */
  setAuto(isAuto: boolean): void {
    this.#requirePossible()
    this.#isAuto = isAuto
  }

  /** @throws ChainError DECIDED_BY_CONSENSUS */
  add(address: Address): void {
    this.#requirePossible()
    this.#accounts.add(address)
  }

  /**
   * Removes an account. Returns whether it was impersonated.
   * @throws ChainError DECIDED_BY_CONSENSUS
   */
  delete(address: Address): boolean {
    this.#requirePossible()
    return this.#accounts.delete(address)
  }

  /** Restores the initial state. */
  reset(): void {
    this.#accounts.clear()
    this.#isAuto = this.#startsAuto
  }

  /** Copies the accounts for another node. */
  branch(): Impersonations {
    const branch = new Impersonations(this.#startsAuto, this.#isPossible)
    branch.#isAuto = this.#isAuto
    for (const address of this.#accounts) branch.#accounts.add(address)
    return branch
  }

  #requirePossible(): void {
    if (!this.#isPossible) throw new ChainError({ code: 'DECIDED_BY_CONSENSUS' })
  }
}
