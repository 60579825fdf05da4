import { type SeiVersion, seiVersions } from '../../evm/precompiles/native/seiVersion.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import type { FeeMarketParams, Genesis, GenesisAssociation, GenesisBalance } from './genesis.ts'
import {
  genesisError,
  MAX_UINT64,
  MAX_UINT256,
  memberOf,
  readArray,
  readBoolean,
  readHexAddress,
  readObject,
  readQuantity,
} from './genesisJson.ts'
import {
  readBech32,
  readCoins,
  readDenomination,
  readFraction,
  readMatch,
} from './genesisNativeJson.ts'
import { MODULE_SECTIONS, parseGenesisModules } from './parseGenesisModules.ts'

type Native = Genesis['native']

/** Default fee market: the values of the real chain. */
export const DEFAULT_FEE_MARKET: FeeMarketParams = {
  minimumFeePerGas: 1_000_000_000n,
  maximumFeePerGas: 1_000_000_000_000n,
  targetGasUsedPerBlock: 250_000n,
  maxUpwardAdjustment: '0.0189',
  maxDownwardAdjustment: '0.0039',
  fixed: false,
}

const KNOWN = [
  'bech32Prefix',
  'chainId',
  'denomination',
  'seiVersion',
  'feeMarket',
  'associations',
  'balances',
  ...MODULE_SECTIONS,
]
/**
 * A prefix of 44 characters, the suffix of validators and 20 bytes of data make 90 characters, the
 * maximum of bech32.
 */
const PREFIX = /^[a-z][a-z0-9]{0,43}$/
/** Chain names that CometBFT accepts, without spaces. */
const CHAIN_ID = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,49}$/

/**
 * Reads the native section. Without limits for the base fee, the defaults widen to include
 * `baseFeePerGas`.
 *
 * @throws GenesisError
 */
export function parseGenesisNative(json: unknown, baseFeePerGas: bigint | undefined): Native {
  const members = readObject(json ?? {}, 'native', KNOWN)
  const bech32Prefix = readMatch(
    members.get('bech32Prefix') ?? 'sei',
    'native.bech32Prefix',
    PREFIX,
  )
  const denomination = readDenomination(
    members.get('denomination') ?? 'usei',
    'native.denomination',
  )
  return {
    bech32Prefix,
    ...(members.has('chainId') && {
      chainId: readMatch(members.get('chainId'), 'native.chainId', CHAIN_ID),
    }),
    denomination,
    ...(members.has('seiVersion') && { seiVersion: readVersion(members.get('seiVersion')) }),
    feeMarket: readFeeMarket(members.get('feeMarket'), baseFeePerGas),
    associations: readAssociations(members.get('associations'), bech32Prefix),
    balances: readBalances(members.get('balances'), bech32Prefix),
    modules: parseGenesisModules(members, { bech32Prefix, denomination }),
  }
}

function readVersion(json: unknown): SeiVersion {
  const found = seiVersions.find((version) => version === json)
  const known = seiVersions.map((version) => JSON.stringify(version))
  return found ?? genesisError('native.seiVersion', `want ${known.join(' or ')}`)
}

function readFeeMarket(json: unknown, baseFee: bigint | undefined): FeeMarketParams {
  const field = 'native.feeMarket'
  const members = readObject(json ?? {}, field, Object.keys(DEFAULT_FEE_MARKET))
  const amount = (name: keyof FeeMarketParams, max: bigint) => {
    const value = members.get(name)
    return value === undefined ? undefined : readQuantity(value, memberOf(field, name), max)
  }
  const givenMaximum = amount('maximumFeePerGas', MAX_UINT256)
  const minimumFeePerGas =
    amount('minimumFeePerGas', MAX_UINT256) ??
    least(DEFAULT_FEE_MARKET.minimumFeePerGas, baseFee, givenMaximum)
  const maximumFeePerGas =
    givenMaximum ?? greatest(DEFAULT_FEE_MARKET.maximumFeePerGas, baseFee, minimumFeePerGas)
  if (minimumFeePerGas > maximumFeePerGas) {
    genesisError(memberOf(field, 'minimumFeePerGas'), `above maximumFeePerGas, ${maximumFeePerGas}`)
  }
  if (baseFee !== undefined && (baseFee < minimumFeePerGas || baseFee > maximumFeePerGas)) {
    genesisError(
      'baseFeePerGas',
      `outside the fee market's ${minimumFeePerGas} to ${maximumFeePerGas}`,
    )
  }
  const target = amount('targetGasUsedPerBlock', MAX_UINT64)
  if (target === 0n) genesisError(memberOf(field, 'targetGasUsedPerBlock'), 'must be above zero')
  const fraction = (name: 'maxUpwardAdjustment' | 'maxDownwardAdjustment') =>
    readFraction(members.get(name) ?? DEFAULT_FEE_MARKET[name], memberOf(field, name))
  return {
    minimumFeePerGas,
    maximumFeePerGas,
    targetGasUsedPerBlock: target ?? DEFAULT_FEE_MARKET.targetGasUsedPerBlock,
    maxUpwardAdjustment: fraction('maxUpwardAdjustment'),
    maxDownwardAdjustment: fraction('maxDownwardAdjustment'),
    fixed: readBoolean(members.get('fixed') ?? false, memberOf(field, 'fixed')),
  }
}

function readAssociations(json: unknown, prefix: string): GenesisAssociation[] {
  const seen = new Set<string>()
  return readArray(json, 'native.associations').map((item, i) => {
    const field = `native.associations[${i}]`
    const members = readObject(item, field, ['evmAddress', 'nativeAddress'])
    const evmField = memberOf(field, 'evmAddress')
    const nativeField = memberOf(field, 'nativeAddress')
    const evm = readHexAddress(members.get('evmAddress'), evmField)
    const native = readBech32(members.get('nativeAddress'), nativeField, prefix)
    if (seen.has(`evm ${evm}`)) genesisError(evmField, 'the address is associated twice')
    if (seen.has(`native ${bytesToHex(native)}`))
      genesisError(nativeField, 'the address is associated twice')
    seen.add(`evm ${evm}`).add(`native ${bytesToHex(native)}`)
    // The coins that an EVM address owned before are at the native address with its bytes, and
    // would be taken from there.
    if (bytesToHex(native) !== evm) {
      if (seen.has(`native ${evm}`))
        genesisError(evmField, 'it is the same as another nativeAddress')
      if (seen.has(`evm ${bytesToHex(native)}`)) {
        genesisError(nativeField, 'it is the same as another evmAddress')
      }
    }
    return { evm, native }
  })
}

function readBalances(json: unknown, prefix: string): GenesisBalance[] {
  const seen = new Set<string>()
  return readArray(json, 'native.balances').map((item, i) => {
    const field = `native.balances[${i}]`
    const members = readObject(item, field, ['address', 'coins'])
    const native = readBech32(members.get('address'), memberOf(field, 'address'), prefix)
    const id = bytesToHex(native)
    if (seen.has(id)) genesisError(memberOf(field, 'address'), 'the same address occurs twice')
    seen.add(id)
    return { native, coins: readCoins(members.get('coins'), memberOf(field, 'coins')) }
  })
}

function least(first: bigint, ...others: readonly (bigint | undefined)[]): bigint {
  return others.reduce<bigint>((best, x) => (x !== undefined && x < best ? x : best), first)
}

function greatest(first: bigint, ...others: readonly (bigint | undefined)[]): bigint {
  return others.reduce<bigint>((best, x) => (x !== undefined && x > best ? x : best), first)
}
