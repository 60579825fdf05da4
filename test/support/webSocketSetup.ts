import { afterEach } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import type { Transaction } from '../../src/evm/transaction/transaction.ts'
import { type Logger, silentLogger } from '../../src/primitives/logger.ts'
import type { EndpointOptions } from '../../src/server/http/endpoint.ts'
import { createServer, type Server } from '../../src/server/http/httpServer.ts'
import { alice, bob } from './accounts.ts'
import { emitterChain } from './chain/emitter.ts'
import { signed, testChain } from './chain.ts'
import { A } from './evm/observerScenarios.ts'
import { code, push } from './evm/programs.ts'
import { testGenesis } from './genesis.ts'
import { nodeOf } from './rpc/rpc.ts'
import { WebSocketClient } from './wire/webSocketClient.ts'

const OPTIONS: EndpointOptions = { allowOrigin: ['*'], bodyLimitBytes: 1_000_000, batchLimit: 100 }

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

/** A listening node. */
export interface Setup {
  readonly chain: Chain
  readonly server: Server
  readonly port: number
  readonly url: string
  connect(): Promise<WebSocketClient>
}

/** Serves a chain until the test ends. */
export async function serve(
  options: Partial<EndpointOptions> = {},
  chain: Chain = emitterChain(),
  logger: Logger = silentLogger,
): Promise<Setup> {
  const server = createServer({ ...nodeOf(chain), logger }, { ...OPTIONS, ...options })
  open.push(chain, server)
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 })
  const url = `ws://127.0.0.1:${port}`
  return { chain, server, port, url, connect: () => WebSocketClient.connect(url) }
}

export const transfer = (nonce: number | bigint): Transaction =>
  signed(alice, { to: bob.address, value: 1n, nonce: BigInt(nonce) })

/** Loops until the gas is consumed, so that its trace can have any length. */
export const looping = (): Chain =>
  testChain(testGenesis({}, [[A, { code: code(0x5b, push(0), 0x56) }]]))

/** A request with a long response. */
export const longTrace = (gas = '0x200000') =>
  ['debug_traceCall', { to: A, gas }, 'latest', { disableStack: true }] as const
