import type { Hardfork } from '../../evm/rules/hardfork.ts'
import { remoteHardfork } from '../../evm/rules/remoteHardfork.ts'
import { defaultModules } from '../../modules/genesisModules.ts'
import type { RemoteChain } from '../../remote/remoteChain.ts'
import type { Genesis, GenesisAccount } from '../genesis/genesis.ts'
import { forkedHeader } from './forkedHeader.ts'

/** What a fork has instead of the remote chain's. */
export interface ForkOverrides {
  readonly chainId?: bigint
  readonly gasLimit?: bigint
  /** Base fee of the first new block, in wei. */
  readonly baseFeePerGas?: bigint
  /** Sei's fees and precompiled contracts on a fork of any chain. */
  readonly useSeiRules?: boolean
}

/** Highest base fee of a chain without a limit. */
const NO_LIMIT = (1n << 256n) - 1n

/**
 * Returns the genesis of a fork. It continues the remote chain with the rules of that chain. Of the
 * given genesis it has the accounts and, for a remote Sei chain, the names and fees. The prefix of
 * native addresses is the remote chain's, if it is known. The modules
 * start with their defaults, because a remote node does not tell their state.
 */
export function forkGenesis(
  genesis: Genesis,
  remote: RemoteChain,
  { chainId = remote.chainId, gasLimit, baseFeePerGas, useSeiRules = false }: ForkOverrides = {},
): Genesis {
  const header = forkedHeader(remote.block)
  const { baseFeePerGas: _own, ...rest } = genesis
  const { native } = rest
  const isSei = remote.isSei || useSeiRules
  const { hasClz } = remote
  const found = isSei
    ? seiHardfork(hasClz)
    : remoteHardfork({ ...header, chainId: remote.chainId, hasClz })
  const hardfork = genesis.hardfork ?? found
  return {
    ...rest,
    config: {},
    chainId,
    ...(hardfork !== undefined && { hardfork }),
    number: header.number,
    timestamp: header.timestamp,
    isTimestampDefault: false,
    gasLimit: gasLimit ?? header.gasLimit,
    ...(baseFeePerGas !== undefined && { baseFeePerGas }),
    alloc: new Map([...genesis.alloc].filter(([, account]) => isFunded(account))),
    fork: { header, hash: remote.block.hash },
    native: {
      bech32Prefix: remote.bech32Prefix ?? native.bech32Prefix,
      denomination: native.denomination,
      ...(native.chainId !== undefined && { chainId: native.chainId }),
      ...(!isSei && { hasAssociations: false }),
      feeMarket: isSei
        ? native.feeMarket
        : {
            ...native.feeMarket,
            minimumFeePerGas: 0n,
            maximumFeePerGas: NO_LIMIT,
            isEip1559: true,
          },
      associations: [],
      balances: [],
      modules: {
        ...defaultModules(native.denomination),
        // The remote chain has its own.
        ...(remote.isSei && { denominations: [] }),
      },
    },
  }
}

/** A header of Sei has the fields of no fork; undefined stands for the default one. */
function seiHardfork(hasClz: boolean | undefined): Hardfork | undefined {
  return hasClz ? 'osaka' : undefined
}

function isFunded({ balance, code }: GenesisAccount): boolean {
  return balance > 0n || code.length > 0
}
