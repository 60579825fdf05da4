import { DENOMINATION } from '../../modules/bank/denomination.ts'
import { bech32ToBytes } from '../../primitives/encoding/bech32.ts'
import type { GenesisBalance } from './genesis.ts'
import {
  genesisError,
  MAX_UINT256,
  memberOf,
  readArray,
  readObject,
  readQuantity,
  readText,
} from './genesisJson.ts'

const FRACTION = /^(?:0(?:\.[0-9]{1,18})?|1(?:\.0{1,18})?)$/

/** Amounts by denomination. */
export function readCoins(
  json: unknown,
  field: string,
  max: bigint = MAX_UINT256,
): GenesisBalance['coins'] {
  const seen = new Set<string>()
  return readArray(json ?? genesisError(field, 'missing'), field).map((item, i) => {
    const path = `${field}[${i}]`
    const members = readObject(item, path, ['denom', 'amount'])
    const denom = readDenomination(members.get('denom'), memberOf(path, 'denom'))
    if (seen.has(denom)) genesisError(memberOf(path, 'denom'), 'the same denomination occurs twice')
    seen.add(denom)
    return {
      denom,
      amount: readQuantity(members.get('amount'), memberOf(path, 'amount'), max),
    }
  })
}

/** Returns the 20 bytes of a bech32 address with a prefix. */
export function readBech32(json: unknown, field: string, prefix: string): Uint8Array {
  const text = readText(json, field)
  let bytes: Uint8Array
  try {
    bytes = bech32ToBytes(prefix, text)
  } catch {
    return genesisError(field, `want a bech32 address of prefix ${prefix}`)
  }
  return bytes.length === 20 ? bytes : genesisError(field, `want 20 bytes, got ${bytes.length}`)
}

/** Reads a denomination. */
export function readDenomination(json: unknown, field: string): string {
  return readMatch(json, field, DENOMINATION)
}

/** Reads a string of a given form. */
export function readMatch(json: unknown, field: string, pattern: RegExp): string {
  const text = readText(json, field)
  return pattern.test(text) ? text : genesisError(field, `want text like ${pattern.source}`)
}

/** Reads a decimal string from "0" to "1". */
export function readFraction(json: unknown, field: string): string {
  const text = readText(json, field)
  if (FRACTION.test(text)) return text
  return genesisError(field, 'want decimal text from "0" to "1" of at most 18 places')
}
