import type { Header, SealedBlock } from '../../chain/block/block.ts'
import { nativePrecompilesOf } from '../../evm/precompiles/native/nativePrecompiles.ts'
import type { SeiVersion } from '../../evm/precompiles/native/seiVersion.ts'
import { precompileAddresses } from '../../evm/precompiles/precompiles.ts'
import { isAtLeast, type PlannedFork } from '../../evm/rules/hardfork.ts'
import {
  bytesToHex,
  type Hash,
  type Hex,
  hexToBytes,
  toQuantity,
} from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { Encoder } from '../codec/codec.ts'
import type { JsonSchema } from '../codec/jsonSchema.ts'
import { address, bytes, countSchema, quantity } from '../codec/scalar.ts'

/** Forks of a chain, and its newest block. */
export interface ForkConfigs {
  readonly chainId: bigint
  /** Oldest first. */
  readonly forks: readonly PlannedFork[]
  readonly genesis: Pick<SealedBlock, 'hash' | 'header'>
  readonly latest: Pick<Header, 'number' | 'timestamp'>
  /** Undefined if the chain has no precompiled contracts of Sei. */
  readonly seiVersion: SeiVersion | undefined
}

/** Names of EIP-7910 by address. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [0x1, 'ECREC'],
  [0x2, 'SHA256'],
  [0x3, 'RIPEMD160'],
  [0x4, 'ID'],
  [0x5, 'MODEXP'],
  [0x6, 'BN254_ADD'],
  [0x7, 'BN254_MUL'],
  [0x8, 'BN254_PAIRING'],
  [0x9, 'BLAKE2F'],
  [0xa, 'KZG_POINT_EVALUATION'],
  [0xb, 'BLS12_G1ADD'],
  [0xc, 'BLS12_G1MSM'],
  [0xd, 'BLS12_G2ADD'],
  [0xe, 'BLS12_G2MSM'],
  [0xf, 'BLS12_PAIRING_CHECK'],
  [0x10, 'BLS12_MAP_FP_TO_G1'],
  [0x11, 'BLS12_MAP_FP2_TO_G2'],
  [0x100, 'P256VERIFY'],
  // The chain's own.
  [0x1001, 'BANK'],
  [0x1002, 'WASMD'],
  [0x1003, 'JSON'],
  [0x1004, 'ADDR'],
  [0x1005, 'STAKING'],
  [0x1006, 'GOV'],
  [0x1007, 'DISTRIBUTION'],
  [0x1008, 'ORACLE'],
  [0x1009, 'IBC'],
  [0x100a, 'POINTERVIEW'],
  [0x100b, 'POINTER'],
  [0x100c, 'SOLO'],
  [0x100d, 'AUTH'],
  [0x100e, 'AUTHZ'],
  [0x100f, 'EVIDENCE'],
  [0x1010, 'FEEGRANT'],
  [0x1011, 'P256'],
  [0x1012, 'MINT'],
  [0x1013, 'PARAMS'],
  [0x1014, 'SLASHING'],
  [0x1015, 'UPGRADE'],
])

/** Object of `eth_config` (EIP-7910). */
export const forkConfigsView: Encoder<ForkConfigs> = {
  encode(chain) {
    const { forks, latest } = chain
    const isActive = ({ at, byTime }: PlannedFork): boolean =>
      at <= (byTime ? latest.timestamp : latest.number)
    const current = forks.findLast(isActive)
    const next = forks.find((fork) => !isActive(fork))
    return {
      current: current === undefined ? null : forkConfig(chain, current),
      next: next === undefined ? null : forkConfig(chain, next),
      last: next === undefined ? null : forkConfig(chain, forks.at(-1) ?? next),
    }
  },
  schema: configsSchema(),
}

function forkConfig(
  { chainId, forks, genesis, seiVersion }: ForkConfigs,
  planned: PlannedFork,
): Json {
  const { fork, at, byTime } = planned
  const start = genesis.header.timestamp
  const passed = forks
    .slice(0, forks.indexOf(planned) + 1)
    .filter((each) => !each.byTime || each.at > start)
    .map((each) => each.at)
  const addresses = [
    ...precompileAddresses(chainId, fork),
    ...(seiVersion === undefined ? [] : nativePrecompilesOf(seiVersion).keys()),
  ]
  const named = addresses.map((each) => [NAMES.get(Number(each)) ?? each, each] as const)
  return {
    activationTime: byTime ? Number(at) : 0,
    blobSchedule: isAtLeast(fork, 'cancun')
      ? {
          // The chain accepts no blobs.
          target: 0,
          max: 0,
          baseFeeUpdateFraction: isAtLeast(fork, 'prague') ? 5_007_716 : 3_338_477,
        }
      : null,
    chainId: toQuantity(chainId),
    forkId: forkHash(genesis.hash, passed),
    precompiles: Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1))),
    systemContracts: {},
  }
}

/**
 * Returns the hash of the passed forks (EIP-2124): CRC-32 of the genesis hash and the distinct
 * block numbers and times above zero, in order.
 */
export function forkHash(genesisHash: Hash, passed: readonly bigint[]): Hex {
  let crc = crc32(hexToBytes(genesisHash))
  for (const at of new Set(passed)) {
    if (at === 0n) continue
    const point = new Uint8Array(8)
    new DataView(point.buffer).setBigUint64(0, at)
    crc = crc32(point, crc)
  }
  const hash = new Uint8Array(4)
  new DataView(hash.buffer).setUint32(0, crc)
  return bytesToHex(hash)
}

/** CRC-32 (IEEE 802.3). Node.js has one from 20.15 and 22.2 on only. */
function crc32(input: Uint8Array, before = 0): number {
  let crc = ~before
  for (const byte of input) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

function configsSchema(): JsonSchema {
  const addresses: JsonSchema = {
    type: 'object',
    title: 'addresses by name',
    additionalProperties: address.schema,
  }
  const blobSchedule: JsonSchema = {
    type: 'object',
    title: 'blob schedule',
    properties: { target: countSchema, max: countSchema, baseFeeUpdateFraction: countSchema },
  }
  const config: JsonSchema = {
    type: 'object',
    title: 'configuration of a fork',
    properties: {
      activationTime: { ...countSchema, description: '0 for a fork that starts by block number' },
      blobSchedule: { anyOf: [blobSchedule, { type: 'null', title: 'null before Cancun' }] },
      chainId: quantity.schema,
      forkId: bytes.schema,
      precompiles: addresses,
      systemContracts: addresses,
    },
    required: [
      'activationTime',
      'blobSchedule',
      'chainId',
      'forkId',
      'precompiles',
      'systemContracts',
    ],
  }
  const orNull = { anyOf: [config, { type: 'null', title: 'null' }] }
  return {
    type: 'object',
    title: 'configurations',
    properties: { current: config, next: orNull, last: orNull },
    required: ['current', 'next', 'last'],
  }
}
