// Subscribers over WebSocket: `npm run bench -- subscriptions --clients 1000 --heads 1000`. The clients are a process of their own, which counts
// frames and looks into none.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { createNode } from '../src/index.ts'

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '1000' },
    heads: { type: 'string', default: '1000' },
  },
})
const clients = Number(values.clients)
const heads = Number(values.heads)
const MEGA = 1e6

const node = await createNode()
const { port } = await node.listen()
const [from, to] = (await node.request({ method: 'eth_accounts' })) as string[]

async function mine(blocks: number): Promise<number> {
  const began = performance.now()
  const params = [{ from, to, value: '0x1' }]
  for (let i = 0; i < blocks; i++) await node.request({ method: 'eth_sendTransaction', params })
  return performance.now() - began
}

await mine(300)
const alone = await mine(heads)
const resting = process.memoryUsage().rss

const child = fork(new URL('./subscriptionClients.js', import.meta.url), [
  String(port),
  String(clients),
  String(heads),
])
await once(child, 'message')
const connected = process.memoryUsage().rss
const told = once(child, 'message')
let peak = 0
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss)
}, 50)
const cpu = process.cpuUsage()
const began = performance.now()
const mined = await mine(heads)
const [{ bytes }] = await told
const all = performance.now() - began
const { user, system } = process.cpuUsage(cpu)
clearInterval(watch)

const ms = (time: number) => `${Math.round(time)} ms`
const mb = (size: number) => `${Math.round(size / MEGA)} MB`
process.stdout.write(
  [
    `${heads} blocks without subscribers: ${ms(alone)}`,
    `${heads} blocks with ${clients} subscribers: ${ms(mined)}; the last head was told after ${ms(all)} (${mb(bytes)})`,
    `CPU a notification, mining included: ${((user + system) / clients / heads).toFixed(1)} µs`,
    `memory: ${mb(resting)} before, ${mb(connected)} with all connections, ${mb(peak)} at the peak`,
    '',
  ].join('\n'),
)
child.kill()
await node.close()
