import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Seen from here: bundles do not lie in this folder, but the packages do. */
const require = createRequire(`${process.cwd()}/`)

/** The platform's own binary: what a user of Foundry runs, without npm's wrapper around it. */
export function anvilBinary(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  return require.resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/bin/anvil`)
}

/** Benchmarks run in their own folder. */
const checkout = join(process.cwd(), '..')

/** A node in a process of its own, on a free port of 127.0.0.1. */
export class NodeProcess {
  readonly #child: ChildProcess
  /** Where it listens: `127.0.0.1:PORT`. */
  readonly address: string
  readonly #agent = new Agent({ keepAlive: true })

  private constructor(child: ChildProcess, address: string) {
    this.#child = child
    this.address = address
  }

  static anvil(...options: readonly string[]): Promise<NodeProcess> {
    return NodeProcess.#start(anvilBinary(), options)
  }

  /** What is built. */
  static rockpool(...options: readonly string[]): Promise<NodeProcess> {
    return NodeProcess.rockpoolOf(checkout, ...options)
  }

  /** What is built in a checkout. */
  static rockpoolOf(directory: string, ...options: readonly string[]): Promise<NodeProcess> {
    const command = join(directory, 'bin/rockpool.js')
    return NodeProcess.#start(process.execPath, [command, ...options])
  }

  /** No node: a bundle that answers as one. */
  static constant(bundle: URL): Promise<NodeProcess> {
    return NodeProcess.#start(process.execPath, [fileURLToPath(bundle)])
  }

  /** On this Node, which must be 22 or newer. @throws Error where it does not start */
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
    // What nobody reads would hold up the node.
    child.stdout.resume()
    return new NodeProcess(child, address)
  }

  /**
   * One call over a kept connection; how long it took to the last byte of the answer.
   *
   * @throws Error that it answers
   */
  async call<T>(method: string, ...params: readonly unknown[]): Promise<{ result: T; ms: number }> {
    const began = performance.now()
    const text = await this.#post({ jsonrpc: '2.0', id: 1, method, params })
    const ms = performance.now() - began
    return { result: resultOf<T>(JSON.parse(text)), ms }
  }

  /** Several calls in one request. @throws Error that one of them answers */
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

  /** Memory that the process has now, in MB (Linux). */
  get memoryMb(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
  }

  /** CPU time that the threads of the process have taken, in ms (Linux). */
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

/** Where a node says that it listens. */
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
