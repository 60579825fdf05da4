import { type Address, toChecksumAddress } from '../../primitives/address.ts'
import { isJsonObject } from '../../primitives/encoding/json.ts'

const ADDRESS = /^(?:0x)?[0-9a-f]{40}$/i
/** Members whose values are addresses. */
const MEMBERS = new Set(['address', 'coinbase', 'evm', 'evmAddress'])

/**
 * Returns a warning for each address of a genesis file in mixed case whose checksum (EIP-55) is
 * wrong, which may be misspelled. Addresses in one case have no checksum.
 */
export function wrongChecksums(genesis: unknown): readonly string[] {
  if (!isJsonObject(genesis)) return []
  const { alloc, ...rest } = genesis
  const ofAccounts = isJsonObject(alloc)
    ? Object.keys(alloc).map((text) => warningOf('alloc', text))
    : []
  return [...ofAccounts, ...membersOf(rest, '')].filter((warning) => warning !== undefined)
}

function membersOf(json: unknown, path: string): (string | undefined)[] {
  if (Array.isArray(json)) return json.flatMap((each, i) => membersOf(each, `${path}[${i}]`))
  if (!isJsonObject(json)) return []
  return Object.entries(json).flatMap(([name, value]) => {
    const at = path === '' ? name : `${path}.${name}`
    if (typeof value !== 'string') return membersOf(value, at)
    return MEMBERS.has(name) ? [warningOf(at, value)] : []
  })
}

function warningOf(path: string, text: string): string | undefined {
  if (!ADDRESS.test(text)) return undefined
  const digits = text.slice(-40)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return undefined
  const right = toChecksumAddress(`0x${digits.toLowerCase()}` as Address)
  if (right.slice(2) === digits) return undefined
  return `${path}: ${text} has a wrong checksum: want ${right}, or lower case`
}
