import { parseDecimal } from '../../primitives/encoding/decimal.ts'
import type { Coin } from '../bank/bank.ts'
import { isDenomination } from '../bank/denomination.ts'
import { ModuleError } from '../moduleError.ts'

/*
 * Values of parameters as amino JSON: 64-bit integers and decimals are strings, durations strings
 * of nanoseconds, 32-bit integers numbers.
 */

const NANOSECONDS = 1_000_000_000n
const MAX_UINT64 = 2n ** 64n - 1n
const MAX_INT64 = 2n ** 63n - 1n
const MAX_UINT32 = 2 ** 32 - 1

/** Creates the error of a parameter that cannot be set. */
export function settingFailed(reason: string): ModuleError {
  return new ModuleError('params', 3, `${reason}: failed to set parameter`)
}

/** @throws ModuleError */
export function readUint64(value: unknown): bigint {
  if (typeof value !== 'string' || !/^[0-9]{1,20}$/.test(value) || BigInt(value) > MAX_UINT64) {
    throw settingFailed(`invalid 64-bit integer encoding ${JSON.stringify(value)}, expected string`)
  }
  return BigInt(value)
}

/** @throws ModuleError */
export function readInt64(value: unknown): bigint {
  const isWhole = typeof value === 'string' && /^-?[0-9]{1,19}$/.test(value)
  const number = isWhole ? BigInt(value) : undefined
  if (number !== undefined && number >= -MAX_INT64 - 1n && number <= MAX_INT64) return number
  throw settingFailed(`invalid 64-bit integer encoding ${JSON.stringify(value)}, expected string`)
}

/**
 * Reads a duration of at least one second.
 *
 * @throws ModuleError
 */
export function readSeconds(value: unknown): bigint {
  const seconds = readUint64(value) / NANOSECONDS
  if (seconds > 0n && seconds * NANOSECONDS <= MAX_INT64) return seconds
  throw settingFailed(`invalid parameter value: ${JSON.stringify(value)} must be positive`)
}

/** @throws ModuleError */
export function readUint32(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_UINT32) {
    return value
  }
  throw settingFailed(`invalid 32-bit integer encoding ${JSON.stringify(value)}, expected number`)
}

/**
 * Reads a decimal in a range.
 *
 * @throws ModuleError
 */
export function readDecimal(value: unknown, least: bigint, most: bigint): bigint {
  const decimal = typeof value === 'string' ? parseDecimal(value) : undefined
  if (decimal === undefined || decimal < least || decimal > most) {
    throw settingFailed(`invalid parameter value: ${JSON.stringify(value)}`)
  }
  return decimal
}

/** @throws ModuleError */
export function readDenomination(value: unknown): string {
  if (typeof value === 'string' && isDenomination(value)) return value
  throw settingFailed(`invalid denom: ${JSON.stringify(value)}`)
}

/** @throws ModuleError */
export function readBoolean(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw settingFailed(`invalid parameter type: ${JSON.stringify(value)}`)
}

/**
 * Reads the members of an object.
 *
 * @throws ModuleError
 */
export function readMembers(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return new Map(Object.entries(value))
  }
  throw settingFailed(`invalid parameter type: ${JSON.stringify(value)}`)
}

/**
 * Reads the items of a list.
 *
 * @throws ModuleError
 */
export function readItems(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw settingFailed(`invalid parameter type: ${JSON.stringify(value)}`)
}

/**
 * Reads coins of different denominations, in alphabetical order, with positive amounts.
 *
 * @throws ModuleError
 */
export function readCoins(value: unknown): readonly Coin[] {
  const coins = readItems(value).map((item) => {
    const members = readMembers(item)
    const amount = members.get('amount')
    if (typeof amount !== 'string' || !/^[0-9]{1,77}$/.test(amount)) {
      throw settingFailed(`invalid amount ${JSON.stringify(amount)}`)
    }
    return { denom: readDenomination(members.get('denom')), amount: BigInt(amount) }
  })
  const isSorted = coins.every(({ denom }, i) => i === 0 || (coins[i - 1]?.denom ?? '') < denom)
  if (isSorted && coins.every(({ amount }) => amount > 0n)) return coins
  throw settingFailed(`invalid coins: ${JSON.stringify(value)}`)
}
