/** Forks, oldest first, by the names of @ethereumjs/common. */
export const hardforks = [
  'chainstart',
  'homestead',
  'tangerineWhistle',
  'spuriousDragon',
  'byzantium',
  'constantinople',
  'petersburg',
  'istanbul',
  'muirGlacier',
  'berlin',
  'london',
  'arrowGlacier',
  'grayGlacier',
  'paris',
  'shanghai',
  'cancun',
  'prague',
  'osaka',
] as const

export type Hardfork = (typeof hardforks)[number]

/** Default fork of a genesis. */
export const DEFAULT_HARDFORK: Hardfork = 'prague'

const otherNames: ReadonlyMap<string, Hardfork> = new Map([
  ['frontier', 'chainstart'],
  ['tangerine', 'tangerineWhistle'],
  ['eip150', 'tangerineWhistle'],
  ['spurious', 'spuriousDragon'],
  ['eip158', 'spuriousDragon'],
  ['merge', 'paris'],
  ['latest', DEFAULT_HARDFORK],
])

/** Returns the fork with a name in any letter case, or an alias of it; otherwise undefined. */
export function findHardfork(name: string): Hardfork | undefined {
  const wanted = name.toLowerCase().replaceAll(/[-_ ]/g, '')
  return hardforks.find((fork) => fork.toLowerCase() === wanted) ?? otherNames.get(wanted)
}

/** Geth's field of each fork; a block number or, from Shanghai on, a time. */
const conditions: readonly (readonly [Hardfork, field: string])[] = [
  ['homestead', 'homesteadBlock'],
  ['tangerineWhistle', 'eip150Block'],
  ['spuriousDragon', 'eip158Block'],
  ['byzantium', 'byzantiumBlock'],
  ['constantinople', 'constantinopleBlock'],
  ['petersburg', 'petersburgBlock'],
  ['istanbul', 'istanbulBlock'],
  ['muirGlacier', 'muirGlacierBlock'],
  ['berlin', 'berlinBlock'],
  ['london', 'londonBlock'],
  ['arrowGlacier', 'arrowGlacierBlock'],
  ['grayGlacier', 'grayGlacierBlock'],
  ['paris', 'mergeNetsplitBlock'],
  ['shanghai', 'shanghaiTime'],
  ['cancun', 'cancunTime'],
  ['prague', 'pragueTime'],
  ['osaka', 'osakaTime'],
]

/** Returns the fork of a block. */
export type ForkSchedule = (blockNumber: bigint, timestamp: bigint) => Hardfork

/** Start of a fork: a block number or a time. */
export interface PlannedFork {
  readonly fork: Hardfork
  readonly at: bigint
  readonly byTime: boolean
}

/**
 * Parses the schedule of a geth genesis `config`; `override` applies to all blocks. Without a fork:
 * {@link DEFAULT_HARDFORK}.
 */
export function createForkSchedule(
  config: Readonly<Record<string, unknown>>,
  override?: Hardfork,
): ForkSchedule {
  const planned = planForks(config, override)
  return (blockNumber, timestamp) => {
    const active = planned.findLast(({ at, byTime }) => at <= (byTime ? timestamp : blockNumber))
    return active?.fork ?? 'chainstart'
  }
}

/** Formats a schedule canonically: `london, shanghai from time 1700000000`. */
export function describeForkSchedule(
  config: Readonly<Record<string, unknown>>,
  override?: Hardfork,
): string {
  const planned = planForks(config, override)
  const first = planned.findLastIndex(({ at }) => at === 0n)
  const start = planned[first]?.fork ?? 'chainstart'
  const later = planned
    .slice(first + 1)
    .map(({ fork, at, byTime }) => `${fork} from ${byTime ? 'time' : 'block'} ${at}`)
  return [start, ...later].join(', ')
}

/** Returns the forks of a schedule, oldest first. */
export function planForks(
  config: Readonly<Record<string, unknown>>,
  override?: Hardfork,
): readonly PlannedFork[] {
  if (override !== undefined) return [{ fork: override, at: 0n, byTime: false }]
  const planned = conditions.flatMap(([fork, field]) => {
    const at = readPoint(config[field])
    return at === undefined ? [] : [{ fork, at, byTime: field.endsWith('Time') }]
  })
  const totalDifficulty = readPoint(config.terminalTotalDifficulty)
  if (totalDifficulty === 0n || config.terminalTotalDifficultyPassed === true) {
    planned.push({ fork: 'paris', at: 0n, byTime: false })
  }
  if (planned.length === 0) return [{ fork: DEFAULT_HARDFORK, at: 0n, byTime: false }]
  return planned.sort((a, b) => hardforks.indexOf(a.fork) - hardforks.indexOf(b.fork))
}

/** Returns whether `fork` is `other` or later. */
export function isAtLeast(fork: Hardfork, other: Hardfork): boolean {
  return hardforks.indexOf(fork) >= hardforks.indexOf(other)
}

function readPoint(value: unknown): bigint | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'string' && /^(0x[0-9a-fA-F]+|\d+)$/.test(value)) return BigInt(value)
  return typeof value === 'bigint' ? value : undefined
}
