import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Node } from '../../node/node.ts'
import type { NodeConfig } from '../../node/options/config.ts'
import { packageVersion } from '../../node/packageFiles.ts'
import { errorCode } from '../../primitives/errorCode.ts'
import type { RequestLog } from '../../rpc/core/dispatch.ts'
import { createServer, formatAddress, type Server } from '../../server/http/httpServer.ts'
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
  /** CometBFT's RPC, if it is served. */
  readonly comet?: BoundAddress | undefined
  /** The REST gateway, if it is served. */
  readonly rest?: BoundAddress | undefined
}

/** Dependencies of listening besides options. */
export interface ListenOptions {
  readonly shutdown: Shutdown
  /** Observer of requests, if any. */
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
  const { port, wsPort, ipc, cometPort, restPort } = config
  const served = { ...config, bodyLimitBytes: config.requestSizeLimit, requestLog }
  const jsonRpc = (early: WaitingServer | undefined) => () =>
    createServer(node, served, early?.handOver())
  const first = await bind('port', port, jsonRpc(waiting?.http))
  const second =
    wsPort === undefined || wsPort === first.port
      ? first
      : await bind('ws-port', wsPort, jsonRpc(waiting?.webSocket))
  if (ipc !== undefined) await bindPath(ipc)
  return {
    http: first,
    webSocket: wsPort === undefined ? undefined : second,
    ipc,
    comet: cometPort === undefined ? undefined : await bindComet(cometPort),
    rest: restPort === undefined ? undefined : await bindRest(restPort),
  }

  async function bindComet(wanted: number): Promise<BoundAddress> {
    const { createCometServer } = await import('../../comet/http/cometServer.ts')
    return bind('comet-port', wanted, () => createCometServer(node, packageVersion(), served))
  }

  async function bindRest(wanted: number): Promise<BoundAddress> {
    const { createRestServer } = await import('../../comet/http/restServer.ts')
    return bind('rest-port', wanted, () => createRestServer(node, packageVersion(), served))
  }

  async function bind(
    option: string,
    wanted: number,
    create: () => Pick<Server, 'listen' | 'close'>,
  ): Promise<BoundAddress> {
    const server = create()
    shutdown.add(() => server.close())
    const address = { host: hostOf(config), port: wanted }
    return bound(option, address, () => server.listen(address))
  }

  async function bindPath(path: string): Promise<void> {
    try {
      const server = await serveIpc(node, path, served)
      shutdown.add(() => server.close())
    } catch (error) {
      const isTaken = errorCode(error) === 'EADDRINUSE'
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
    const failure = describeListenFailure(error, formatAddress(address), `--${option} 0`)
    throw failure ? new CommandError(failure.message, failure.exitCode) : error
  }
}
