import { createServer, type Socket } from 'node:net'
import { Request, Response } from 'cosmjs-types/tendermint/abci/types'
import { GenesisError } from '../../chain/errors.ts'
import { DomainError } from '../../primitives/domainError.ts'
import type { Logger } from '../../primitives/logger.ts'
import { TimeSlice } from '../../primitives/time/timeSlice.ts'
import { toRpcError } from '../../rpc/errors/errorTable.ts'
import { removeStaleSocket } from '../../server/ipc/staleSocket.ts'
import type { AbciAddress } from './abciAddress.ts'
import { ExactWriter } from './exactWriter.ts'
import { encodeFrame, FrameReader } from './frames.ts'

/** Answers the requests of one kind of connection or another. */
export interface AbciHandler {
  /**
   * Answers a request other than Flush and Echo. An error becomes an exception, which ends the
   * process of CometBFT.
   */
  answer(request: Request): Promise<Response>
}

/** A listening server. */
export interface AbciServer {
  /** Port, if it listens on TCP. */
  readonly port: number | undefined
  /** Closes all connections. */
  close(): Promise<void>
}

/**
 * Serves ABCI 2.0 on a socket. Answers of a connection come in the order of its requests;
 * connections are independent of each other.
 *
 * @throws errors of the socket, such as EADDRINUSE, also for a path that is not a socket
 */
export async function serveAbci(
  handler: AbciHandler,
  address: AbciAddress,
  logger: Logger,
): Promise<AbciServer> {
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    serveConnection(socket, handler, logger)
  })
  // A socket file outlives a process that was killed.
  if (address.kind === 'unix') await removeStaleSocket(address.path)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    const options =
      address.kind === 'unix' ? { path: address.path } : { host: address.host, port: address.port }
    server.listen(options, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : undefined,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function serveConnection(socket: Socket, handler: AbciHandler, logger: Logger): void {
  const frames = new FrameReader()
  const waiting: Uint8Array[] = []
  const turn = new TimeSlice()
  let isAnswering = false

  async function answerAll(): Promise<void> {
    if (isAnswering) return
    isAnswering = true
    for (;;) {
      const message = waiting.shift()
      if (message === undefined || socket.destroyed) break
      if (turn.isExpired) await turn.yield()
      const response = await answer(message, handler, logger)
      send(socket, response)
      if (response.exception !== undefined) {
        socket.end()
        break
      }
    }
    isAnswering = false
  }

  socket.on('error', (error) => logger.info(`ABCI connection failed: ${error.message}`))
  socket.on('data', (piece: Uint8Array) => {
    try {
      waiting.push(...frames.push(piece))
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      logger.error(`ABCI connection closed: ${error.message}`)
      socket.destroy()
      return
    }
    void answerAll()
  })
}

async function answer(
  message: Uint8Array,
  handler: AbciHandler,
  logger: Logger,
): Promise<Response> {
  try {
    const request = Request.decode(message)
    if (request.flush !== undefined) return { flush: {} }
    if (request.echo !== undefined) return { echo: { message: request.echo.message } }
    return await handler.answer(request)
  } catch (error) {
    logger.error('ABCI request failed', error)
    return { exception: { error: describe(error) } }
  }
}

function describe(error: unknown): string {
  if (error instanceof GenesisError) {
    const { field, reason } = error.details
    return `genesis: ${field === '' ? '' : `${field}: `}${reason}`
  }
  const known = error instanceof DomainError ? toRpcError(error.details)?.message : undefined
  return known ?? (error instanceof Error ? error.message : String(error))
}

function send(socket: Socket, response: Response): void {
  if (socket.destroyed) return
  socket.write(encodeFrame(Response.encode(response, new ExactWriter()).finish()))
}
