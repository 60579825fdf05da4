import { defaultMetadata } from '../../modules/bank/bankMetadata.ts'
import { defaultModules, type GenesisModules } from '../../modules/genesisModules.ts'
import type { GovParams } from '../../modules/gov/govParams.ts'
import { DEFAULT_SLASHING_PARAMS } from '../../modules/slashing/slashingParams.ts'
import { assert } from '../../primitives/assert.ts'
import type { DenominationMetadata } from '../../primitives/denominationMetadata.ts'
import { parseDecimal } from '../../primitives/encoding/decimal.ts'
import type { NativeNames } from '../../state/rows/stateSource.ts'
import {
  genesisError,
  type JsonFields,
  memberOf,
  readArray,
  readMap,
  readObject,
  readQuantity,
  readText,
} from './genesisJson.ts'
import { readCoins, readDenomination, readFraction, readMatch } from './genesisNativeJson.ts'
import { parseGenesisStaking, readRewards } from './parseGenesisStaking.ts'

/** Members of the native section for the modules. */
export const MODULE_SECTIONS = [
  'denominations',
  'staking',
  'slashing',
  'distribution',
  'gov',
  'oracle',
]

const MAX_EXPONENT = 255n
const MAX_SECONDS = 2n ** 63n - 1n
const RATE = /^[0-9]{1,40}(?:\.[0-9]{1,18})?$/

/**
 * Reads the modules' part of a genesis.
 *
 * @param native members of its native section
 * @throws GenesisError
 */
export function parseGenesisModules(native: JsonFields, names: NativeNames): GenesisModules {
  const defaults = defaultModules(names.denomination)
  const staking = parseGenesisStaking(native.get('staking'), names, defaults.staking.params)
  return {
    denominations: readDenominations(native.get('denominations'), names.denomination),
    staking,
    ...readSlashing(native.get('slashing')),
    distribution: {
      rewards: readRewards(native.get('distribution'), names, staking.validators),
    },
    gov: { params: readGovParams(native.get('gov'), defaults.gov.params) },
    oracle: { rates: readRates(native.get('oracle')) },
  }
}

function readDenominations(json: unknown, base: string): DenominationMetadata[] {
  const seen = new Set<string>()
  const given = readArray(json, 'native.denominations').map((item, i) => {
    const field = `native.denominations[${i}]`
    const metadata = readMetadata(item, field)
    if (seen.has(metadata.base)) {
      genesisError(memberOf(field, 'base'), 'the same denomination occurs twice')
    }
    seen.add(metadata.base)
    return metadata
  })
  return seen.has(base) ? given : [defaultMetadata(base), ...given]
}

function readMetadata(json: unknown, field: string): DenominationMetadata {
  const known = ['base', 'display', 'name', 'symbol', 'description', 'units']
  const members = readObject(json, field, known)
  const text = (name: string) => readText(members.get(name), memberOf(field, name))
  const base = readDenomination(members.get('base'), memberOf(field, 'base'))
  const display = readDenomination(members.get('display'), memberOf(field, 'display'))
  const units = readUnits(members.get('units'), memberOf(field, 'units'))
  if (units[0]?.denomination !== base || units[0].exponent !== 0) {
    genesisError(memberOf(field, 'units'), 'the first must be the base, with exponent 0')
  }
  if (!units.some(({ denomination }) => denomination === display)) {
    genesisError(memberOf(field, 'display'), 'must be one of the units')
  }
  return {
    description: readText(members.get('description') ?? '', memberOf(field, 'description')),
    units,
    base,
    display,
    name: text('name'),
    symbol: text('symbol'),
  }
}

