import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Node } from '../../node/node.ts'
import type { DispatchOptions } from '../../rpc/core/dispatch.ts'
import { nodeDispatcher } from '../../rpc/core/nodeDispatcher.ts'
import { IpcConnection } from './ipcConnection.ts'
import { removeStaleSocket } from './staleSocket.ts'

/** Unsent notifications of a slow client. */
const BUFFER_BYTES = 16 * 1024 * 1024

/** JSON-RPC on a Unix socket or named pipe: concatenated JSON, as in geth. */
export interface IpcServer {
  /** Stops listening, ends all connections and removes the socket. The node stays open. */
  close(): Promise<void>
}

/**
 * Serves a node at a path that only this user may open. Replaces a stale socket.
 *
 * @throws an Error with `code` EADDRINUSE if a process listens there, EACCES or ENOENT if it cannot
 *   be created
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
  if (isFile) await removeStaleSocket(path)
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
