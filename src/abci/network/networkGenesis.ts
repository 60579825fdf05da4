import type { RequestInitChain } from 'cosmjs-types/tendermint/abci/types'
import { GenesisError } from '../../chain/errors.ts'
import type { Genesis } from '../../chain/genesis/genesis.ts'
import { MAX_GENESIS_NUMBER, parseGenesis } from '../../chain/genesis/parseGenesis.ts'
import type { GenesisModules, GenesisValidator } from '../../modules/genesisModules.ts'
import type { ValidatorPowers } from '../../modules/staking/powers.ts'
import { consensusAddress, UNITS_PER_POWER } from '../../modules/staking/validator.ts'
import { bytesToUtf8 } from '../../primitives/encoding/bytes.ts'
import { DECIMAL_ONE } from '../../primitives/encoding/decimal.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'

/** Length of an ed25519 key. */
const KEY_BYTES = 32

/** A validator in the genesis of CometBFT. */
interface ListedValidator {
  /** Ed25519, 32 bytes. */
  readonly key: Uint8Array
  readonly power: bigint
}

/**
 * Returns the genesis that InitChain describes: the genesis file in `app_state`, with the chain id,
 * time, height, gas limit and validators of CometBFT. Its validators replace those of the file
 * whose keys it does not list; one that the file has keeps the file's stake.
 *
 * @throws GenesisError
 */
export function networkGenesis(request: RequestInitChain): Genesis {
  const genesis = parseGenesis(parseJson(request.appStateBytes))
  requireSupported(request)
  const { chainId, time, initialHeight, validators } = request
  const maxGas = request.consensusParams?.block?.maxGas ?? -1n
  const { modules } = genesis.native
  const number = initialHeight > 0n ? initialHeight - 1n : 0n
  const { number: _file, ...rest } = genesis
  return {
    ...rest,
    ...(number > 0n && { number }),
    timestamp: time.seconds,
    gasLimit: maxGas > 0n ? maxGas : genesis.gasLimit,
    native: { ...genesis.native, chainId, modules: withValidators(modules, listed(validators)) },
  }
}

/** Returns the validators that CometBFT has if InitChain returns none. */
export function listedPowers({ validators }: RequestInitChain): ValidatorPowers {
  return new Map(
    listed(validators).map(({ key, power }) => [bytesToHex(key), { consensusKey: key, power }]),
  )
}

/** @throws GenesisError for what no block 0 can have */
function requireSupported({ time, initialHeight, consensusParams }: RequestInitChain): void {
  if (time.seconds < 0n) throw badGenesis('genesis_time', 'want 1970 or later')
  if (initialHeight < 0n || initialHeight > MAX_GENESIS_NUMBER) {
    const reason = `want 0 to ${MAX_GENESIS_NUMBER}, got ${initialHeight}`
    throw badGenesis('initial_height', reason)
  }
  const types = consensusParams?.validator?.pubKeyTypes ?? []
  if (types.length === 0 || types.includes('ed25519')) return
  const reason = `want ed25519 among them, got ${types.join(', ')}`
  throw badGenesis('consensus_params.validator.pub_key_types', reason)
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(bytesToUtf8(bytes))
  } catch {
    throw badGenesis('app_state', 'not JSON')
  }
}

/** @throws GenesisError */
function listed(validators: RequestInitChain['validators']): readonly ListedValidator[] {
  const seen = new Map<string, number>()
  return validators.map(({ pubKey, power }, i) => {
    const field = `validators[${i}].pub_key`
    const key = pubKey?.ed25519
    const type = pubKey?.secp256k1 === undefined ? 'none' : 'a secp256k1 key'
    if (key === undefined) throw badGenesis(field, `want an ed25519 key, got ${type}`)
    if (key.length !== KEY_BYTES) {
      throw badGenesis(field, `want ${KEY_BYTES} bytes, got ${key.length}`)
    }
    const before = seen.get(bytesToHex(key))
    if (before !== undefined) throw badGenesis(field, `is also that of validators[${before}]`)
    seen.set(bytesToHex(key), i)
    if (power <= 0n) throw badGenesis(`validators[${i}].power`, `want more than 0, got ${power}`)
    return { key, power }
  })
}

function badGenesis(field: string, reason: string): GenesisError {
  return new GenesisError({ code: 'BAD_GENESIS', field, reason })
}

function withValidators(
  modules: GenesisModules,
  validators: readonly ListedValidator[],
): GenesisModules {
  if (validators.length === 0) return modules
  const ofFile = new Map(
    modules.staking.validators.map((each) => [bytesToHex(each.consensusKey), each]),
  )
  const rate = modules.staking.params.minCommissionRate
  const kept = validators.map(
    ({ key, power }, i) => ofFile.get(bytesToHex(key)) ?? newValidator(i, key, power, rate),
  )
  const operators = new Set(kept.map(({ operator }) => operator))
  const rewards = modules.distribution.rewards.filter(({ operator }) => operators.has(operator))
  return {
    ...modules,
    staking: { ...modules.staking, validators: kept },
    distribution: { ...modules.distribution, rewards },
  }
}

/** A validator without an operator: the address of its consensus key stands for one. */
function newValidator(
  index: number,
  consensusKey: Uint8Array,
  power: bigint,
  rate: bigint,
): GenesisValidator {
  return {
    consensusKey,
    operator: consensusAddress(consensusKey),
    moniker: `validator${index}`,
    commission: { rate, maxRate: DECIMAL_ONE, maxChangeRate: DECIMAL_ONE },
    minSelfDelegation: 1n,
    tokens: power * UNITS_PER_POWER,
    jailed: false,
  }
}
