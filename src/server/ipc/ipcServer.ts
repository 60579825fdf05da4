import { once } from 'node:events'
import { chmodSync, lstatSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { Node } from '../../node/node.ts'
import type { DispatchOptions } from '../../rpc/core/dispatch.ts'
import { nodeDispatcher } from '../../rpc/core/nodeDispatcher.ts'
import { IpcConnection } from './ipcConnection.ts'

/** Notifications that may wait for a client that reads slowly. */
const BUFFER_BYTES = 16 * 1024 * 1024

/** JSON-RPC on a Unix socket, or a named pipe: one JSON after the other, as geth has it. */
export interface IpcServer {
  /** Stops listening, ends all connections and removes the socket. The node goes on. */
  close(): Promise<void>
}

/**
 * Serves a node at a path, which only this user may open. A socket that nobody listens on any more
 * is replaced.
 *
 * @throws an Error with `code` EADDRINUSE where somebody listens there, EACCES or ENOENT where none
 *   can be made
 */
export async function serveIpc(
  node: Node,
  path: string,
  options: DispatchOptions & { readonly bodyLimitBytes: number },
): Promise<IpcServer> {
  const dispatcher = nodeDispatcher(node, options)
  const connections = new Set<IpcConnection>()
  const limits = { messageBytes: options.bodyLimitBytes, bufferBytes: BUFFER_BYTES }
  const server = createServer((socket) => {
    const connection = new IpcConnection(socket, dispatcher, node.logger, limits)
    connections.add(connection)
    socket.once('close', () => connections.delete(connection))
  })
  const isFile = !path.startsWith('\\\\')
  if (isFile && isSocket(path) && (await isAbandoned(path))) rmSync(path)
  server.listen(path)
  await once(server, 'listening')
  if (isFile) chmodSync(path, 0o600)
  return {
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const connection of connections) connection.close()
      await closed
    },
  }
}

function isSocket(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSocket() === true
}

/** Whether nobody listens any more on a socket. */
function isAbandoned(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path)
    probe.once('connect', () => {
      probe.destroy()
      resolve(false)
    })
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'))
  })
}
