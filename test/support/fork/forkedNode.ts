import { forkGenesis } from '../../../src/chain/fork/forkGenesis.ts'
import { type CreateNodeOptions, createNode } from '../../../src/node/createNode.ts'
import type { Node } from '../../../src/node/node.ts'
import { openRemoteChain } from '../../../src/remote/openRemoteChain.ts'
import { createServer } from '../../../src/server/http/httpServer.ts'

/** Whether tests of nodes run them as forks: the vitest project `fork`. */
export const ON_FORK = process.env.ROCKPOOL_ON_FORK === '1'

/**
 * Creates a node. In the project `fork`, it is a fork of a node that has the genesis, so that all
 * of the state is remote.
 */
export async function createNodeOrFork(options: CreateNodeOptions): Promise<Node> {
  if (!ON_FORK) return createNode(options)
  const { genesis, db: _local, ...settings } = options
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
