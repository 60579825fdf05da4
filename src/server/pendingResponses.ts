import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Knows which HTTP responses are still due on a socket. */
export class PendingResponses {
  readonly #pending = new WeakMap<Duplex, Set<ServerResponse>>()

  constructor(server: Server) {
    server.on('request', ({ socket }, response) => {
      const pending = this.#pending.get(socket) ?? new Set()
      this.#pending.set(socket, pending.add(response))
      response.once('close', () => pending.delete(response))
    })
  }

  /** Those to requests that came before what the client says now. */
  of(socket: Duplex): readonly ServerResponse[] {
    return [...(this.#pending.get(socket) ?? [])]
  }
}
