import { readGas } from '../../../../modules/gas/gasMeter.ts'
import { sdkError } from '../../../../modules/moduleError.ts'
import { upgradePlanKind } from '../../../../modules/upgrade/upgradePlan.ts'
import { EMPTY_BYTES } from '../../../../primitives/encoding/bytes.ts'
import { abiFunction } from '../abi/abiFunction.ts'
import { meteredPrecompile } from '../abi/abiPrecompile.ts'
import { arrayOf, bytes, int64, string, tuple, uint64 } from '../abi/abiType.ts'

/** Consensus versions of the modules that this chain has, as in the SDK of the real chain. */
const MODULES: ReadonlyMap<string, bigint> = new Map([
  ['auth', 2n],
  ['authz', 1n],
  ['bank', 2n],
  ['distribution', 2n],
  ['evidence', 1n],
  ['evm', 10n],
  ['gov', 3n],
  ['mint', 3n],
  ['params', 1n],
  ['slashing', 2n],
  ['staking', 3n],
  ['tokenfactory', 4n],
  ['upgrade', 1n],
])

const currentPlan = abiFunction({
  name: 'currentPlan',
  mutability: 'view',
  inputs: {},
  returns: tuple('Plan', { name: string, height: int64, info: string }),
  run: ({ state }) => state.get(upgradePlanKind, '') ?? { name: '', height: 0n, info: '' },
})

const appliedPlan = abiFunction({
  name: 'appliedPlan',
  mutability: 'view',
  inputs: { name: string },
  returns: int64,
  run({ charge }, { name }) {
    // The real chain looks for the key of a finished plan; here no plan is ever applied.
    charge(readGas(1 + Buffer.byteLength(name)))
    return 0n
  },
})

const upgradedConsensusState = abiFunction({
  name: 'upgradedConsensusState',
  mutability: 'view',
  inputs: { lastHeight: int64 },
  returns: bytes,
  run({ charge }, { lastHeight }) {
    charge(readGas(`upgradedIBCState/${lastHeight}/upgradedConsState`.length))
    return EMPTY_BYTES
  },
})

const moduleVersions = abiFunction({
  name: 'moduleVersions',
  mutability: 'view',
  inputs: { moduleName: string },
  returns: arrayOf(tuple('ModuleVersion', { name: string, version: uint64 })),
  run({ charge }, { moduleName }) {
    const names = moduleName === '' ? [...MODULES.keys()] : [moduleName]
    return names.map((name) => {
      charge(readGas(1 + Buffer.byteLength(name)))
      const version = MODULES.get(name)
      if (version !== undefined) return { name, version }
      throw sdkError(
        'notFound',
        `x/upgrade: QueryModuleVersions module ${name} not found: not found`,
      )
    })
  },
})

/** 0x1015 of Sei 6.7: planned upgrades and versions of modules. */
export const upgradePrecompile = meteredPrecompile(
  [currentPlan, appliedPlan, upgradedConsensusState, moduleVersions],
  { decoder: 'upgrade' },
)
