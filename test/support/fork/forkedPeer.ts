import { forkGenesis } from '../../../src/chain/fork/forkGenesis.ts'
import type { Genesis } from '../../../src/chain/genesis/genesis.ts'
import type { Address } from '../../../src/primitives/address.ts'
import { openRemoteChain } from '../../../src/remote/openRemoteChain.ts'
import type { RemoteChain } from '../../../src/remote/remoteChain.ts'
import { installAccounts } from './installAccounts.ts'
import { type Peer, type PeerName, startPeer } from './peer.ts'

const EMPTY = { balance: 0n, nonce: 0n, code: new Uint8Array(0), storage: [] }

/** One for all nodes of a process, which follow one another, and its snapshot of the start. */
let peer: Promise<Peer> | undefined
let start: unknown

/** A genesis on the chain of a peer. */
export interface ForkedGenesis {
  readonly genesis: Genesis
  readonly remote: RemoteChain
}

/**
 * Makes the accounts of a genesis those of a peer, and returns the genesis of a fork of it, which
 * has the rules and fees of the given one. An earlier fork can then read no more.
 */
export async function genesisOnPeer(name: PeerName, genesis: Genesis): Promise<ForkedGenesis> {
  peer ??= startPeer(name)
  const { ask, url } = await peer
  if (start !== undefined) await ask('evm_revert', start)
  start = await ask('evm_snapshot')
  const own = await ask<readonly Address[]>('eth_accounts')
  const strangers = own.map((address) => [address.toLowerCase() as Address, EMPTY] as const)
  await installAccounts(url, new Map([...strangers, ...genesis.alloc]))
  const remote = await openRemoteChain({ url, retries: 0 })
  const { baseFeePerGas = genesis.native.feeMarket.minimumFeePerGas } = genesis
  const forked = forkGenesis({ hardfork: 'prague', ...genesis, alloc: new Map() }, remote, {
    chainId: genesis.chainId,
    gasLimit: genesis.gasLimit,
    baseFeePerGas,
    useSeiRules: true,
  })
  return { genesis: forked, remote }
}
