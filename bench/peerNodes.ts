import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { anvilBinary } from './nodeProcess.ts'
import { RpcClient } from './rpcClient.ts'
import { CHAIN_ID } from './suiteTests.ts'

export type PeerName = 'Rockpool' | 'Anvil' | 'Hardhat' | 'bare server'

/** A node in a process of its own, with the time from its start to its first response. */
export interface PeerNode {
  readonly name: PeerName
  readonly client: RpcClient
  readonly startMs: number
  /** CPU time of all its threads so far, in ms (Linux). */
  cpuMs(): number
  /** Resident memory in MiB (Linux). */
  memoryMiB(): number
  stop(): Promise<void>
}

/** Hardhat needs Node.js 22 or later; `packaging/` installs one. */
const NODE_24 = join(process.cwd(), '../packaging/node_modules/node24/bin/node')
/** Not among the package's exports. */
const HARDHAT = join(process.cwd(), 'node_modules/hardhat/dist/src/cli.js')

export const hasHardhat = existsSync(NODE_24) && existsSync(HARDHAT)

const ACCOUNTS = ['--accounts', '20']

/** Commands without the port option. */
const commands: Readonly<Record<PeerName, (checkout: string) => readonly [string, ...string[]]>> = {
  Rockpool: (checkout) => [
    process.execPath,
    join(checkout, 'bin/rockpool.js'),
    ...['--chain-id', String(CHAIN_ID)],
    ...ACCOUNTS,
  ],
  Anvil: () => [anvilBinary(), ...ACCOUNTS],
  Hardhat: () => [NODE_24, HARDHAT, 'node', '--hostname', '127.0.0.1'],
  'bare server': () => [
    process.execPath,
    fileURLToPath(new URL('./constantServer.js', import.meta.url)),
  ],
}

/** @param checkout directory of the measured Rockpool, which must be built */
export async function startPeer(name: PeerName, checkout: string): Promise<PeerNode> {
  const port = await freePort()
  const [command, ...args] = commands[name](checkout)
  const began = performance.now()
  const child = spawn(command, [...args, '--port', String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const client = await firstAnswer(child, `127.0.0.1:${port}`)
  const startMs = performance.now() - began
  return {
    name,
    client,
    startMs,
    cpuMs() {
      const threads = `/proc/${child.pid}/task`
      const times = readdirSync(threads).map((thread) =>
        Number.parseInt(readFileSync(`${threads}/${thread}/schedstat`, 'utf8'), 10),
      )
      return times.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6
    },
    memoryMiB() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
    },
    async stop() {
      client.close()
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function firstAnswer(child: ChildProcess, address: string): Promise<RpcClient> {
  while (child.exitCode === null) {
    const client = new RpcClient(address)
    try {
      await client.call('eth_chainId')
      return client
    } catch {
      client.close()
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }
  throw new Error(`the node ended with ${child.exitCode}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
