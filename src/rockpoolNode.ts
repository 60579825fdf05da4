import { setImmediate } from 'node:timers/promises'
import { MessageEvents, type MessageListener } from './messageEvents.ts'
import type { NodeConfig } from './node/config.ts'
import { createNativeClient } from './node/nativeClient.ts'
import type { Node } from './node/node.ts'
import { DomainError } from './primitives/domainError.ts'
import type { Logger } from './primitives/logger.ts'
import type { RockpoolNode } from './provider.ts'
import type { Dispatcher } from './rpc/dispatch.ts'
import type { Subscriber } from './rpc/subscription.ts'
import { wireError } from './rpc/wire.ts'

/** What a node in this process is made of, beside the node. */
export interface NodeParts {
  readonly dispatcher: Dispatcher
  /** What it serves sockets with. */
  readonly config: Pick<
    NodeConfig,
    'allowOrigin' | 'allowHost' | 'requestSizeLimit' | 'batchLimit' | 'requestTimeout' | 'compat'
  >
  readonly logger: Logger
  /** Called when it begins to close. */
  readonly onClose?: () => void
}

/** Makes the provider of a node, which it closes. */
export function createRockpoolNode(node: Node, parts: NodeParts): RockpoolNode {
  const { dispatcher, config, logger, onClose } = parts
  const events = new MessageEvents(logger, (id) => subscriber.has(id))
  const subscriber: Subscriber = dispatcher.subscriber(events)
  const servers: { close(): Promise<void> }[] = []
  const branches = new Set<RockpoolNode>()
  let isClosed = false
  const requireOpen = (): void => {
    if (isClosed) throw wireError({ code: 'CHAIN_CLOSED' })
  }
  const native = createNativeClient(node)
  async function inWordsToo<T>(run: () => Promise<T>): Promise<T> {
    requireOpen()
    try {
      return await run()
    } catch (error) {
      throw inWords(error)
    }
  }
  const provider: RockpoolNode = {
    native: {
      chainId: native.chainId,
      send: (request) => inWordsToo(() => native.send(request)),
      broadcast: (bytes) => inWordsToo(() => native.broadcast(bytes)),
      account: (address) => inWordsToo(() => native.account(address)),
    },
    async request(request) {
      requireOpen()
      const subscriptions = subscriber.forRequest()
      try {
        return await dispatcher.request(request, { subscriptions })
      } finally {
        // Once the caller has the answer: after all that waits for a promise.
        if (subscriptions.hasOpened) void setImmediate().then(() => subscriptions.answered())
      }
    },
    on(event: string, listener: MessageListener) {
      if (event === 'message' && !isClosed) events.add(listener)
      return provider
    },
    removeListener(event: string, listener: MessageListener) {
      if (event === 'message') events.remove(listener)
      return provider
    },
    async listen({ host = '127.0.0.1', port = 0 } = {}) {
      requireOpen()
      const { createServer, formatAddress } = await import('./server/httpServer.ts')
      requireOpen()
      const server = createServer(node, {
        ...config,
        bodyLimitBytes: config.requestSizeLimit,
      })
      servers.push(server)
      const bound = await server.listen({ host, port })
      const address = formatAddress(bound)
      return { ...bound, url: `http://${address}`, wsUrl: `ws://${address}` }
    },
    snapshot: async () => String(await provider.request({ method: 'evm_snapshot' })),
    async revert(id) {
      return (await provider.request({ method: 'evm_revert', params: [id] })) === true
    },
    async mine({ blocks = 1, interval } = {}) {
      // As text, which may have any number of digits.
      const params = [blocks, interval].filter((each) => each !== undefined).map(String)
      await provider.request({ method: 'hardhat_mine', params })
    },
    branch: () =>
      inWordsToo(async () => {
        const own = await node.branch()
        // It may have been closed with this one meanwhile.
        requireOpen()
        const branch = createRockpoolNode(own, {
          ...parts,
          dispatcher: dispatcher.branch(own),
          onClose: () => branches.delete(branch),
        })
        branches.add(branch)
        return branch
      }),
    async close() {
      isClosed = true
      onClose?.()
      events.close()
      subscriber.closeAll()
      await Promise.all([...branches].map((branch) => branch.close()))
      await Promise.all(servers.splice(0).map((server) => server.close()))
      await node.close()
    },
  }
  return provider
}

/** A refusal with the message that it has everywhere else: that of `docs/errors.md`. */
export function inWords(error: unknown): unknown {
  const words = error instanceof DomainError ? wireError(error.refusal)?.message : undefined
  if (error instanceof DomainError && words !== undefined) error.message = words
  return error
}
