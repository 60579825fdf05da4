import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { NodeProcess } from './nodeProcess.ts'

/** Cost of notifying subscribers of new heads. */
export interface Received {
  /** Milliseconds from the first transaction until all subscribers received the last head. */
  readonly ms: number
  /** Memory of the node: before the connections, after all subscriptions, at the end. */
  readonly megabytes: readonly number[]
}

/**
 * Opens a number of connections, each subscribed to new heads, and sends one transaction per head.
 */
export async function receiveHeads(
  node: NodeProcess,
  subscribers: number,
  heads: number,
): Promise<Received> {
  const alone = node.memoryMb
  let missing = subscribers * heads
  let finish: () => void = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const sockets: WebSocket[] = []
  for (let i = 0; i < subscribers; i++) {
    const socket = new WebSocket(`ws://${node.address}`)
    sockets.push(socket)
    await once(socket, 'open')
    socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}')
    await once(socket, 'message')
    socket.on('message', () => {
      if (--missing === 0) finish()
    })
  }
  const subscribed = node.memoryMb
  const { result: accounts } = await node.call<readonly string[]>('eth_accounts')
  const [from, to] = accounts
  const began = performance.now()
  for (let i = 0; i < heads; i++) await node.call('eth_sendTransaction', { from, to, value: '0x1' })
  await finished
  const ms = performance.now() - began
  const megabytes = [alone, subscribed, node.memoryMb]
  for (const socket of sockets) socket.terminate()
  return { ms, megabytes }
}
