import { type Address, parseAddress } from '../../primitives/address.ts'
import { isPrivateKey } from '../../primitives/crypto/secp256k1.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'
import { option } from './option.ts'
import { coins, names, type OptionReader, optional, wordCount } from './optionReaders.ts'

const KEY = /^(?:0x)?[0-9a-fA-F]{64}$/

/** A funded account. */
export interface FundedAccount {
  readonly address: Address
  /** Wei; default: that of a development account. */
  readonly balance?: bigint
}

/** An account by its private key. */
export interface KeyAccount {
  /** 32 bytes. */
  readonly privateKey: Uint8Array
  /** Wei; default: that of a development account. */
  readonly balance?: bigint
}

/** Accounts besides those of a fixed mnemonic. */
export const accountOptions = {
  account: option<readonly KeyAccount[]>({
    flag: 'account',
    argument: 'key[,coins],…',
    help: 'Add development accounts by private key, which the node signs for',
    details: 'The default balance is that of a development account.',
    fallback: [],
    fallbackText: 'none',
    read: keyAccounts(),
  }),
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

function keyAccounts(): OptionReader<readonly KeyAccount[]> {
  const { type, schema } = names
  const read = (value: unknown) => {
    const found: KeyAccount[] = []
    for (const entry of names(value)) {
      const last = found.pop()
      if (last?.balance === undefined && last !== undefined && !KEY.test(entry)) {
        found.push({ ...last, balance: coins(entry) })
        continue
      }
      if (last !== undefined) found.push(last)
      found.push({ privateKey: readKey(entry) })
    }
    return found
  }
  return Object.assign(read, { type, schema })
}

function readKey(text: string): Uint8Array {
  const digits = text.replace(/^0x/, '')
  if (KEY.test(text) && isPrivateKey(hexToBytes(digits))) return hexToBytes(digits)
  // The text may be a mistyped key, which must not reach a log.
  throw new RangeError('must be private keys of 32 bytes in hexadecimal, each with optional coins')
}

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
