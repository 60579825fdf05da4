import { type Address, parseAddress } from '../../../primitives/address.ts'
import { type AbiPrecompile, refuseAs, upgradedPrecompile } from './abi/abiPrecompile.ts'
import { ibcPrecompile, wasmdPrecompile } from './absentPrecompiles.ts'
import { addrPrecompile } from './addrPrecompile.ts'
import { bankPrecompile } from './bankPrecompile.ts'
import { distributionPrecompile } from './distributionPrecompile.ts'
import { govPrecompile } from './govPrecompile.ts'
import { jsonPrecompile } from './jsonPrecompile.ts'
import { oraclePrecompile, upgradedOraclePrecompile } from './oraclePrecompile.ts'
import { p256Precompile } from './p256Precompile.ts'
import { pointerPrecompile } from './pointerPrecompile.ts'
import { pointerviewPrecompile } from './pointerviewPrecompile.ts'
import { DEFAULT_SEI_VERSION, type SeiVersion, seiVersions } from './seiVersion.ts'
import { soloPrecompile } from './solo/soloPrecompile.ts'
import { indexedValidatorDelegations } from './staking/stakingLists.ts'
import { checkedStakeFunctions, stakingPrecompile } from './staking/stakingPrecompile.ts'
import { authPrecompile } from './v67/authPrecompile.ts'
import { authzPrecompile } from './v67/authzPrecompile.ts'
import { bankQueries } from './v67/bankQueries.ts'
import { distributionGrants } from './v67/distributionGrants.ts'
import { distributionQueries } from './v67/distributionQueries.ts'
import { evidencePrecompile } from './v67/evidencePrecompile.ts'
import { feegrantPrecompile } from './v67/feegrantPrecompile.ts'
import { govGrants } from './v67/govGrants.ts'
import { govQueries } from './v67/govQueries.ts'
import { mintPrecompile } from './v67/mintPrecompile.ts'
import { paramsPrecompile } from './v67/paramsPrecompile.ts'
import { slashingPrecompile } from './v67/slashingPrecompile.ts'
import { stakingGrants } from './v67/stakingGrants.ts'
import { upgradePrecompile } from './v67/upgradePrecompile.ts'

type Table = ReadonlyMap<Address, AbiPrecompile>

const v66: Table = new Map([
  at('1001', bankPrecompile),
  at('1002', wasmdPrecompile),
  at('1003', jsonPrecompile),
  at('1004', addrPrecompile),
  at('1005', stakingPrecompile),
  at('1006', govPrecompile),
  at('1007', distributionPrecompile),
  at('1008', oraclePrecompile),
  at('1009', ibcPrecompile),
  at('100a', pointerviewPrecompile),
  at('100b', pointerPrecompile),
  at('100c', soloPrecompile),
  at('1011', p256Precompile),
])

const v67: Table = new Map([
  at('1001', upgradedPrecompile(bankPrecompile, 'bank', bankQueries)),
  at('1002', upgradedPrecompile(wasmdPrecompile, 'wasmd')),
  at('1003', upgradedPrecompile(jsonPrecompile, 'json')),
  at('1004', upgradedPrecompile(addrPrecompile, 'addr')),
  at(
    '1005',
    upgradedPrecompile(stakingPrecompile, 'staking', [
      ...checkedStakeFunctions,
      ...stakingGrants,
      indexedValidatorDelegations,
    ]),
  ),
  at(
    '1006',
    upgradedPrecompile(govPrecompile, 'gov', [...govGrants, ...govQueries], {
      refuse: refuseAs('gov'),
    }),
  ),
  at(
    '1007',
    upgradedPrecompile(distributionPrecompile, 'distribution', [
      ...distributionGrants,
      ...distributionQueries,
    ]),
  ),
  at('1008', upgradedOraclePrecompile),
  at('1009', upgradedPrecompile(ibcPrecompile, 'ibc')),
  at('100a', upgradedPrecompile(pointerviewPrecompile, 'pointerview')),
  at('100b', upgradedPrecompile(pointerPrecompile, 'pointer')),
  at('100c', upgradedPrecompile(soloPrecompile, 'solo')),
  at('100d', authPrecompile),
  at('100e', authzPrecompile),
  at('100f', evidencePrecompile),
  at('1010', feegrantPrecompile),
  at('1011', upgradedPrecompile(p256Precompile, 'p256Verify')),
  at('1012', mintPrecompile),
  at('1013', paramsPrecompile),
  at('1014', slashingPrecompile),
  at('1015', upgradePrecompile),
])

const tables: Readonly<Record<SeiVersion, Table>> = { '6.6': v66, '6.7': v67 }

/** Returns the chain's own precompiles as in a release of the real chain. */
export function nativePrecompilesOf(version: SeiVersion): Table {
  return tables[version]
}

/** Addresses of the precompiles of all releases. */
export const nativePrecompileAddresses: ReadonlySet<Address> = new Set(
  seiVersions.flatMap((version) => [...tables[version].keys()]),
)

/** Returns the newest release whose precompiles are among some addresses, else the default. */
export function seiVersionOf(addresses: ReadonlySet<Address>): SeiVersion {
  const found = seiVersions.findLast((version) => {
    const own = [...tables[version].keys()]
    return own.every((address) => addresses.has(address))
  })
  return found ?? DEFAULT_SEI_VERSION
}

function at(digits: string, precompile: AbiPrecompile): [Address, AbiPrecompile] {
  return [parseAddress(`0x${digits.padStart(40, '0')}`), precompile]
}
