import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Node } from '../../node/node.ts'
import type { NodeConfig } from '../../node/options/config.ts'
import type { RequestLog } from '../../rpc/core/dispatch.ts'
import { createServer, formatAddress } from '../../server/http/httpServer.ts'
import { serveIpc } from '../../server/ipc/ipcServer.ts'
import { CommandError, describeListenFailure, fileFailure } from '../failure.ts'
import type { Shutdown } from './signals.ts'

/** Address of a server. */
export interface BoundAddress {
  readonly host: string
  readonly port: number
}

/** Addresses of a node. */
export interface Listening {
  readonly http: BoundAddress
  /** The second port, if any. */
  readonly webSocket: BoundAddress | undefined
  /** Path of the socket, if any. */
  readonly ipc: string | undefined
}

/** Dependencies of listening besides options. */
export interface ListenOptions {
  readonly shutdown: Shutdown
  /** Observer of requests; undefined: none. */
  readonly requestLog: RequestLog | undefined
}

/** In a container with only this process, 127.0.0.1 would be unreachable. */
const CONTAINER_HOST = '0.0.0.0'

/**
 * Serves a node at all addresses of its options until the shutdown.
 * @throws CommandError
 */
export async function listen(
  node: Node,
  config: NodeConfig,
  { shutdown, requestLog }: ListenOptions,
): Promise<Listening> {
  const host = config.given.has('host') || process.pid !== 1 ? config.host : CONTAINER_HOST
  const { port, wsPort, ipc } = config
  const served = { ...config, bodyLimitBytes: config.requestSizeLimit, requestLog }
  const bound = await bind('port', port)
  const second =
    wsPort === undefined || wsPort === bound.port ? bound : await bind('ws-port', wsPort)
  if (ipc !== undefined) await bindPath(ipc)
  return {
    http: bound,
    webSocket: wsPort === undefined ? undefined : second,
    ipc,
  }

  async function bind(option: string, wanted: number) {
    const server = createServer(node, served)
    shutdown.add(() => server.close())
    try {
      return await server.listen({ host, port: wanted })
    } catch (error) {
      const address = formatAddress({ host, port: wanted })
      const failure = describeListenFailure(error, address, option)
      throw failure ? new CommandError(failure.message, failure.exitCode) : error
    }
  }

  async function bindPath(path: string): Promise<void> {
    try {
      const server = await serveIpc(node, path, served)
      shutdown.add(() => server.close())
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      if (isTaken)
        throw new CommandError(`${path} is already in use. Use another path with --ipc`, 1)
      // The operating system's reason is lost for sockets: both are EACCES.
      if (!existsSync(dirname(path))) {
        throw new CommandError(`${path}: cannot be written: no such directory`, 1)
      }
      throw fileFailure(path, error, 'written')
    }
  }
}