function readUnits(json: unknown, field: string): DenominationMetadata['units'] {
  const seen = new Set<string>()
  let before = -1
  return readArray(json ?? genesisError(field, 'missing'), field).map((item, i) => {
    const path = `${field}[${i}]`
    const members = readObject(item, path, ['denom', 'exponent', 'aliases'])
    const denomination = readDenomination(members.get('denom'), memberOf(path, 'denom'))
    if (seen.has(denomination)) {
      genesisError(memberOf(path, 'denom'), 'the same denomination occurs twice')
    }
    seen.add(denomination)
    const exponent = Number(
      readQuantity(members.get('exponent'), memberOf(path, 'exponent'), MAX_EXPONENT),
    )
    if (exponent <= before) {
      genesisError(memberOf(path, 'exponent'), `must be above that of the unit before, ${before}`)
    }
    before = exponent
    const aliases = readArray(members.get('aliases'), memberOf(path, 'aliases')).map((alias, at) =>
      readText(alias, `${memberOf(path, 'aliases')}[${at}]`),
    )
    return { denomination, exponent, ...(aliases.length > 0 && { aliases }) }
  })
}

function readGovParams(json: unknown, defaults: GovParams): GovParams {
  const section = readObject(json ?? {}, 'native.gov', ['params'])
  const field = 'native.gov.params'
  const members = readObject(section.get('params') ?? {}, field, Object.keys(defaults))
  const seconds = (name: 'maxDepositPeriod' | 'votingPeriod') =>
    readQuantity(members.get(name) ?? defaults[name].toString(), memberOf(field, name), MAX_SECONDS)
  const fraction = (name: 'quorum' | 'threshold' | 'vetoThreshold') => {
    const given = members.get(name)
    if (given === undefined) return defaults[name]
    return decimalOf(readFraction(given, memberOf(field, name)))
  }
  const deposit = members.get('minDeposit')
  return {
    minDeposit:
      deposit === undefined
        ? defaults.minDeposit
        : readCoins(deposit, memberOf(field, 'minDeposit')),
    maxDepositPeriod: seconds('maxDepositPeriod'),
    votingPeriod: seconds('votingPeriod'),
    quorum: fraction('quorum'),
    threshold: fraction('threshold'),
    vetoThreshold: fraction('vetoThreshold'),
  }
}

function readSlashing(json: unknown): Pick<GenesisModules, 'slashing'> {
  if (json === undefined || json === null) return {}
  const section = readObject(json, 'native.slashing', ['params'])
  const field = 'native.slashing.params'
  const defaults = DEFAULT_SLASHING_PARAMS
  const members = readObject(section.get('params') ?? {}, field, Object.keys(defaults))
  const above = (name: 'signedBlocksWindow' | 'downtimeJailDuration') => {
    const path = memberOf(field, name)
    const value = readQuantity(members.get(name) ?? defaults[name].toString(), path, MAX_SECONDS)
    return value > 0n ? value : genesisError(path, 'must be above zero')
  }
  const fraction = (
    name: 'minSignedPerWindow' | 'slashFractionDoubleSign' | 'slashFractionDowntime',
  ) => {
    const given = members.get(name)
    return given === undefined
      ? defaults[name]
      : decimalOf(readFraction(given, memberOf(field, name)))
  }
  return {
    slashing: {
      params: {
        signedBlocksWindow: above('signedBlocksWindow'),
        minSignedPerWindow: fraction('minSignedPerWindow'),
        downtimeJailDuration: above('downtimeJailDuration'),
        slashFractionDoubleSign: fraction('slashFractionDoubleSign'),
        slashFractionDowntime: fraction('slashFractionDowntime'),
      },
    },
  }
}

function readRates(json: unknown): GenesisModules['oracle']['rates'] {
  const section = readObject(json ?? {}, 'native.oracle', ['rates'])
  const rates = readMap(section.get('rates') ?? {}, 'native.oracle.rates', (name, path) => {
    readDenomination(name, path)
  })
  return [...rates].map(([denomination, text]) => {
    const field = memberOf('native.oracle.rates', denomination)
    const rate = decimalOf(readMatch(text, field, RATE))
    return rate > 0n ? { denomination, rate } : genesisError(field, 'must be above zero')
  })
}

/** Converts a decimal string whose form was validated. */
function decimalOf(text: string): bigint {
  const decimal = parseDecimal(text)
  assert(decimal !== undefined, 'decimal text')
  return decimal
}
