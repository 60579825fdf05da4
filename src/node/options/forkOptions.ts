import { homedir } from 'node:os'
import { join } from 'node:path'
import { didYouMean } from '../../primitives/closestWord.ts'
import { type Hex, isHex } from '../../primitives/encoding/hex.ts'
import { isJsonObject, jsonKind } from '../../primitives/encoding/json.ts'
import type { Logger } from '../../primitives/logger.ts'
import type { RemoteOptions } from '../../remote/remoteChain.ts'
import { RemoteError } from '../../remote/remoteError.ts'
import { parseRemoteUrl } from '../../remote/remoteUrl.ts'
import { ConfigError } from '../errors.ts'
import { type OptionValues, option } from './option.ts'
import { integer, type OptionReader, optional, quantity, text, toggle } from './optionReaders.ts'

const MAX_NUMBER = (1n << 63n) - 1n
const SIGNED = /^-\d{1,19}$/
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s*([^\p{Cc}]*?)\s*$/u
const MAX_TIMEOUT_MS = 2_147_483_647
const MAX_CHAIN_ID = BigInt(Number.MAX_SAFE_INTEGER)

/** Members of the object form, and the options that they are. */
const members: ReadonlyMap<string, keyof typeof forkOptions> = new Map([
  ['url', 'fork'],
  ['blockNumber', 'forkBlockNumber'],
  ['transactionHash', 'forkTransactionHash'],
  ['chainId', 'forkChainId'],
  ['headers', 'forkHeader'],
  ['timeout', 'forkTimeout'],
  ['retries', 'forkRetries'],
  ['retryBackoff', 'forkRetryBackoff'],
  ['computeUnitsPerSecond', 'computeUnitsPerSecond'],
  ['noRateLimit', 'noRateLimit'],
  ['noStorageCaching', 'noStorageCaching'],
  ['cacheDirectory', 'forkCache'],
  ['offline', 'offline'],
  ['seiRules', 'seiRules'],
])

/** Options of a fork of a live chain. */
export const forkOptions = {
  fork: option<string | undefined>({
    flag: 'fork-url',
    short: 'f',
    aliases: ['rpc-url', 'fork', 'fork.url'],
    argument: 'url[@block]',
    help: 'Fork the chain of this node, from its newest block or the one after @',
    details:
      'In JavaScript and configuration files also an object: `{ url, blockNumber, headers, … }` ([fork.md](fork.md)).',
    fallback: undefined,
    fallbackText: 'none',
    read: optional(remoteUrl()),
    conceal: (value) => (typeof value === 'string' ? concealUrl(value) : 'an object'),
  }),
  forkBlockNumber: option<bigint | undefined>({
    flag: 'fork-block-number',
    aliases: ['fork.blockNumber'],
    argument: 'number',
    help: 'Fork at this block; a negative number counts back from the newest',
    fallback: undefined,
    fallbackText: 'the newest',
    read: optional(blockNumber()),
  }),
  forkTransactionHash: option<Hex | undefined>({
    flag: 'fork-transaction-hash',
    argument: 'hash',
    help: 'Fork at the state after this transaction',
    fallback: undefined,
    fallbackText: 'none',
    read: optional(transactionHash()),
  }),
  forkChainId: option<bigint | undefined>({
    flag: 'fork-chain-id',
    argument: 'number',
    help: "Set the remote chain's id, which saves the request for it",
    fallback: undefined,
    fallbackText: "the remote's",
    read: optional(quantity(1n, MAX_CHAIN_ID)),
  }),
  forkHeader: option<Readonly<Record<string, string>>>({
    flag: 'fork-header',
    argument: 'name: value',
    isRepeatable: true,
    help: 'Send this header with requests to the remote node; may be repeated',
    fallback: {},
    fallbackText: 'none',
    read: headers(),
    conceal: () => '***',
  }),
  forkTimeout: option({
    flag: 'fork-timeout',
    aliases: ['timeout'],
    argument: 'ms',
    help: 'Limit the time of a request to the remote node, in milliseconds',
    fallback: 45_000,
    read: integer(1, MAX_TIMEOUT_MS),
  }),
  forkRetries: option({
    flag: 'fork-retries',
    aliases: ['retries'],
    argument: 'count',
    help: 'Repeat a request to the remote node up to this many times',
    details: 'After network errors, time-outs, HTTP status 429 and 5xx.',
    fallback: 5,
    read: integer(0, 1000),
  }),
  forkRetryBackoff: option({
    flag: 'fork-retry-backoff',
    argument: 'ms',
    help: 'Wait this long before the first repetition, then twice as long',
    fallback: 1000,
    read: integer(0, MAX_TIMEOUT_MS),
  }),
  computeUnitsPerSecond: option<number | undefined>({
    flag: 'compute-units-per-second',
    aliases: ['cups'],
    argument: 'units',
    help: 'Limit the rate of requests to the remote node, 20 compute units a request',
    fallback: undefined,
    fallbackText: '330 once the remote refuses a request for its rate',
    read: optional(integer(1, 1_000_000_000)),
  }),
  noRateLimit: option({
    flag: 'no-rate-limit',
    aliases: ['no-rpc-rate-limit'],
    help: 'Do not limit the rate of requests to the remote node',
    fallback: false,
    read: toggle,
  }),
  noStorageCaching: option({
    flag: 'no-storage-caching',
    help: "Do not keep the remote chain's state on disk",
    fallback: false,
    read: toggle,
  }),
  forkCache: option<string | undefined>({
    flag: 'fork-cache',
    argument: 'directory',
    help: 'Keep the state of pinned blocks of remote chains in this directory',
    fallback: undefined,
    fallbackText: '$XDG_CACHE_HOME/rockpool/fork, else ~/.cache/rockpool/fork',
    read: optional(text),
    isPath: true,
  }),
  offline: option({
    flag: 'offline',
    help: 'Answer from the cache of the fork alone, without requests',
    fallback: false,
    read: toggle,
  }),
  seiRules: option({
    flag: 'sei-rules',
    help: "Apply Sei's fees and precompiles on a fork of any chain",
    fallback: false,
    read: toggle,
  }),
} as const

