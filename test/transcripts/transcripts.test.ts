import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createNode } from '../../src/node/createNode.ts'
import { legacyNames } from '../../src/node/options/legacyNames.ts'
import { silentLogger } from '../../src/primitives/logger.ts'
import { methods } from '../../src/rpc/core/registry.ts'
import { createServer } from '../../src/server/http/httpServer.ts'
import { ON_FORK } from '../support/fork/forkedNode.ts'
import { ForkHashes } from '../support/fork/forkHashes.ts'
import { createExampleChain } from '../support/rpc/exampleChain.ts'
import { some } from '../support/runs.ts'
import {
  configOf,
  legacyOf,
  Names,
  parseTranscript,
  rewriteTranscript,
} from '../support/transcript.ts'
import { ask } from '../support/wire/httpClient.ts'

const folder = new URL('.', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.io'))
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')

/** Goes over all legacy methods as they are answered where they are not enabled. */
const GATE = 'legacyGate.io'

/**
 * Transcripts about rows of the stores, the state of modules, or native methods up to block 0. A
 * fork does not have these.
 */
const LOCAL = [
  'debugRaw.io',
  'debugState.io',
  'legacyBlocks.io',
  'legacyLogs.io',
  'legacyTraces.io',
  'nativeTransactions.io',
  'proof.io',
  'reset.io',
]

/** Those of a fork, which the quick run has a few of. */
const first = ['trace.io', 'transaction.io', 'filter.io']
const onFork = [...first, ...files.filter((name) => ![...LOCAL, ...first].includes(name))]

/**
 * Each transcript is one conversation with a fresh example chain. UPDATE_TRANSCRIPTS=1 writes the
 * answers again.
 */
test.each(ON_FORK ? some(3, onFork) : files)('%s', async (name) => {
  const text = read(name)
  const config = configOf(text)
  const { compat } = config
  const node = await createExampleChain(silentLogger, legacyOf(config))
  const server = createServer(node, {
    compat,
    allowOrigin: ['*'],
    bodyLimitBytes: 1e6,
    batchLimit: 100,
  })
  const responses: string[] = []
  const names = new Names()
  const hashes = new ForkHashes()
  if (ON_FORK) {
    const local = await createExampleChain(silentLogger, legacyOf(config), createNode)
    hashes.learnChains(local.chain, node.chain)
    await local.close()
  }
  for (const { request, response } of parseTranscript(text)) {
    const payload = hashes.toFork(names.resolve(request))
    const { body } = await ask(server, { method: 'POST', url: '/', payload })
    names.learn(response, body)
    if (ON_FORK) hashes.learn(parse(response), parse(body))
    responses.push(names.hide(body))
  }
  await server.close()
  await node.close()
  if (process.env.UPDATE_TRANSCRIPTS === '1' && !ON_FORK) {
    writeFileSync(new URL(name, folder), rewriteTranscript(text, responses))
    return
  }
  for (const [i, { request, response }] of parseTranscript(text).entries()) {
    expect(parse(responses[i] ?? ''), request).toEqual(parse(hashes.toFork(response)))
  }
})

/** `rpc_discover` answers with docs/openrpc.json, which test/rpc/core/openRpc.test.ts compares. */
test('every other method has a transcript', () => {
  const text = files
    .filter((name) => name !== GATE)
    .map(read)
    .join('\n')
  const silent = [...methods.keys()].filter((name) => !text.includes(`"method":"${name}"`))
  expect(silent).toEqual(['rpc_discover', 'rpc.discover'])
})

test(`${GATE} has a transcript of each legacy method`, () => {
  const text = read(GATE)
  expect(legacyNames.filter((name) => !text.includes(`"method":"${name}"`))).toEqual([])
})

function parse(body: string): unknown {
  return body === '' ? undefined : JSON.parse(body)
}
