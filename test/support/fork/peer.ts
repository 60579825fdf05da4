import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Ask } from '../rpc/rpc.ts'

/** Nodes of other projects that forks are compared with. */
export type PeerName = 'Anvil' | 'Hardhat'

/** Anvil and Hardhat are installed in `bench/`; Hardhat runs on the Node.js 24 of `packaging/`. */
const checkout = resolve(import.meta.dirname, '../../..')
const bench = join(checkout, 'bench')
const runner = join(import.meta.dirname, 'peerProcess.js')
const anvil = join(bench, 'node_modules/.bin/anvil')
const node24 = join(checkout, 'packaging/node_modules/node24/bin/node')
/** Not among the package's exports. */
const hardhat = join(bench, 'node_modules/hardhat/dist/src/cli.js')

const commands: Readonly<Record<PeerName, readonly [string, ...string[]]>> = {
  // Without the option its traces have no steps.
  Anvil: [anvil, '--silent', '--steps-tracing'],
  Hardhat: [node24, hardhat, 'node', '--hostname', '127.0.0.1'],
}

/** Returns the commands that install a peer, or undefined if it is there. */
export function missingPeer(name: PeerName): string | undefined {
  if (name === 'Anvil') return existsSync(anvil) ? undefined : '(npm --prefix bench install)'
  if (existsSync(node24) && existsSync(hardhat)) return undefined
  return '(npm --prefix packaging ci; with Node.js 24: npm --prefix bench ci)'
}

/** A running peer. */
export interface Peer {
  readonly url: string
  readonly ask: Ask
  close(): Promise<void>
}

/**
 * Starts a peer in a process of its own and waits until it answers.
 *
 * @param options more arguments of its command
 */
export async function startPeer(name: PeerName, ...options: readonly string[]): Promise<Peer> {
  const port = await freePort()
  const cache = mkdtempSync(join(tmpdir(), 'rockpool-peer-'))
  const [command, ...args] = commands[name]
  // Hardhat would keep answers of another chain that was at the same port.
  const child = spawn(
    process.execPath,
    [runner, bench, cache, command, ...args, ...options, '--port', `${port}`],
    { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  )
  child.unref()
  child.channel?.unref()
  const url = `http://127.0.0.1:${port}`
  const ask: Ask = async <T>(method: string, ...params: readonly unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body })
    const answer = (await response.json()) as { result: T; error?: { message: string } }
    if (answer.error !== undefined) throw new Error(answer.error.message)
    return answer.result
  }
  let isUp = false
  while (!isUp) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`)
    isUp = await ask('eth_chainId').then(
      () => true,
      () => new Promise<false>((done) => setTimeout(done, 50, false)),
    )
  }
  return {
    url,
    ask,
    async close() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
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
