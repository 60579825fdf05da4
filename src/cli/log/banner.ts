import type { DevAccount } from '../../node/accounts/devAccounts.ts'
import { toChecksumAddress } from '../../primitives/address.ts'
import { bytesToBech32 } from '../../primitives/encoding/bech32.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import { coinOf, formatCoins } from './printable.ts'

/** Contents of the banner. Amounts are wei. */
export interface BannerFacts {
  readonly version: string
  /** Accounts that hold coins. */
  readonly accounts: readonly (DevAccount & { readonly balance: bigint })[]
  /** Number of accounts of the mnemonic. */
  readonly accountsWanted: number
  readonly bech32Prefix: string
  readonly denomination: string
  readonly mnemonic: string
  readonly derivationPath: string
  readonly chainId: bigint
  /** Native chain id; undefined on a fork of a chain without native accounts. */
  readonly nativeChainId: string | undefined
  readonly hardfork: string
  readonly baseFee: bigint
  readonly gasLimit: bigint
  /** The remote chain, if the chain is a fork. */
  readonly fork?: {
    /** Without credentials. */
    readonly url: string
    readonly block: number
    readonly hash: string
    readonly chainId: bigint
  }
  /** Directory of the chain, if any. */
  readonly database?: {
    readonly directory: string
    readonly height: number
  }
  /** Number of kept states, unless all. */
  readonly keep?: number
  /** Enabled legacy methods, unless the default. */
  readonly legacyMethods?: readonly string[]
  readonly genesis: {
    readonly timestamp: bigint
    readonly number: number
    readonly hash: string
  }
}

const WARNING = 'These keys are public. Never send real coins to them.'

/** Further accounts are only counted. */
const MOST_NAMES = 5

/** Returns the text before the ready line, with Anvil's order and headings. */
export function createBanner(facts: BannerFacts): string {
  const { accounts, genesis, database } = facts
  const { nativeChainId } = facts
  const coin = coinOf(nativeChainId === undefined ? undefined : facts.denomination)
  const sections: [heading: string, lines: readonly string[]][] = [
    [
      'Available Accounts',
      accounts.map(({ evm, native, balance }, i) => {
        const address = toChecksumAddress(evm)
        const line = `(${i}) ${address} (${formatCoins(balance)} ${coin})`
        if (nativeChainId === undefined) return line
        return `${line} ${bytesToBech32(facts.bech32Prefix, native)}`
      }),
    ],
    ['Private Keys', accounts.map(({ privateKey }, i) => `(${i}) ${bytesToHex(privateKey)}`)],
    [
      'Wallet',
      [`Mnemonic:          ${facts.mnemonic}`, `Derivation path:   ${facts.derivationPath}`],
    ],
    ['Chain ID', [String(facts.chainId)]],
    ...(nativeChainId === undefined ? [] : [nativeSection(nativeChainId)]),
    ['Hardfork', [facts.hardfork]],
    ['Base Fee', [String(facts.baseFee)]],
    ['Gas Limit', [String(facts.gasLimit)]],
    ['Genesis Timestamp', [String(genesis.timestamp)]],
    ['Genesis Number', [String(genesis.number)]],
    ['Genesis Hash', [genesis.hash]],
  ]
  if (facts.fork !== undefined) {
    const { url, block, hash, chainId } = facts.fork
    sections.push([
      'Fork',
      [
        `Endpoint:          ${url}`,
        `Block number:      ${block}`,
        `Block hash:        ${hash}`,
        `Chain ID:          ${chainId}`,
      ],
    ])
  }
  if (database !== undefined) {
    sections.push(['Database', [`${database.directory} at block ${database.height}`]])
  }
  if (facts.keep !== undefined) {
    const states = facts.keep === 1 ? 'block alone' : `${facts.keep} blocks`
    sections.push(['State Kept', [`of the latest ${states}`]])
  }
  if (facts.legacyMethods !== undefined) {
    sections.push(['Legacy Methods', [describeNames(facts.legacyMethods)]])
  }
  const shown = accounts.length > 0 ? sections : sections.slice(3)
  return [
    `rockpool ${facts.version}`,
    accounts.length > 0 ? WARNING : reasonForNone(facts),
    ...shown.map(([heading, lines]) => `${heading}\n==================\n\n${lines.join('\n')}`),
    '',
  ].join('\n\n')
}

function nativeSection(id: string): [heading: string, lines: readonly string[]] {
  return ['Native Chain ID', [id]]
}

function describeNames(names: readonly string[]): string {
  if (names.length === 0) return 'none'
  const shown = names.slice(0, MOST_NAMES).join(', ')
  return names.length > MOST_NAMES ? `${shown} and ${names.length - MOST_NAMES} more` : shown
}

function reasonForNone({ accountsWanted }: BannerFacts): string {
  const reason =
    accountsWanted === 0
      ? 'No development accounts'
      : 'The genesis funds no account of the mnemonic'
  return `${reason}. eth_accounts is empty.`
}

/** Returns the banner as an object for the JSON log. */
export function describeStart(facts: BannerFacts): Readonly<Record<string, unknown>> {
  const { accounts, bech32Prefix, accountsWanted: _wanted, ...rest } = facts
  return {
    event: 'start',
    ...rest,
    accounts: accounts.map(({ evm, native, balance, privateKey }) => ({
      address: toChecksumAddress(evm),
      ...(rest.nativeChainId !== undefined && {
        nativeAddress: bytesToBech32(bech32Prefix, native),
      }),
      balance,
      privateKey: bytesToHex(privateKey),
    })),
  }
}
