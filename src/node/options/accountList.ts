import {
  DEV_DERIVATION_PATH,
  derivePrivateKeys,
  parseDerivationPath,
} from '../../primitives/crypto/hdWallet.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import { coins, integer, mnemonic, type OptionReader, text } from './optionReaders.ts'

const MOST_ACCOUNTS = 100_000
const DEFAULT_COUNT = 10
const readCount = integer(0, MOST_ACCOUNTS)
const readIndex = integer(0, 2 ** 31 - 1)

const KEY_ENTRY = { privateKey: text.schema, balance: coins.schema }
const MNEMONIC_ENTRY = {
  mnemonic: text.schema,
  count: readCount.schema,
  path: text.schema,
  initialIndex: readIndex.schema,
  balance: coins.schema,
}

/** A list as in Hardhat's and Ganache's configuration, or the number of accounts. */
export const accountCount: OptionReader<number> = Object.assign(
  (value: unknown) => readCount(value),
  {
    type: 'number | readonly { readonly privateKey?: string; readonly mnemonic?: string; readonly count?: number; readonly path?: string; readonly initialIndex?: number; readonly balance?: number | string }[]',
    schema: {
      anyOf: [
        readCount.schema,
        {
          type: 'array' as const,
          items: {
            anyOf: [entrySchema(KEY_ENTRY, 'privateKey'), entrySchema(MNEMONIC_ENTRY, 'mnemonic')],
          },
        },
      ],
    },
  },
)

function entrySchema(properties: Readonly<Record<string, unknown>>, required: string) {
  return { type: 'object' as const, properties, required: [required], additionalProperties: false }
}

/**
 * Returns the options with a list in `accounts` as `account`, and no accounts of the mnemonic.
 *
 * @throws RangeError
 */
export function withAccountList(
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { accounts, account } = given
  if (!Array.isArray(accounts)) return given
  if (account !== undefined) throw new RangeError('a list contradicts the option account')
  const entries = accounts.flatMap((entry: unknown, i) => {
    if (typeof entry !== 'object' || entry === null) throw badEntry(i)
    const fields: Readonly<Record<string, unknown>> = { ...entry }
    const balance = fields.balance === undefined ? [] : [String(fields.balance)]
    return keysOf(fields, i).flatMap((key) => [key, ...balance])
  })
  return { ...given, accounts: 0, account: entries }
}

/** Returns the private keys of an entry as text. */
function keysOf(entry: Readonly<Record<string, unknown>>, i: number): readonly string[] {
  const hasKey = entry.privateKey !== undefined
  if (hasKey === (entry.mnemonic !== undefined)) throw badEntry(i)
  const known = hasKey ? KEY_ENTRY : MNEMONIC_ENTRY
  const stranger = Object.keys(entry).find((name) => !Object.hasOwn(known, name))
  if (stranger !== undefined) throw new RangeError(`entry ${i}: unknown field ${stranger}`)
  if (hasKey) return [String(entry.privateKey)]
  try {
    return derivedKeys(entry)
  } catch (cause) {
    const { message } = cause as Error
    throw new RangeError(`entry ${i}: ${message}`, { cause })
  }
}

function derivedKeys(entry: Readonly<Record<string, unknown>>): readonly string[] {
  const { count = DEFAULT_COUNT, path = DEV_DERIVATION_PATH, initialIndex = 0 } = entry
  const words = mnemonic(entry.mnemonic)
  const first = readIndex(initialIndex)
  const steps = parseDerivationPath(text(path))
  return derivePrivateKeys(words, steps, readCount(count), first).map(bytesToHex)
}

function badEntry(i: number): RangeError {
  return new RangeError(`entry ${i} must be an object with a privateKey or a mnemonic`)
}
