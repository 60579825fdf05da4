import type { SeiVersion } from '../../evm/precompiles/native/seiVersion.ts'
import type { GenesisModules } from '../../modules/genesisModules.ts'
import type { Address } from '../../primitives/address.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import type { Header } from '../block/block.ts'

/** An account of the genesis block. */
export interface GenesisAccount {
  /** Wei. */
  readonly balance: bigint
  readonly nonce: bigint
  readonly code: Uint8Array
  /** Pairs of 32-byte slot and 32-byte word. */
  readonly storage: readonly (readonly [slot: Uint8Array, word: Uint8Array])[]
}

/** Parameters of the base fee: fees in wei, fractions as decimal strings of at most 18 places. */
export interface FeeMarketParams {
  readonly minimumFeePerGas: bigint
  readonly maximumFeePerGas: bigint
  readonly targetGasUsedPerBlock: bigint
  readonly maxUpwardAdjustment: string
  readonly maxDownwardAdjustment: string
  /** The base fee stays that of the genesis block. */
  readonly fixed: boolean
  /** Ethereum's rule (EIP-1559) applies between the limits, with a target of half the gas limit. */
  readonly isEip1559?: boolean
  /** By Ethereum's rule too, block 1 has the base fee of block 0, as with Sei's. */
  readonly keepsFirstFee?: boolean
}

/** The two addresses of one key. */
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

/** The block of a remote chain that a fork continues from. */
export interface ForkedBlock {
  readonly header: Header
  /** As the remote chain has it; some chains hash more than the fields of the header. */
  readonly hash: Hash
}

/** Complete description of block 0: a geth-style genesis and the chain's own section. */
export interface Genesis {
  readonly chainId: bigint
  /**
   * Geth's `config` as given: fork block numbers and times. Empty: the default fork from block 0.
   */
  readonly config: Readonly<Record<string, unknown>>
  /** Fork from block 0 on, overriding `config`. */
  readonly hardfork?: string
  /** Number of the genesis block; undefined: 0. */
  readonly number?: bigint
  /** Seconds since 1970. */
  readonly timestamp: bigint
  /** Whether `timestamp` is a default, so that the block 0 of a database keeps its own. */
  readonly isTimestampDefault?: boolean
  readonly gasLimit: bigint
  /** Maximum code size of a contract; default: the fork's. */
  readonly codeSizeLimit?: number
  /** Default: the minimum of the fee market. */
  readonly baseFeePerGas?: bigint
  readonly extraData: Uint8Array
  readonly difficulty: bigint
  /** 8 bytes. */
  readonly nonce: Uint8Array
  /** 32 bytes. */
  readonly mixHash: Uint8Array
  readonly alloc: ReadonlyMap<Address, GenesisAccount>
  /** The first block of a fork, which replaces the fields above, except for balances of `alloc`. */
  readonly fork?: ForkedBlock
  /** Names of addresses in the log. Not part of the chain. */
  readonly labels?: ReadonlyMap<Address, string>
  readonly native: {
    readonly bech32Prefix: string
    /** Undefined: derived from the chain id; see {@link nativeChainIdOf}. */
    readonly chainId?: string
    /** Whether EVM addresses have native ones; false on forks of other chains. */
    readonly hasAssociations?: boolean
    readonly denomination: string
    /** Release of the real chain whose precompiles the chain has, if not the default. */
    readonly seiVersion?: SeiVersion
    readonly feeMarket: FeeMarketParams
    readonly associations: readonly GenesisAssociation[]
    readonly balances: readonly GenesisBalance[]
    readonly modules: GenesisModules
  }
}
