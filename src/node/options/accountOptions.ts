import { type Address, parseAddress } from '../../primitives/address.ts'
import { option } from './option.ts'
import { coins, names, type OptionReader, optional, wordCount } from './optionReaders.ts'

/** A funded account. */
export interface FundedAccount {
  readonly address: Address
  /** Wei; default: that of a development account. */
  readonly balance?: bigint
}

/** Accounts besides those of a fixed mnemonic. */
export const accountOptions = {
  mnemonicRandom: option<number | undefined>({
    flag: 'mnemonic-random',
    argument: 'words',
    bare: '12',
    help: 'Generate a mnemonic of 12, 15, 18, 21 or 24 words at every start',
    fallback: undefined,
    fallbackText: 'none',
    read: optional(wordCount),
  }),
  fundAccounts: option<readonly FundedAccount[]>({
    flag: 'fund-accounts',
    argument: 'address[:coins],…',
    help: 'Fund these accounts in block 0; the node cannot sign for them',
    details: 'The default balance is that of a development account.',
    fallback: [],
    fallbackText: 'none',
    read: fundings(),
  }),
} as const

function fundings(): OptionReader<readonly FundedAccount[]> {
  const { type, schema } = names
  return Object.assign((value: unknown) => names(value).map(readFunding), { type, schema })
}

/** @throws RangeError */
function readFunding(entry: string): FundedAccount {
  const [text = '', amount] = entry.split(':')
  const address = readAddress(text)
  return amount === undefined ? { address } : { address, balance: coins(amount) }
}

function readAddress(text: string): Address {
  try {
    return parseAddress(text)
  } catch (cause) {
    throw new RangeError(`not an address: ${JSON.stringify(text)}`, { cause })
  }
}
