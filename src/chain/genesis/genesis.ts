import type { GenesisModules } from '../../modules/genesisModules.ts'
import type { Address } from '../../primitives/address.ts'

/** An account of the genesis block. */
export interface GenesisAccount {
  /** Wei. */
  readonly balance: bigint
  readonly nonce: bigint
  readonly code: Uint8Array
  /** Pairs of 32-byte slot and 32-byte word. */
  readonly storage: readonly (readonly [slot: Uint8Array, word: Uint8Array])[]
}

/** How the base fee moves; fees in wei, fractions as decimal text of at most 18 places. */
export interface FeeMarketParams {
  readonly minimumFeePerGas: bigint
  readonly maximumFeePerGas: bigint
  readonly targetGasUsedPerBlock: bigint
  readonly maxUpwardAdjustment: string
  readonly maxDownwardAdjustment: string
  /** The base fee never moves from the genesis block's. */
  readonly fixed: boolean
}

/** One key's two addresses. */
export interface GenesisAssociation {
  readonly evm: Address
  /** 20 bytes. */
  readonly native: Uint8Array
}

/** Coins of a native account, in units of each denomination. */
export interface GenesisBalance {
  /** 20 bytes. */
  readonly native: Uint8Array
  readonly coins: readonly { readonly denom: string; readonly amount: bigint }[]
}

/** Everything that block 0 is made of: a geth-style genesis and the chain's own section. */
export interface Genesis {
  readonly chainId: bigint
  /**
   * Geth's `config` as given: fork block numbers and times. Empty: the default fork from the start.
   */
  readonly config: Readonly<Record<string, unknown>>
  /** Rules of this fork from block 0 on, whatever `config` says. */
  readonly hardfork?: string
  /** Seconds since 1970. */
  readonly timestamp: bigint
  readonly gasLimit: bigint
  /** Most bytes of a contract's code; undefined: as the fork says. */
  readonly codeSizeLimit?: number
  /** Undefined: the fee market's minimum. */
  readonly baseFeePerGas?: bigint
  readonly extraData: Uint8Array
  readonly difficulty: bigint
  /** 8 bytes. */
  readonly nonce: Uint8Array
  /** 32 bytes. */
  readonly mixHash: Uint8Array
  readonly alloc: ReadonlyMap<Address, GenesisAccount>
  /** What people call addresses. No part of the chain. */
  readonly labels?: ReadonlyMap<Address, string>
  readonly native: {
    readonly bech32Prefix: string
    /** Undefined: follows from the chain id; see {@link nativeChainIdOf}. */
    readonly chainId?: string
    readonly denomination: string
    readonly feeMarket: FeeMarketParams
    readonly associations: readonly GenesisAssociation[]
    readonly balances: readonly GenesisBalance[]
    readonly modules: GenesisModules
  }
}

/** Names of the real chains by their EVM chain id. */
const NATIVE_CHAIN_IDS: ReadonlyMap<bigint, string> = new Map([
  [1329n, 'pacific-1'],
  [1328n, 'atlantic-2'],
  [713715n, 'arctic-1'],
])

/** What native transactions are signed for: a name, such as `pacific-1`. */
export function nativeChainIdOf({ chainId, native }: Pick<Genesis, 'chainId' | 'native'>): string {
  return native.chainId ?? NATIVE_CHAIN_IDS.get(chainId) ?? `rockpool-${chainId}`
}
