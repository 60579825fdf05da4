import { randomBytes } from 'node:crypto'
import { bytesToBigInt } from './bytes.ts'
import { type Hex, toQuantity } from './hex.ts'

/** A name that nobody guesses and nothing else has: as geth's for filters and subscriptions, 128 random bits without leading zeros. */
export function randomId(): Hex {
  return toQuantity(bytesToBigInt(randomBytes(16)))
}
