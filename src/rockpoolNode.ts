import { setImmediate } from 'node:timers/promises'
import { MessageEvents, type MessageListener } from './messageEvents.ts'
import { recordedCalls } from './node/journal/processCalls.ts'
import type { Node } from './node/node.ts'
import type { NodeConfig } from './node/options/config.ts'
import { packageVersion } from './node/packageFiles.ts'
import { DomainError } from './primitives/domainError.ts'
import { isJsonObject, jsonKind } from './primitives/encoding/json.ts'
import type { Logger } from './primitives/logger.ts'
import type { RockpoolNode } from './provider.ts'
import type { Dispatcher } from './rpc/core/dispatch.ts'
import { toRpcError } from './rpc/errors/errorTable.ts'
import { invalidParams, RpcError, rpcCode } from './rpc/errors/rpcError.ts'
import type { RequestSubscriptions, Subscriber } from './rpc/subscribe/subscription.ts'
import { formatAddress, type Server } from './server/http/httpServer.ts'

/** Dependencies of a node in process. */
export interface NodeParts {
  readonly dispatcher: Dispatcher
  /** Options of its servers. */
  readonly config: Pick<
    NodeConfig,
    | 'allowOrigin'
    | 'allowHost'
    | 'requestSizeLimit'
    | 'batchLimit'
    | 'requestTimeout'
    | 'compat'
    | 'denyMethods'
    | 'maxSubscriptionsNewHead'
    | 'maxSubscriptionsLogs'
  >
  readonly logger: Logger
  /** Whether it is a branch; default: false. */
  readonly isBranch?: boolean
  /** Called when it starts to close. */
  readonly onClose?: () => void
}

/** The parts of public nodes, for servers that other entry points of the package create. */
const partsOfNodes = new WeakMap<
  RockpoolNode,
  { readonly node: Node } & Pick<NodeParts, 'config'>
>()

/**
 * Returns the internal node of a public one, and the options of its servers.
 *
 * @throws TypeError if `provider` was not created by `createNode` or `branch`
 */
export function partsOf(
  provider: RockpoolNode,
): { readonly node: Node } & Pick<NodeParts, 'config'> {
  const parts = partsOfNodes.get(provider)
  if (parts === undefined) throw new TypeError('node: must be a node of createNode()')
  return parts
}

/** Creates the provider of a node and closes the node with it. */
export function createRockpoolNode(node: Node, parts: NodeParts): RockpoolNode {
  const { dispatcher, config, logger, isBranch = false, onClose } = parts
  const events = new MessageEvents(logger, (id) => subscriber.has(id))
  const subscriber: Subscriber = dispatcher.subscriber(events)
  const servers: { close(): Promise<void> }[] = []
  const branches = new Set<RockpoolNode>()
  let isClosed = false
  const requireOpen = (): void => {
    if (isClosed) throw toRpcError({ code: 'CHAIN_CLOSED' })
  }
  const calls = recordedCalls(node)
  const { native } = calls
  /** Subscriptions that still buffer their notifications. */
  const opened = new Set<RequestSubscriptions>()
  function release(subscriptions: RequestSubscriptions): void {
    opened.delete(subscriptions)
    subscriptions.answered()
  }
  function flush(): void {
    for (const subscriptions of opened) release(subscriptions)
    events.flush()
  }
  async function inWordsToo<T>(run: () => Promise<T>): Promise<T> {
    requireOpen()
    try {
      return await run()
    } catch (error) {
      throw withClientMessage(error)
    }
  }
  const served = { ...config, bodyLimitBytes: config.requestSizeLimit }
  /** Starts a server, whose code is loaded now. */
  async function serve(
    call: string,
    place: { readonly host?: string; readonly port?: number } = {},
    load: () => Promise<() => Pick<Server, 'listen' | 'close'>>,
  ) {
    requireOpen()
    requireFields(call, place, ['host', 'port'])
    const { host = '127.0.0.1', port = 0 } = place
    const create = await load()
    requireOpen()
    const server = create()
    servers.push(server)
    const bound = await server.listen({ host, port })
    return { ...bound, url: `http://${formatAddress(bound)}` }
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
      requireRequest(request)
      // The notifications of earlier events come first; they end with the subscription.
      if (request.method === 'eth_unsubscribe') flush()
      const subscriptions = subscriber.forRequest()
      try {
        return await dispatcher.request(request, { subscriptions })
      } finally {
        // In a later turn than the promise of the response.
        if (subscriptions.hasOpened) {
          opened.add(subscriptions)
          void setImmediate().then(() => release(subscriptions))
        }
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
    async listen(place) {
      const { url, ...bound } = await serve('listen', place, async () => {
        const { createServer } = await import('./server/http/httpServer.ts')
        return () => createServer(node, served)
      })
      return { ...bound, url, wsUrl: url.replace('http', 'ws') }
    },
    async listenComet(place) {
      const { url, ...bound } = await serve('listenComet', place, async () => {
        const { createCometServer } = await import('./comet/http/cometServer.ts')
        return () => createCometServer(node, packageVersion(), served)
      })
      return { ...bound, url, wsUrl: url.replace('http', 'ws') }
    },
    listenRest: (place) =>
      serve('listenRest', place, async () => {
        const { createRestServer } = await import('./comet/http/restServer.ts')
        return () => createRestServer(node, packageVersion(), served)
      }),
    snapshot: async () => String(await provider.request({ method: 'evm_snapshot' })),
    async revert(id) {
      return (await provider.request({ method: 'evm_revert', params: [id] })) === true
    },
    async mine(options = {}) {
      requireFields('mine', options, ['blocks', 'interval'])
      const { blocks = 1, interval } = options
      // Text, because it may have any number of digits.
      const params = [blocks, interval].filter((each) => each !== undefined).map(String)
      await provider.request({ method: 'hardhat_mine', params })
    },
    branch: () =>
      inWordsToo(async () => {
        const own = await calls.branch()
        // It may have been closed with this one meanwhile.
        requireOpen()
        const branch = createRockpoolNode(own, {
          ...parts,
          dispatcher: dispatcher.branch(own),
          isBranch: true,
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
      // The journal ends with the node itself.
      if (isBranch) await calls.close()
      else await node.close()
    },
  }
  partsOfNodes.set(provider, { node, config })
  return provider
}

/**
 * Validates arguments of JavaScript callers.
 * @throws RpcError -32600
 */
function requireRequest(request: unknown): void {
  if (isJsonObject(request) && typeof request.method === 'string') return
  throw new RpcError(rpcCode.invalidRequest, 'invalid request: want { method, params }')
}

/**
 * Rejects arguments that would be ignored, such as a number instead of an object or a misspelled
 * name.
 *
 * @throws RpcError -32602
 */
function requireFields(call: string, given: unknown, names: readonly string[]): void {
  const form = `${call}: want { ${names.join(', ')} }`
  if (!isJsonObject(given)) throw invalidParams(`${form}, got ${jsonKind(given)}`)
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  if (unknown !== undefined) throw invalidParams(`${form}, got ${unknown}`)
}

/** Converts a domain error to an Error with the message of `docs/errors.md`. */
export function withClientMessage(error: unknown): unknown {
  const words = error instanceof DomainError ? toRpcError(error.details)?.message : undefined
  if (error instanceof DomainError && words !== undefined) error.message = words
  return error
}
