import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { type Address, ZERO_ADDRESS } from '../src/primitives/address.ts'
import { bytesToHex, type Hex } from '../src/primitives/encoding/hex.ts'
import type { Contract } from './engineWorkloads.ts'
import { addressOf, anvilBinary } from './nodeProcess.ts'

/** Anvil in a process of its own, without limits on gas. */
export interface Anvil {
  /** Returns the output of a call and the milliseconds from request to response. */
  call(to: Address, data: Uint8Array): Promise<{ readonly ms: number; readonly output: Hex }>
  stop(): Promise<void>
}

/** Starts Anvil with the given contracts. */
export async function startAnvil(contracts: readonly Contract[]): Promise<Anvil> {
  const options = ['--port', '0', '--hardfork', 'prague', '--gas-limit', String(2 ** 50)]
  const child = spawn(anvilBinary(), [...options, '--code-size-limit', '1000000'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const agent = new Agent({ keepAlive: true })
  const url = `http://${await addressOf(child.stdout.iterator({ destroyOnReturn: false }))}`
  child.stdout.resume()

  async function request(method: string, params: readonly unknown[]): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const call = httpRequest(url, { method: 'POST', agent, headers })
    call.end(body)
    const [response] = await once(call, 'response')
    let text = ''
    for await (const chunk of response) text += chunk
    const { result, error } = JSON.parse(text)
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result
  }

  for (const { address, code, storage = [] } of contracts) {
    await request('anvil_setCode', [address, bytesToHex(code)])
    for (const [slot, value] of storage) {
      await request('anvil_setStorageAt', [address, bytesToHex(slot), bytesToHex(value)])
    }
  }
  const gas = `0x${(2 ** 40).toString(16)}`
  return {
    async call(to, data) {
      const transaction = { from: ZERO_ADDRESS, to, gas, data: bytesToHex(data) }
      const began = performance.now()
      const output = await request('eth_call', [transaction, 'latest'])
      return { ms: performance.now() - began, output: output as Hex }
    },
    async stop() {
      agent.destroy()
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
