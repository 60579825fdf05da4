/** A module exceeded its gas limit. */
export class ModuleOutOfGas extends Error {
  override readonly name = 'ModuleOutOfGas'
  /** What the gas was for, as the SDK names it. */
  readonly descriptor: string

  constructor(descriptor: string) {
    super('out of gas')
    this.descriptor = descriptor
  }
}

/** Counts the gas of modules. */
export class GasMeter {
  readonly limit: bigint
  #used = 0n

  constructor(limit: bigint) {
    this.limit = limit
  }

  /** Gas used so far, at most the limit. */
  get used(): bigint {
    return this.#used < this.limit ? this.#used : this.limit
  }

  /** @throws ModuleOutOfGas */
  charge(gas: bigint, descriptor: string = gasFor.read): void {
    this.#used += gas
    if (this.#used > this.limit) throw new ModuleOutOfGas(descriptor)
  }
}

/** The SDK's names of what gas is for (store/types/gas.go). */
export const gasFor = {
  has: 'Has',
  delete: 'Delete',
  read: 'ReadFlat',
  readByte: 'ReadPerByte',
  write: 'WriteFlat',
  writeByte: 'WritePerByte',
  step: 'IterNextFlat',
  stepByte: 'ValuePerByte',
} as const

/**
 * Gas prices of store operations (Cosmos SDK, store/types/gas.go): per operation, and per byte of
 * key and value.
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

/** Gas of reading a row with this many bytes of key and value. */
export function readGas(bytes: number): bigint {
  return storeGas.readFlat + storeGas.readByte * BigInt(bytes)
}

/** Gas of a step of an iterator to or from a row with this many bytes of key and value. */
export function stepGas(bytes: number): bigint {
  return storeGas.step + storeGas.readByte * BigInt(bytes)
}

/** Gas of writing a row with this many bytes of key and value. */
export function writeGas(bytes: number): bigint {
  return storeGas.writeFlat + storeGas.writeByte * BigInt(bytes)
}
