/** A unit of a denomination: 10^exponent of the base. */
export interface DenominationUnit {
  readonly denomination: string
  readonly exponent: number
  /** Other names. */
  readonly aliases?: readonly string[]
}

/** Metadata of a denomination (Cosmos SDK, bank Metadata). */
export interface DenominationMetadata {
  readonly description: string
  /** Its units, the base first; one unit is 10^exponent of the base. */
  readonly units: readonly DenominationUnit[]
  readonly base: string
  readonly display: string
  readonly name: string
  readonly symbol: string
}