type ForkConfig = OptionValues<typeof forkOptions>

/**
 * Returns the options with an object in `fork` as separate ones. A separate one beside it wins.
 *
 * @throws RangeError
 */
export function withForkObject(
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { fork, ...rest } = given
  if (!isJsonObject(fork)) return given
  const parts = Object.entries(fork).map(([member, value]) => {
    const name = members.get(member)
    if (name === undefined) {
      throw new RangeError(`unknown member ${member}${didYouMean(member, [...members.keys()])}`)
    }
    return [name, value] as const
  })
  if (fork.url === undefined) throw new RangeError('an object needs the member url')
  const set = Object.entries(rest).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(parts), ...Object.fromEntries(set) }
}

/**
 * Returns how to open the remote chain; undefined without a fork.
 *
 * @throws ConfigError if the options contradict each other
 */
export function remoteOptions(
  config: ForkConfig & { readonly given: ReadonlySet<string> },
  logger: Logger,
): RemoteOptions | undefined {
  const { fork, forkBlockNumber, forkTransactionHash, forkChainId, given } = config
  if (fork === undefined) {
    const [stray] = [...members.values()].filter((name) => given.has(name))
    if (stray !== undefined) throw contradiction(stray, 'needs --fork-url')
    return undefined
  }
  for (const name of ['genesis', 'number', 'timestamp']) {
    if (given.has(name)) throw contradiction(name, 'contradicts --fork-url')
  }
  const { blockNumber = forkBlockNumber } = parseRemoteUrl(fork)
  if (forkBlockNumber !== undefined && forkBlockNumber !== blockNumber) {
    throw contradiction('forkBlockNumber', `contradicts @${blockNumber} in --fork-url`)
  }
  if (forkTransactionHash !== undefined && blockNumber !== undefined) {
    throw contradiction('forkTransactionHash', 'contradicts the block number')
  }
  if (config.noRateLimit && config.computeUnitsPerSecond !== undefined) {
    throw contradiction('noRateLimit', 'contradicts --compute-units-per-second')
  }
  if (config.offline && config.noStorageCaching) {
    throw contradiction('offline', 'contradicts --no-storage-caching')
  }
  const units = config.noRateLimit ? null : config.computeUnitsPerSecond
  return {
    url: fork,
    ...(blockNumber !== undefined && { blockNumber }),
    ...(forkTransactionHash !== undefined && { transactionHash: forkTransactionHash }),
    ...(forkChainId !== undefined && { chainId: forkChainId }),
    headers: config.forkHeader,
    timeoutMs: config.forkTimeout,
    retries: config.forkRetries,
    retryBackoffMs: config.forkRetryBackoff,
    ...(units !== undefined && { computeUnitsPerSecond: units }),
    ...(!config.noStorageCaching && { cacheDirectory: config.forkCache ?? cacheFolder() }),
    isOffline: config.offline,
    logger,
  }
}

