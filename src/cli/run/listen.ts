import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Node } from '../../node/node.ts'
import type { NodeConfig } from '../../node/options/config.ts'
import type { RequestLog } from '../../rpc/core/dispatch.ts'
import { createServer, formatAddress } from '../../server/http/httpServer.ts'
import type { WaitingServer } from '../../server/http/waitingServer.ts'
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
  /** Ports that listen already; default: none. */
  readonly waiting?: WaitingPorts
}

/** The ports of {@link listenEarly}. */
export interface WaitingPorts {
  readonly http: WaitingServer
  /** The second port, if any. */
  readonly webSocket: WaitingServer | undefined
}

/** In a container with only this process, 127.0.0.1 would be unreachable. */
const CONTAINER_HOST = '0.0.0.0'

/**
 * Listens at the ports of the options, but answers only that the chain has not begun.
 * @throws CommandError
 */
export async function listenEarly(config: NodeConfig, shutdown: Shutdown): Promise<WaitingPorts> {
  const { listenWaiting } = await import('../../server/http/waitingServer.ts')
  const { port, wsPort, requestSizeLimit } = config
  const bind = async (option: string, wanted: number) => {
    const address = { host: hostOf(config), port: wanted }
    const server = await bound(option, address, () => listenWaiting(address, requestSizeLimit))
    shutdown.add(() => server.close())
    return server
  }
  const http = await bind('port', port)
  const isSecond = wsPort !== undefined && wsPort !== http.port
  return { http, webSocket: isSecond ? await bind('ws-port', wsPort) : undefined }
}

/**
 * Serves a node at all addresses of its options until the shutdown.
 * @throws CommandError
 */
export async function listen(
  node: Node,
  config: NodeConfig,
  { shutdown, requestLog, waiting }: ListenOptions,
): Promise<Listening> {
  const { port, wsPort, ipc } = config
  const served = { ...config, bodyLimitBytes: config.requestSizeLimit, requestLog }
  const first = await bind('port', port, waiting?.http)
  const second =
    wsPort === undefined || wsPort === first.port
      ? first
      : await bind('ws-port', wsPort, waiting?.webSocket)
  if (ipc !== undefined) await bindPath(ipc)
  return {
    http: first,
    webSocket: wsPort === undefined ? undefined : second,
    ipc,
  }

  async function bind(option: string, wanted: number, early: WaitingServer | undefined) {
    const server = createServer(node, served, early?.handOver())
    shutdown.add(() => server.close())
    const address = { host: hostOf(config), port: wanted }
    return bound(option, address, () => server.listen(address))
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

function hostOf({ given, host }: NodeConfig): string {
  return given.has('host') || process.pid !== 1 ? host : CONTAINER_HOST
}

/** @throws CommandError if the address cannot be bound */
async function bound<T>(
  option: string,
  address: { readonly host: string; readonly port: number },
  listenThere: () => Promise<T>,
): Promise<T> {
  try {
    return await listenThere()
  } catch (error) {
    const failure = describeListenFailure(error, formatAddress(address), option)
    throw failure ? new CommandError(failure.message, failure.exitCode) : error
  }
}
