// A bare Node.js HTTP server that answers each method with a constant as long as a node's response.
// Its times are the lower bound for any node that is a Node.js process.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

const hash = `0x${'ab'.repeat(32)}`
const log = { address: hash.slice(0, 42), topics: [hash, hash, hash], data: hash, blockHash: hash }
const bloom = `0x${'0'.repeat(512)}`
const results: Readonly<Record<string, unknown>> = {
  eth_blockNumber: '0x1',
  evm_revert: true,
  eth_getTransactionReceipt: {
    status: '0x1',
    logsBloom: bloom,
    logs: [log],
    transactionHash: hash,
  },
  eth_getLogs: Array(10).fill(log),
}

function answerTo({ id, method }: { readonly id: unknown; readonly method: string }): object {
  return { jsonrpc: '2.0', id, result: results[method] ?? hash }
}

const port = Number(process.argv[process.argv.indexOf('--port') + 1])
const server = createServer(async (request, response) => {
  const asked = JSON.parse(await text(request))
  const answer = JSON.stringify(Array.isArray(asked) ? asked.map(answerTo) : answerTo(asked))
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(answer),
  })
  response.end(answer)
})
server.listen(port, '127.0.0.1', () => {
  process.stdout.write(`Listening on 127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.once('SIGTERM', () => process.exit())
