import type { FastifyPluginAsync } from 'fastify'
import type { RockpoolNode } from './provider.ts'
import { partsOf } from './rockpoolNode.ts'
import { createEndpoint } from './server/http/endpoint.ts'
import { endpointPlugin, routeUpgrades } from './server/http/endpointPlugin.ts'

/** Options of the plugin, besides those of `app.register`. */
export interface RockpoolPluginOptions {
  /** The node to serve, from `createNode()`. It stays open when the app closes. */
  readonly node: RockpoolNode
}

/**
 * Fastify plugin that serves a node under the prefix of `app.register`: JSON-RPC over HTTP and
 * WebSocket at the prefix, named branches at `PREFIX/branch/NAME`, and `PREFIX/health`.
 *
 * The hooks of the app run before each request and each WebSocket upgrade, so that it can
 * authenticate clients. The options `allowOrigin`, `allowHost`, `requestSizeLimit`, `batchLimit`,
 * `requestTimeout` and `compat` of `createNode()` apply as they do to `node.listen()`.
 *
 * Rejects with a TypeError if `node` is not a node of `createNode()`.
 */
export const rockpool: FastifyPluginAsync<RockpoolPluginOptions> = async (app, { node }) => {
  const { node: served, config } = partsOf(node)
  const endpoint = createEndpoint(served, { ...config, bodyLimitBytes: config.requestSizeLimit })
  routeUpgrades(app, app.prefix.replace(/\/$/, ''))
  await app.register(endpointPlugin, { endpoint })
}
