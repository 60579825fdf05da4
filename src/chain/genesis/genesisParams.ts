import { DEFAULT_SEI_VERSION } from '../../evm/precompiles/native/seiVersion.ts'
import { nativeChainIdOf } from '../../modules/nativeChainId.ts'
import { bytesToUtf8, utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { metaKey } from '../../store/database/tables.ts'
import { ChainError } from '../errors.ts'
import type { Genesis } from './genesis.ts'
import { describeForks } from './genesisBlock.ts'

/** Parameters of a genesis that the hash of block 0 does not include, as text by name. */
export type GenesisParams = Readonly<Record<string, string>>

/** Key of the chain's parameters in a database. */
export const GENESIS_PARAMS_KEY = metaKey('rules')

/** Encodes the parameters of a genesis for {@link decodeGenesisParams}. */
export function encodeGenesisParams(genesis: Genesis): Uint8Array {
  return utf8ToBytes(JSON.stringify(rulesOf(genesis)))
}

/**
 * Decodes {@link encodeGenesisParams}.
 * @throws Error if the bytes are invalid
 */
export function decodeGenesisParams(bytes: Uint8Array): GenesisParams {
  const json: unknown = JSON.parse(bytesToUtf8(bytes))
  if (isRules(json)) return json
  throw new Error('rules are texts by name')
}

/** Returns the number of the genesis block. */
export function genesisNumberOf({ number = '' }: GenesisParams): number {
  return Number(number)
}

/** @throws ChainError SETTING_MISMATCH */
export function requireSameGenesisParams(written: Uint8Array | undefined, genesis: Genesis): void {
  const rules = written === undefined ? {} : decodeGenesisParams(written)
  for (const [setting, given] of Object.entries(rulesOf(genesis))) {
    const found = rules[setting] ?? ''
    if (found !== given) {
      throw new ChainError({ code: 'SETTING_MISMATCH', setting, found, given })
    }
  }
}

function rulesOf(genesis: Genesis): GenesisParams {
  const { bech32Prefix, denomination, feeMarket, seiVersion } = genesis.native
  const rules = {
    chainId: genesis.chainId,
    number: genesis.number || '',
    forks: describeForks(genesis),
    bech32Prefix,
    nativeChainId: nativeChainIdOf(genesis),
    denomination,
    codeSizeLimit: genesis.codeSizeLimit ?? '',
    seiVersion: seiVersion === DEFAULT_SEI_VERSION ? '' : (seiVersion ?? ''),
  }
  const fees = Object.entries(feeMarket).map(
    ([name, value]) => [`feeMarket.${name}`, value] as const,
  )
  return Object.fromEntries(
    [...Object.entries(rules), ...fees].map(([name, rule]) => [name, `${rule}`]),
  )
}

function isRules(json: unknown): json is GenesisParams {
  if (typeof json !== 'object' || json === null) return false
  return Object.values(json).every((rule) => typeof rule === 'string')
}
