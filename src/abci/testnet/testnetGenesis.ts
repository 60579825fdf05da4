import { parseGenesis } from '../../chain/genesis/parseGenesis.ts'
import { OPERATOR_SUFFIX } from '../../modules/operatorAddress.ts'
import { UNITS_PER_POWER } from '../../modules/staking/validator.ts'
import { assert } from '../../primitives/assert.ts'
import { bytesToBech32 } from '../../primitives/encoding/bech32.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import { toRfc3339 } from '../../primitives/encoding/rfc3339.ts'
import { APP_VERSION } from '../app/appVersion.ts'
import { type NodeKeys, publicJson } from './nodeKeys.ts'

/** What a test network starts with. */
export interface TestnetGenesis {
  readonly chainId: string
  /** Seconds since 1970. */
  readonly time: bigint
  /** Genesis file of the chain. */
  readonly file: unknown
  readonly keys: readonly NodeKeys[]
  /** Native accounts (20 bytes) that operate the validators, one for each. */
  readonly operators: readonly Uint8Array[]
}

type Json = Readonly<Record<string, unknown>>

/** Stake of each validator: that of the development chain's. */
const POWER = 1_000_000n

/**
 * Returns CometBFT's genesis of a test network. The validators of the file give way to those of the
 * keys; rewards of the first operator stay.
 *
 * @throws GenesisError
 */
export function testnetGenesisJson({ keys, operators, ...rest }: TestnetGenesis): object {
  const { chainId, time, file } = rest
  const { bech32Prefix } = parseGenesis(file).native
  const texts = operators.map((operator) => bytesToBech32(bech32Prefix + OPERATOR_SUFFIX, operator))
  return {
    genesis_time: toRfc3339(time),
    chain_id: chainId,
    initial_height: '1',
    consensus_params: {
      block: { max_bytes: '22020096', max_gas: '-1' },
      evidence: {
        max_age_num_blocks: '100000',
        max_age_duration: '172800000000000',
        max_bytes: '1048576',
      },
      validator: { pub_key_types: ['ed25519'] },
      version: { app: String(APP_VERSION) },
      abci: { vote_extensions_enable_height: '0' },
    },
    validators: keys.map(({ validator }, i) => ({
      ...publicJson(validator),
      power: String(POWER),
      name: `node${i}`,
    })),
    app_hash: '',
    app_state: withValidators(objectOf(file), keys, texts),
  }
}

function withValidators(
  file: Json,
  keys: readonly NodeKeys[],
  operators: readonly string[],
): object {
  const native = objectOf(file.native)
  const distribution = objectOf(native.distribution)
  const rewards = Array.isArray(distribution.rewards) ? distribution.rewards : []
  const validators = keys.map(({ validator }, i) => {
    const operatorAddress = operators[i]
    assert(operatorAddress !== undefined, 'an operator for each validator')
    return {
      operatorAddress,
      consensusPubkey: bytesToHex(validator.publicKey),
      moniker: `node${i}`,
      commission: { rate: '0.05', maxRate: '0.2', maxChangeRate: '0.01' },
      minSelfDelegation: '1',
      tokens: String(POWER * UNITS_PER_POWER),
    }
  })
  const kept = rewards.filter((each) =>
    operators.includes(objectOf(each).validatorAddress as string),
  )
  const { $schema: _schema, timestamp: _time, number: _number, ...rest } = file
  return {
    ...rest,
    native: {
      ...native,
      staking: { ...objectOf(native.staking), validators },
      distribution: { ...distribution, rewards: kept },
    },
  }
}

function objectOf(json: unknown): Json {
  return typeof json === 'object' && json !== null ? (json as Json) : {}
}
