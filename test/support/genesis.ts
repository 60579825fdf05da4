import type { Genesis, GenesisAccount } from '../../src/chain/genesis/genesis.ts'
import { defaultModules } from '../../src/modules/genesisModules.ts'
import type { Address } from '../../src/primitives/address.ts'
import { alice, bob, carol } from './accounts.ts'

export const CHAIN_ID = 713714n
export const COIN = 10n ** 18n

const funded: GenesisAccount = {
  balance: 1000n * COIN,
  nonce: 0n,
  code: new Uint8Array(0),
  storage: [],
}

/** Returns a genesis with three funded accounts without associations, and further `accounts`. */
export function testGenesis(
  overrides: Partial<Genesis> = {},
  accounts: readonly (readonly [Address, Partial<GenesisAccount>])[] = [],
): Genesis {
  return {
    chainId: CHAIN_ID,
    config: {},
    timestamp: 1_700_000_000n,
    gasLimit: 100_000_000n,
    extraData: new Uint8Array(0),
    difficulty: 0n,
    nonce: new Uint8Array(8),
    mixHash: new Uint8Array(32),
    alloc: new Map([
      ...[alice, bob, carol].map(({ address }) => [address, funded] as const),
      ...accounts.map(([address, some]) => [address, { ...funded, balance: 0n, ...some }] as const),
    ]),
    native: {
      bech32Prefix: 'sei',
      denomination: 'usei',
      feeMarket: {
        minimumFeePerGas: 1_000_000_000n,
        maximumFeePerGas: 1_000_000_000_000n,
        targetGasUsedPerBlock: 250_000n,
        maxUpwardAdjustment: '0.0189',
        maxDownwardAdjustment: '0.0039',
        fixed: false,
      },
      associations: [],
      balances: [],
      modules: defaultModules('usei'),
    },
    ...overrides,
  }
}
