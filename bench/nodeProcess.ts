import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Resolved from this folder: bundles are elsewhere, but the packages are here. */
const require = createRequire(`${process.cwd()}/`)

/** Returns the platform's own binary, as users of Foundry run it, without npm's wrapper. */
export function anvilBinary(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  return require.resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/bin/anvil`)
}

/** Benchmarks run in this folder. */
const checkout = join(process.cwd(), '..')

/** A node in a process of its own, on a free port of 127.0.0.1. */
export class NodeProcess {
  readonly #child: ChildProcess
  /** Address that it listens on: `127.0.0.1:PORT`. */
  readonly address: string
  readonly #agent = new Agent({ keepAlive: true })

  private constructor(child: ChildProcess, address: string) {
    this.#child = child
    this.address = address
  }

  static anvil(...options: readonly string[]): Promise<NodeProcess> {
    return NodeProcess.#start(anvilBinary(), options)
  }

  /** Starts the built checkout. */
  static rockpool(...options: readonly string[]): Promise<NodeProcess> {
    return NodeProcess.rockpoolOf(checkout, ...options)
  }

  /** Starts another built checkout. */
  static rockpoolOf(directory: string, ...options: readonly string[]): Promise<NodeProcess> {
    const command = join(directory, 'bin/rockpool.js')
    return NodeProcess.#start(process.execPath, [command, ...options])
  }

  /** Starts a bundle that answers like a node. */
  static constant(bundle: URL): Promise<NodeProcess> {
    return NodeProcess.#start(process.execPath, [fileURLToPath(bundle)])
  }

  /**
   * Starts Hardhat on this Node.js, which must be version 22 or later. @throws Error if it does not
   * start
   */
  static hardhat(node: string): Promise<NodeProcess> {
    // Not among the package's exports.
    const command = join(process.cwd(), 'node_modules/hardhat/dist/src/cli.js')
    return NodeProcess.#start(node, [command, 'node', '--hostname', '127.0.0.1'])
  }

  static async #start(command: string, options: readonly string[]): Promise<NodeProcess> {
    const child = spawn(command, [...options, '--port', '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const address = await addressOf(child.stdout.iterator({ destroyOnReturn: false }))
    // Unread output would block the node.
    child.stdout.resume()
    return new NodeProcess(child, address)
  }

  /**
   * Sends one request over a kept connection. Returns the result and the time to the last byte.
   *
   * @throws Error of the response
   */
  async call<T>(method: string, ...params: readonly unknown[]): Promise<{ result: T; ms: number }> {
    const began = performance.now()
    const text = await this.#post({ jsonrpc: '2.0', id: 1, method, params })
    const ms = performance.now() - began
    return { result: resultOf<T>(JSON.parse(text)), ms }
  }

  /** Sends several requests as a batch. @throws Error of a response */
  async batch<T>(
    calls: readonly (readonly [method: string, ...params: unknown[]])[],
  ): Promise<T[]> {
    const requests = calls.map(([method, ...params], id) => ({
      jsonrpc: '2.0',
      id,
      method,
      params,
    }))
    const answers: unknown[] = JSON.parse(await this.#post(requests))
    return answers.map((answer) => resultOf<T>(answer))
  }

  /** Current resident memory of the process, in MB (Linux). */
  get memoryMb(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
  }

  /** CPU time of all threads of the process, in ms (Linux). */
  get cpuMs(): number {
    const threads = `/proc/${this.#child.pid}/task`
    const times = readdirSync(threads).map((thread) =>
      Number.parseInt(readFileSync(`${threads}/${thread}/schedstat`, 'utf8'), 10),
    )
    return times.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6
  }

  async stop(): Promise<void> {
    this.#agent.destroy()
    if (this.#child.exitCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await ended
  }

  async #post(json: unknown): Promise<string> {
    const body = JSON.stringify(json)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const options = { method: 'POST', agent: this.#agent, headers }
    const call = httpRequest(`http://${this.address}`, options)
    call.end(body)
    const [response] = await once(call, 'response')
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  }
}

/** Returns the address from the node's output. */
export async function addressOf(output: AsyncIterable<Buffer>): Promise<string> {
  let said = ''
  for await (const chunk of output) {
    said += chunk
    const match = /(?:Listening on |JSON-RPC server at http:\/\/)([^\s/]+)/.exec(said)
    if (match?.[1] !== undefined) return match[1]
  }
  throw new Error('the node ended before it listened')
}

function resultOf<T>(answer: unknown): T {
  const { result, error } = answer as { result: T; error?: { message: string } }
  if (error !== undefined) throw new Error(error.message)
  return result
}