/** The directory of the XDG specification, which wants relative paths ignored. */
function cacheFolder(): string {
  const { XDG_CACHE_HOME: base = '' } = process.env
  return join(base.startsWith('/') ? base : join(homedir(), '.cache'), 'rockpool', 'fork')
}

function contradiction(option: string, reason: string): ConfigError {
  return new ConfigError({ code: 'BAD_OPTION', option, reason })
}

/** Returns a URL of a remote node without credentials, for output. */
export function concealUrl(url: string): string {
  try {
    const { shown, blockNumber } = parseRemoteUrl(url)
    return blockNumber === undefined ? shown : `${shown}@${blockNumber}`
  } catch {
    return '***'
  }
}

/** Errors do not show the text, which may contain a key. */
function remoteUrl(): OptionReader<string> {
  const read = (value: unknown): string => {
    if (typeof value !== 'string') throw new RangeError(`must be a URL (got ${jsonKind(value)})`)
    try {
      parseRemoteUrl(value)
      return value
    } catch (error) {
      if (!(error instanceof RemoteError) || !('reason' in error.details)) throw error
      throw new RangeError(error.details.reason)
    }
  }
  const object =
    '{ readonly url: string; readonly blockNumber?: number | bigint | string; readonly transactionHash?: string; readonly chainId?: number | bigint | string; readonly headers?: Readonly<Record<string, string>>; readonly timeout?: number; readonly retries?: number; readonly retryBackoff?: number; readonly computeUnitsPerSecond?: number; readonly noRateLimit?: boolean; readonly noStorageCaching?: boolean; readonly cacheDirectory?: string; readonly offline?: boolean; readonly seiRules?: boolean }'
  const properties = Object.fromEntries([...members.keys()].map((member) => [member, {}]))
  return Object.assign(read, {
    type: `string | ${object}`,
    schema: {
      anyOf: [
        { type: 'string' },
        { type: 'object', properties, required: ['url'], additionalProperties: false },
      ],
    },
  })
}

function blockNumber(): OptionReader<bigint> {
  const positive = quantity(0n, MAX_NUMBER)
  const read = (value: unknown): bigint => {
    if (SIGNED.test(String(value))) return BigInt(String(value))
    try {
      return positive(value)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      const given = /\(got .*\)$/s.exec(error.message)?.[0] ?? ''
      throw new RangeError(`must be a block number such as 100, 0x64 or -5 ${given}`.trimEnd())
    }
  }
  return Object.assign(read, { type: positive.type, schema: { type: ['integer', 'string'] } })
}

function transactionHash(): OptionReader<Hex> {
  const read = (value: unknown): Hex => {
    if (isHex(value) && value.length === 66) return value.toLowerCase() as Hex
    throw new RangeError('must be a hash: 0x and 64 hexadecimal digits')
  }
  return Object.assign(read, {
    type: 'string',
    schema: { type: 'string', pattern: '^0x[0-9a-fA-F]{64}$' },
  })
}

/** `Name: value` as text, one a line; a list of such texts; or an object. */
function headers(): OptionReader<Readonly<Record<string, string>>> {
  const read = (value: unknown): Readonly<Record<string, string>> => {
    const lines = isJsonObject(value)
      ? Object.entries(value).map(([name, text]) => `${name}: ${text}`)
      : Array.isArray(value)
        ? value
        : String(value).split('\n')
    return Object.fromEntries(lines.map(readHeader))
  }
  return Object.assign(read, {
    type: 'Readonly<Record<string, string>> | readonly string[] | string',
    schema: { type: ['object', 'array', 'string'], items: { type: 'string' } },
  })
}

/** Errors do not show the value, which may be a key. */
function readHeader(line: unknown): readonly [name: string, value: string] {
  const [, name, value] = HEADER.exec(String(line)) ?? []
  if (name !== undefined && value !== undefined) return [name.toLowerCase(), value]
  throw new RangeError('must be headers such as "Name: value"')
}
