import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { methods } from '../../src/rpc/registry.ts'
import { createServer } from '../../src/server/httpServer.ts'
import { createExampleChain } from '../rpc/exampleChain.ts'
import { Names, parseTranscript, rewriteTranscript } from './transcript.ts'

const folder = new URL('.', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.io'))
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')

/** Each transcript is one conversation with a fresh example chain. UPDATE_TRANSCRIPTS=1 writes the answers anew. */
test.each(files)('%s', async (name) => {
  const node = await createExampleChain()
  const server = createServer(node, { allowOrigin: '*', bodyLimitBytes: 1e6, batchLimit: 100 })
  const text = read(name)
  const responses: string[] = []
  const names = new Names()
  for (const { request, response } of parseTranscript(text)) {
    const payload = names.resolve(request)
    const { body } = await server.inject({ method: 'POST', url: '/', payload })
    names.learn(response, body)
    responses.push(names.hide(body))
  }
  await server.close()
  await node.close()
  if (process.env.UPDATE_TRANSCRIPTS === '1') {
    writeFileSync(new URL(name, folder), rewriteTranscript(text, responses))
    return
  }
  for (const [i, { request, response }] of parseTranscript(text).entries()) {
    expect(parse(responses[i] ?? ''), request).toEqual(parse(response))
  }
})

/** `rpc_discover` answers with docs/openrpc.json, which test/rpc/openRpc.test.ts compares. */
test('every other method has a line', () => {
  const text = files.map(read).join('\n')
  const silent = [...methods.keys()].filter((name) => !text.includes(`"method":"${name}"`))
  expect(silent).toEqual(['rpc_discover', 'rpc.discover'])
})

function parse(body: string): unknown {
  return body === '' ? undefined : JSON.parse(body)
}
