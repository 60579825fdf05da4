import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ResponseFinalizeBlock } from 'cosmjs-types/tendermint/abci/types'
import type { TestApplication } from './testApplication.ts'
import type { TestNetwork } from './testNetwork.ts'

type Json = Readonly<Record<string, unknown>>

/** RPC server, mempool and consensus of a CometBFT node, as far as tests need them. */
export class FakeComet {
  readonly url: string
  /** Names of the requests. */
  readonly asked: string[] = []
  readonly #close: () => void
  readonly #waiting: Uint8Array[] = []
  #network: TestNetwork | undefined

  private constructor(url: string, close: () => void) {
    this.url = url
    this.#close = close
  }

  /** Listens on a free port; the application needs its URL. */
  static async listen(): Promise<FakeComet> {
    const server = createServer(async (request, response) => {
      const { id, method, params } = await readJson(request)
      response.setHeader('content-type', 'application/json')
      const answer = await comet.#answer(String(method), (params ?? {}) as Json)
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const comet = new FakeComet(`http://127.0.0.1:${port}`, () => {
      server.close()
      server.closeAllConnections()
    })
    return comet
  }

  /** Drives a network, whose first application is this node's. */
  drive(network: TestNetwork): void {
    this.#network = network
  }

  /** Decides a block of what the mempool has, and checks the rest again. */
  async block(): Promise<ResponseFinalizeBlock> {
    const { network } = this
    const answer = await network.block({ txs: this.#waiting })
    const decided = network.decisions.at(-1)?.txs ?? []
    const rest = this.#waiting.splice(0).filter((raw) => !decided.some((tx) => tx === raw))
    for (const raw of rest) {
      if ((await this.#app.checkTx(raw, 1)).code === 0) this.#waiting.push(raw)
    }
    return answer
  }

  close(): void {
    this.#close()
  }

  get network(): TestNetwork {
    if (this.#network === undefined) throw new Error('no network')
    return this.#network
  }

  get #app(): TestApplication {
    const [app] = this.network.apps
    if (app === undefined) throw new Error('no application')
    return app
  }

  async #answer(method: string, params: Json): Promise<Json> {
    this.asked.push(method)
    if (method === 'broadcast_tx_sync') return this.#broadcast(params)
    if (method === 'abci_query') return { result: { response: await this.#query(params) } }
    if (method === 'status') return { result: this.#status() }
    return { error: { code: -32601, message: 'Method not found' } }
  }

  async #broadcast({ tx }: Json): Promise<Json> {
    const raw = new Uint8Array(Buffer.from(String(tx), 'base64'))
    if (this.#waiting.some((other) => Buffer.compare(other, raw) === 0)) {
      const data = 'tx already exists in cache'
      return { error: { code: -32603, message: 'Internal error', data } }
    }
    const { code, log, codespace } = await this.#app.checkTx(raw)
    if (code === 0) this.#waiting.push(raw)
    return { result: { code, log, codespace, data: '', hash: upperHex(sha256(raw)) } }
  }

  async #query({ path, data, height = '0', prove = false }: Json): Promise<Json> {
    const query = {
      path: String(path),
      data: new Uint8Array(Buffer.from(String(data ?? ''), 'hex')),
      height: BigInt(String(height)),
      prove: prove === true,
    }
    const answer = await this.#app.ask({ query }, 'query')
    return {
      ...{ code: answer.code, log: answer.log, info: answer.info, codespace: answer.codespace },
      ...{ index: String(answer.index), height: String(answer.height), proofOps: null },
      key: Buffer.from(answer.key).toString('base64'),
      value: Buffer.from(answer.value).toString('base64'),
    }
  }

  #status(): Json {
    const { decisions, validators } = this.network
    const [validator] = validators
    const hash = upperHex(sha256(new Uint8Array()))
    const time = new Date().toISOString()
    return {
      node_info: {
        protocol_version: { p2p: '8', block: '11', app: '1' },
        ...{ id: hash.slice(0, 40).toLowerCase(), listen_addr: 'tcp://127.0.0.1:26656' },
        ...{ network: 'rockpool-net', version: '0.38.25', channels: '', moniker: 'node0' },
        other: { tx_index: 'on', rpc_address: this.url },
      },
      sync_info: {
        ...{ latest_block_hash: hash, latest_app_hash: hash, latest_block_time: time },
        ...{ earliest_block_hash: hash, earliest_app_hash: hash, earliest_block_time: time },
        ...{ latest_block_height: String(decisions.length), earliest_block_height: '1' },
        catching_up: false,
      },
      validator_info: {
        address: upperHex(validator?.address ?? new Uint8Array()),
        pub_key: {
          type: 'tendermint/PubKeyEd25519',
          value: Buffer.from(validator?.key ?? []).toString('base64'),
        },
        voting_power: '100',
      },
    }
  }
}

async function readJson(request: IncomingMessage): Promise<Json> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return JSON.parse(Buffer.concat(pieces).toString()) as Json
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest()
}

function upperHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex').toUpperCase()
}
