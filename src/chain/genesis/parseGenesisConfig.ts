import {
  genesisError,
  type JsonFields,
  MAX_UINT64,
  memberOf,
  readBoolean,
  readFixedBytes,
  readHexAddress,
  readMap,
  readObject,
  readQuantity,
} from './genesisJson.ts'

/**
 * Beyond this, `v` of a legacy transaction (2 * id + 36) is not a safe JavaScript number; wallets
 * have the same limit.
 */
export const MAX_CHAIN_ID = 4_503_599_627_370_476n

/** Members of geth's `config` with the block number at which a fork starts, in geth's order. */
const BLOCKS = [
  'homesteadBlock',
  'daoForkBlock',
  'eip150Block',
  'eip155Block',
  'eip158Block',
  'byzantiumBlock',
  'constantinopleBlock',
  'petersburgBlock',
  'istanbulBlock',
  'muirGlacierBlock',
  'berlinBlock',
  'londonBlock',
  'arrowGlacierBlock',
  'grayGlacierBlock',
  'mergeNetsplitBlock',
] as const

/**
 * Members with the time in seconds at which a fork starts, in geth's order. The `bpo` forks concern
 * only blobs.
 */
const TIMES = [
  'shanghaiTime',
  'cancunTime',
  'pragueTime',
  'osakaTime',
  'bpo1Time',
  'bpo2Time',
  'bpo3Time',
  'bpo4Time',
  'bpo5Time',
] as const

/**
 * Forks of geth that this node does not support. Ignoring one would produce another chain than the
 * file describes.
 */
const UNSUPPORTED = ['amsterdamTime', 'bogotaTime', 'verkleTime', 'ubtTime'] as const

/** The same as switches, which may be off. */
const UNSUPPORTED_SWITCHES = ['enableVerkleAtGenesis', 'enableUBTAtGenesis'] as const

const SWITCHES = [
  'daoForkSupport',
  'terminalTotalDifficultyPassed',
  ...UNSUPPORTED_SWITCHES,
] as const

const SECTIONS = ['ethash', 'clique', 'blobSchedule'] as const

const KNOWN: readonly string[] = [
  'chainId',
  ...BLOCKS,
  ...TIMES,
  ...UNSUPPORTED,
  ...SWITCHES,
  ...SECTIONS,
  'eip150Hash',
  'depositContractAddress',
  'terminalTotalDifficulty',
]

/**
 * Contents of `config`: the chain id, and the rest with fork numbers and times as JavaScript
 * numbers.
 */
export interface ParsedConfig {
  readonly chainId: bigint | undefined
  readonly forks: Readonly<Record<string, unknown>>
}

/** Reads geth's `config`. @throws GenesisError */
export function parseGenesisConfig(json: unknown): ParsedConfig {
  if (json === undefined) return { chainId: undefined, forks: {} }
  const members = readObject(json, 'config', KNOWN)
  const id = members.get('chainId')
  const forks: Record<string, unknown> = {}
  for (const [name, value] of members) if (name !== 'chainId') forks[name] = readFork(name, value)
  checkOrder(members, BLOCKS, 'block')
  checkOrder(members, TIMES, 'time')
  checkBlobSchedule(members)
  return { chainId: id === undefined ? undefined : readChainId(id), forks }
}

function readChainId(json: unknown): bigint {
  const id = readQuantity(json, 'config.chainId', MAX_CHAIN_ID)
  return id > 0n ? id : genesisError('config.chainId', 'must be above zero')
}

function readFork(name: string, value: unknown): unknown {
  const field = memberOf('config', name)
  if (isOneOf(BLOCKS, name) || isOneOf(TIMES, name)) {
    return Number(readQuantity(value, field, MAX_UINT64))
  }
  if (isOneOf(UNSUPPORTED, name)) return genesisError(field, 'this fork is not supported')
  if (isOneOf(SWITCHES, name)) {
    const on = readBoolean(value, field)
    if (on && isOneOf(UNSUPPORTED_SWITCHES, name)) genesisError(field, 'this fork is not supported')
    return on
  }
  if (isOneOf(SECTIONS, name)) return Object.fromEntries(readMap(value, field))
  if (name === 'eip150Hash') {
    readFixedBytes(value, field, 32)
    return value
  }
  if (name === 'depositContractAddress') return readHexAddress(value, field)
  return readTotalDifficulty(value, field)
}

/**
 * Ethereum's value exceeds what a JSON number holds exactly, and no rule depends on the lost
 * digits.
 */
function readTotalDifficulty(json: unknown, field: string): bigint {
  if (typeof json === 'number' && Number.isInteger(json) && json >= 0) return BigInt(json)
  return readQuantity(json, field, (1n << 256n) - 1n)
}

/** A fork cannot start before one that geth lists earlier; absent forks do not count. */
function checkOrder(members: JsonFields, names: readonly string[], unit: string): void {
  let last = { name: '', start: 0n }
  for (const name of names) {
    const field = memberOf('config', name)
    const start = members.has(name) && readQuantity(members.get(name), field, MAX_UINT64)
    if (start === false) continue
    if (start < last.start) {
      genesisError(field, `starts at ${unit} ${start}, before ${last.name} at ${last.start}`)
    }
    last = { name, start }
  }
}

function checkBlobSchedule(members: JsonFields): void {
  const schedule = members.get('blobSchedule')
  if (schedule === undefined) return
  for (const [fork, entry] of readMap(schedule, 'config.blobSchedule')) {
    const field = memberOf('config.blobSchedule', fork)
    for (const [name, value] of readMap(entry, field)) {
      readQuantity(value, memberOf(field, name), MAX_UINT64)
    }
  }
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name)
}
