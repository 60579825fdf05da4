import type { Address } from '../../primitives/address.ts'
import { bigIntToBytes } from '../../primitives/encoding/bytes.ts'
import type { Genesis } from './genesis.ts'
import {
  genesisError,
  type JsonFields,
  MAX_UINT64,
  MAX_UINT256,
  memberOf,
  readFixedBytes,
  readHexAddress,
  readHexBytes,
  readMap,
  readObject,
  readQuantity,
  readText,
} from './genesisJson.ts'
import { parseGenesisAlloc } from './parseGenesisAlloc.ts'
import { parseGenesisConfig } from './parseGenesisConfig.ts'
import { parseGenesisNative } from './parseGenesisNative.ts'

/** Defaults of a genesis without these fields. */
export const DEFAULT_CHAIN_ID = 713714n
export const DEFAULT_GAS_LIMIT = 100_000_000n

/** Leaves as many numbers for later blocks as JavaScript counts exactly. */
export const MAX_GENESIS_NUMBER = 1n << 52n

/** Blocks have at most 32 bytes, but a genesis of clique lists its signers there. */
const MAX_EXTRA_DATA = 65_536

/** Labels appear between words in lines of the log. */
const LABEL = /^[^\p{C}\s]{1,64}$/u
const NO_WORD = `0x${'00'.repeat(32)}`
const KNOWN = [
  '$schema',
  'config',
  'nonce',
  'timestamp',
  'extraData',
  'gasLimit',
  'difficulty',
  'mixHash',
  'mixhash',
  'coinbase',
  'alloc',
  'number',
  'gasUsed',
  'parentHash',
  'baseFeePerGas',
  'blobGasUsed',
  'excessBlobGas',
  'native',
  'labels',
]

/**
 * Reads a genesis in geth's format with the chain's `native` section. Every field except `alloc`
 * has a default. Header fields that block 0 cannot choose (`coinbase`, `gasUsed`, `parentHash`, …)
 * are validated and ignored.
 *
 * @throws GenesisError naming the field and the reason; never another error for any JSON
 */
export function parseGenesis(json: unknown): Genesis {
  const members = readObject(json, '', KNOWN)
  checkUnused(members)
  const quantity = (name: string, fallback: bigint, max: bigint) =>
    readQuantity(members.get(name) ?? String(fallback), name, max)
  const { chainId = DEFAULT_CHAIN_ID, forks } = parseGenesisConfig(members.get('config'))
  const timestamp = quantity('timestamp', 0n, BigInt(Number.MAX_SAFE_INTEGER))
  const gasLimit = quantity('gasLimit', DEFAULT_GAS_LIMIT, MAX_UINT64 >> 1n)
  if (gasLimit === 0n) genesisError('gasLimit', 'must be above zero')
  const baseFeePerGas = members.has('baseFeePerGas')
    ? quantity('baseFeePerGas', 0n, MAX_UINT256)
    : undefined
  const number = quantity('number', 0n, MAX_GENESIS_NUMBER)
  return {
    chainId,
    config: forks,
    ...(number > 0n && { number }),
    timestamp,
    gasLimit,
    ...(baseFeePerGas !== undefined && { baseFeePerGas }),
    extraData: readExtraData(members.get('extraData') ?? ''),
    difficulty: quantity('difficulty', 0n, MAX_UINT256),
    nonce: bigIntToBytes(quantity('nonce', 0n, MAX_UINT64), 8),
    mixHash: readMixHash(members),
    alloc: parseGenesisAlloc(members.get('alloc') ?? genesisError('alloc', 'missing')),
    native: parseGenesisNative(members.get('native'), baseFeePerGas),
    ...(members.has('labels') && { labels: readLabels(members.get('labels')) }),
  }
}

function readExtraData(json: unknown): Uint8Array {
  const bytes = readHexBytes(json, 'extraData')
  return bytes.length <= MAX_EXTRA_DATA
    ? bytes
    : genesisError('extraData', `want at most ${MAX_EXTRA_DATA} bytes, got ${bytes.length}`)
}

function readLabels(json: unknown): ReadonlyMap<Address, string> {
  const labels = new Map<Address, string>()
  for (const [key, value] of readMap(json, 'labels')) {
    const field = memberOf('labels', key)
    const address = readHexAddress(key, field)
    if (labels.has(address)) genesisError(field, 'the same address occurs twice')
    const label = readText(value, field)
    if (!LABEL.test(label))
      genesisError(field, 'want a name of at most 64 characters, without spaces')
    labels.set(address, label)
  }
  return labels
}

/** Old files have it in lower case, which Go accepts. */
function readMixHash(members: JsonFields): Uint8Array {
  const name = members.has('mixhash') ? 'mixhash' : 'mixHash'
  return readFixedBytes(members.get(name) ?? NO_WORD, name, 32)
}

function checkUnused(members: JsonFields): void {
  readText(members.get('$schema') ?? '', '$schema')
  for (const name of ['gasUsed', 'blobGasUsed', 'excessBlobGas']) {
    readQuantity(members.get(name) ?? 0, name, MAX_UINT64)
  }
  readHexAddress(members.get('coinbase') ?? '00'.repeat(20), 'coinbase')
  readFixedBytes(members.get('parentHash') ?? NO_WORD, 'parentHash', 32)
}
