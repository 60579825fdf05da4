import devGenesis from '../../../genesis/dev.json' with { type: 'json' }
import { parseGenesis } from '../../../src/chain/genesis/parseGenesis.ts'
import { devAccountOf } from '../../../src/node/accounts/devAccounts.ts'
import { createWallet } from '../../../src/node/accounts/wallet.ts'
import { createNode } from '../../../src/node/createNode.ts'
import type { Node } from '../../../src/node/node.ts'
import {
  DEV_DERIVATION_PATH,
  DEV_MNEMONIC,
  derivePrivateKeys,
} from '../../../src/primitives/crypto/hdWallet.ts'
import { silentLogger } from '../../../src/primitives/logger.ts'
import { fixedClock, systemClock } from '../../../src/primitives/time/clock.ts'
import { createServer } from '../../../src/server/http/httpServer.ts'
import { executorOption } from '../executor.ts'

/** 2025-01-01, so that transcripts are the same each day. */
const GENESIS_TIME = 1_735_689_600

/** A node that clients reach over HTTP. */
export interface RunningNode {
  readonly url: string
  readonly node: Node
  close(): Promise<void>
}

/**
 * Starts a node on the development genesis in this process, on a free port of the loopback
 * interface.
 *
 * @param time time of the stopped clock in seconds since 1970; default: the system clock
 */
export async function startNode(time?: number): Promise<RunningNode> {
  const node = await createNode({
    genesis: parseGenesis({ ...devGenesis, timestamp: GENESIS_TIME }),
    wallet: createWallet(
      derivePrivateKeys(DEV_MNEMONIC, DEV_DERIVATION_PATH, 10).map(devAccountOf),
    ),
    clientVersion: 'rockpool/test',
    logger: silentLogger,
    ...executorOption,
    clock: time === undefined ? systemClock : fixedClock(time),
  })
  const server = createServer(node, {
    allowOrigin: ['*'],
    bodyLimitBytes: 25 * 1024 * 1024,
    batchLimit: 1000,
  })
  const { host, port } = await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    url: `http://${host}:${port}`,
    node,
    async close() {
      await server.close()
      await node.close()
    },
  }
}
