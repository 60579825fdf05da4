/** A module used more gas than it had. */
export class ModuleOutOfGas extends Error {
  override readonly name = 'ModuleOutOfGas'
}

/** Counts what modules use, in gas. */
export class GasMeter {
  readonly limit: bigint
  #used = 0n

  constructor(limit: bigint) {
    this.limit = limit
  }

  /** What was used so far, at the most the limit. */
  get used(): bigint {
    return this.#used < this.limit ? this.#used : this.limit
  }

  /** @throws ModuleOutOfGas */
  charge(gas: bigint): void {
    this.#used += gas
    if (this.#used > this.limit) throw new ModuleOutOfGas('out of gas')
  }
}

/**
 * Prices of store operations (Cosmos SDK, store/types/gas.go): flat, and for each byte of key and
 * value.
 */
export const storeGas = {
  has: 1_000n,
  delete: 1_000n,
  readFlat: 1_000n,
  readByte: 3n,
  writeFlat: 2_000n,
  writeByte: 30n,
  step: 30n,
} as const
