// Start-up and the time of one transaction with its receipt, beside Anvil in the same run. Both
// nodes run with their defaults on a free port of 127.0.0.1; the client is node:http with
// keep-alive.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'
import { privateKeyToAccount } from 'viem/accounts'

const { values } = parseArgs({
  options: {
    starts: { type: 'string', default: '5' },
    transactions: { type: 'string', default: '500' },
  },
})
const require = createRequire(import.meta.url)
const account = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
)

/** The platform's own binary: what a user of Foundry runs, without npm's wrapper around it. */
function anvilBinary() {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  return require.resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/bin/anvil`)
}

const nodes = {
  rockpool: [process.execPath, [new URL('../bin/rockpool.js', import.meta.url).pathname]],
  anvil: [anvilBinary(), []],
}

/** Starts a node and resolves with its URL and the milliseconds until it said that it listens. */
async function start([command, args]) {
  const began = performance.now()
  const child = spawn(command, [...args, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    const match = /Listening on (\S+)/.exec(output)
    if (match === null) continue
    child.stdout.resume()
    return { url: `http://${match[1]}`, startMs: performance.now() - began, child }
  }
  throw new Error(`${command} ended before it listened`)
}

async function stop(child) {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

const agent = new Agent({ keepAlive: true })
let id = 0

/** One JSON-RPC call over a kept connection: node:http costs a tenth of what fetch does. */
async function request(url, method, params = []) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const call = httpRequest(url, { method: 'POST', agent, headers })
  call.end(body)
  const [response] = await once(call, 'response')
  let text = ''
  for await (const chunk of response) text += chunk
  const { result, error } = JSON.parse(text)
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
  return result
}

/**
 * Milliseconds of sendRawTransaction until the receipt is there, one transaction after the other.
 */
async function measureSends(url, count) {
  const chainId = Number(await request(url, 'eth_chainId'))
  const times = []
  for (let nonce = 0; nonce < count; nonce++) {
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId,
      nonce,
      gas: 21_000n,
      to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      value: 1n,
      maxFeePerGas: 10_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    })
    const began = performance.now()
    const hash = await request(url, 'eth_sendRawTransaction', [raw])
    while ((await request(url, 'eth_getTransactionReceipt', [hash])) === null);
    times.push(performance.now() - began)
  }
  return times
}

function summary(times) {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return { median: at(0.5), min: sorted[0], max: sorted.at(-1) }
}

function print(label, of) {
  const rows = Object.entries(of).map(([name, times]) => [name, summary(times)])
  const base = rows.find(([name]) => name === 'anvil')?.[1].median
  for (const [name, { median, min, max }] of rows) {
    const ratio = base === undefined ? '' : `  ${(median / base).toFixed(2)} × anvil`
    const figures = [median, min, max].map((ms) => ms.toFixed(2)).join(' / ')
    process.stdout.write(`${label}  ${name.padEnd(9)} median / min / max ms: ${figures}${ratio}\n`)
  }
}

const starts = Object.fromEntries(Object.keys(nodes).map((name) => [name, []]))
for (let round = 0; round < Number(values.starts); round++) {
  for (const [name, command] of Object.entries(nodes)) {
    const { startMs, child } = await start(command)
    starts[name].push(startMs)
    await stop(child)
  }
}
print('start to ready line      ', starts)

const sends = {}
for (const [name, command] of Object.entries(nodes)) {
  const { url, child } = await start(command)
  sends[name] = await measureSends(url, Number(values.transactions))
  await stop(child)
}
print('send + receipt, transfer ', sends)
