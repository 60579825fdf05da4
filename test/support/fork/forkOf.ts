import type { Chain } from '../../../src/chain/chain.ts'
import type { ChainSettings } from '../../../src/chain/chainCore.ts'
import { createForkedChain } from '../../../src/chain/createChain.ts'
import { type ForkOverrides, forkGenesis } from '../../../src/chain/fork/forkGenesis.ts'
import type { Genesis } from '../../../src/chain/genesis/genesis.ts'
import { consolePrecompiles } from '../../../src/evm/precompiles/chainPrecompiles.ts'
import { createNode, type RockpoolNode } from '../../../src/index.ts'
import { openRemoteChain } from '../../../src/remote/openRemoteChain.ts'
import type { RemoteChain, RemoteOptions } from '../../../src/remote/remoteChain.ts'
import { testSettings } from '../chain.ts'
import { createTestExecutor, executorOption } from '../executor.ts'
import { testGenesis } from '../genesis.ts'

/** A Rockpool that serves HTTP, as the remote chain of forks. */
export interface RemotePool {
  readonly node: RockpoolNode
  readonly url: string
  request<T>(method: string, ...params: readonly unknown[]): Promise<T>
  close(): Promise<void>
}

/** Starts a Rockpool to fork from. Its accounts are those of the tests. */
export async function startRemotePool(
  options: Parameters<typeof createNode>[0] = {},
): Promise<RemotePool> {
  const node = await createNode({ ...executorOption, ...options })
  const { url } = await node.listen({ host: '127.0.0.1', port: 0 })
  return {
    node,
    url,
    request: async <T>(method: string, ...params: readonly unknown[]) =>
      (await node.request({ method, params })) as T,
    close: () => node.close(),
  }
}

/** A fork and the remote chain below it. */
export interface ForkedChain {
  readonly chain: Chain
  readonly remote: RemoteChain
}

/** Options of a fork in tests. */
export interface ForkOptions {
  readonly remote?: Partial<RemoteOptions>
  readonly overrides?: ForkOverrides
  readonly genesis?: Genesis
  readonly settings?: Partial<ChainSettings>
}

/** Forks the chain at a URL, without accounts of its own and with the clock of the forked block. */
export async function forkOf(url: string, options: ForkOptions = {}): Promise<ForkedChain> {
  const remote = await openRemoteChain({ url, retries: 0, ...options.remote })
  const given = options.genesis ?? testGenesis({ alloc: new Map() })
  const genesis = forkGenesis(given, remote, options.overrides)
  const { chainId, native } = genesis
  const isSei = native.hasAssociations !== false
  const chain = await createForkedChain({
    ...testSettings(genesis),
    executor: createTestExecutor(chainId, isSei ? undefined : consolePrecompiles),
    remote,
    ...options.settings,
  })
  return { chain, remote }
}
