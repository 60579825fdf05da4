import { bech32ToBytes } from '../../primitives/encoding/bech32.ts'
import { isDenomination } from '../bank/denomination.ts'
import { ModuleError, plainError } from '../moduleError.ts'

const PREFIX = 'factory'
/** Start of the denominations of the token factory. */
export const DENOM_PREFIX = `${PREFIX}/`
const MAX_SUBDENOM = 44
const MAX_CREATOR = 75

/**
 * Returns the denomination of a creator: `factory/{creator}/{subdenom}`.
 *
 * @param creator bech32 text
 * @throws ModuleError
 */
export function tokenDenom(creator: string, subdenom: string): string {
  if (Buffer.byteLength(subdenom) > MAX_SUBDENOM) {
    throw factoryError('subdenomTooLong', `subdenom too long, max length is ${MAX_SUBDENOM} bytes`)
  }
  if (Buffer.byteLength(creator) > MAX_CREATOR) {
    throw factoryError('creatorTooLong', `creator too long, max length is ${MAX_CREATOR} bytes`)
  }
  const denom = `${PREFIX}/${creator}/${subdenom}`
  if (!isDenomination(denom)) throw plainError(`invalid denom: ${denom}`)
  return denom
}

/**
 * Checks that a denomination has the form of {@link tokenDenom}.
 *
 * @throws ModuleError
 */
export function requireTokenDenom(denom: string, bech32Prefix: string): void {
  if (!isDenomination(denom)) throw plainError(`invalid denom: ${denom}`)
  const [prefix = '', creator, subdenom] = denom.split('/')
  if (creator === undefined || subdenom === undefined) {
    throw factoryError('invalidDenom', `not enough parts of denom ${denom}: invalid denom`)
  }
  if (prefix !== PREFIX) {
    throw factoryError(
      'invalidDenom',
      `denom prefix is incorrect. Is: ${prefix}.  Should be: ${PREFIX}: invalid denom`,
    )
  }
  try {
    bech32ToBytes(bech32Prefix, creator)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw factoryError('invalidDenom', `Invalid creator address (${why}): invalid denom`)
  }
}

/** Codes of the token factory (sei-chain, x/tokenfactory/types/errors.go). */
const codes = {
  denomExists: 2,
  unauthorized: 3,
  invalidDenom: 4,
  subdenomTooLong: 8,
  creatorTooLong: 9,
  noDenom: 10,
  adminExists: 16,
  allowListTooLarge: 24,
  noAllowList: 25,
} as const

/** Creates an error with a code of the token factory. */
export function factoryError(code: keyof typeof codes, message: string): ModuleError {
  return new ModuleError('tokenfactory', codes[code], message)
}
