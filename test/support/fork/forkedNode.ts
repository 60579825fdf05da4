import { forkGenesis } from '../../../src/chain/fork/forkGenesis.ts'
import { type CreateNodeOptions, createNode } from '../../../src/node/createNode.ts'
import type { Node } from '../../../src/node/node.ts'
import { openRemoteChain } from '../../../src/remote/openRemoteChain.ts'
import { createServer } from '../../../src/server/http/httpServer.ts'
import { genesisOnPeer } from './forkedPeer.ts'
import type { PeerName } from './peer.ts'

/** What tests of nodes run on forks of, in the vitest projects `fork`, `forkOfAnvil`, …. */
const FORK_OF = process.env.ROCKPOOL_FORK_OF as PeerName | 'Rockpool' | undefined

/** Whether tests of nodes run them as forks. */
export const ON_FORK = FORK_OF !== undefined

/**
 * Creates a node. In the projects of forks, it is a fork of a node that has the genesis, so that
 * all of the state is remote.
 */
export async function createNodeOrFork(options: CreateNodeOptions): Promise<Node> {
  if (FORK_OF === undefined) return createNode(options)
  const { genesis, db: _local, ...settings } = options
  if (FORK_OF !== 'Rockpool') {
    return createNode({ ...settings, ...(await genesisOnPeer(FORK_OF, genesis)) })
  }
  const below = await createNode({ ...settings, genesis })
  const server = createServer(below, { allowOrigin: ['*'], bodyLimitBytes: 1e6, batchLimit: 1000 })
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 })
  const remote = await openRemoteChain({ url: `http://127.0.0.1:${port}`, retries: 0 })
  const forked = forkGenesis({ ...genesis, alloc: new Map() }, remote)
  const node = await createNode({ ...settings, genesis: forked, remote })
  const close = async () => {
    await server.close()
    await below.close()
  }
  node.closing.addEventListener('abort', () => void close(), { once: true })
  return node
}
