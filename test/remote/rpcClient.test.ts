import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { RpcClient, type RpcClientOptions } from '../../src/remote/client/rpcClient.ts'
import { Slots } from '../../src/remote/client/slots.ts'
import { UnitLimiter } from '../../src/remote/client/unitLimiter.ts'
import { RemoteError } from '../../src/remote/remoteError.ts'
import { parseRemoteUrl } from '../../src/remote/remoteUrl.ts'
import {
  AnswerError,
  type Misbehaviour,
  type ReceivedCall,
  type ReceivedRequest,
  startRemoteServer,
} from '../support/remote/remoteServer.ts'

function clientOf(url: string, options: Partial<RpcClientOptions> = {}): RpcClient {
  const counts = { requests: 0, calls: 0, retries: 0, bytesSent: 0, bytesReceived: 0 }
  return new RpcClient(parseRemoteUrl(url), {
    headers: {},
    timeoutMs: 5000,
    retries: 2,
    retryBackoffMs: 1,
    unitsPerSecond: null,
    maxBatch: undefined,
    counts,
    ...options,
  })
}

/** Answers with the first parameter. */
const echo = ({ params }: ReceivedCall) => params[0]

/** A client of a server whose first answers are wrong. */
async function clientWith(
  misbehave: (request: ReceivedRequest, count: number) => Misbehaviour | undefined,
  options: Partial<RpcClientOptions> = {},
) {
  const server = await startRemoteServer(echo, misbehave)
  return { client: clientOf(server.url, options), server }
}

async function failureOf(running: Promise<unknown>) {
  const error: unknown = await running.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof RemoteError) return error.details
  throw new Error(`no RemoteError: ${String(error)}`)
}

test('sends the calls of one turn in one batch, and equal calls once', async () => {
  const { client, server } = await clientWith(() => undefined)
  const answers = await Promise.all([1, 2, 2, 3].map((n) => client.call('echo', [n])))
  expect(answers).toEqual([1, 2, 2, 3])
  expect(server.requests.map(({ calls }) => calls.length)).toEqual([3])
  expect(await client.call('echo', [1])).toBe(1)
  expect(server.requests.at(-1)).toMatchObject({ isBatch: false })
})

test.each<[string, Misbehaviour]>([
  ['429', { status: 429, body: 'slow down', headers: { 'retry-after': '0' } }],
  ['502', { status: 502, body: '<html>' }],
  ['500 without JSON', { status: 500, body: 'oops' }],
  ['a dropped connection', 'drop'],
])('repeats after %s', async (_name, wrong) => {
  const { client, server } = await clientWith((_request, count) => (count < 2 ? wrong : undefined))
  expect(await client.call('echo', ['x'])).toBe('x')
  expect(server.requests).toHaveLength(3)
})

test.each<[string, Misbehaviour, object]>([
  [
    'HTTP 503',
    { status: 503, body: '' },
    { code: 'REMOTE_UNREACHABLE', reason: 'HTTP status 503' },
  ],
  [
    'HTTP 401',
    { status: 401, body: 'no' },
    { code: 'REMOTE_UNREACHABLE', reason: 'HTTP status 401, not JSON: "no"' },
  ],
  [
    'HTML',
    { body: '<!doctype html><title>Log in</title>' },
    { code: 'BAD_REMOTE_ANSWER', reason: 'HTML instead of JSON: Log in' },
  ],
  ['nothing', { body: '' }, { code: 'BAD_REMOTE_ANSWER', reason: 'an empty answer' }],
  [
    'another id',
    { body: '{"jsonrpc":"2.0","id":99,"result":1}' },
    { code: 'BAD_REMOTE_ANSWER', reason: 'the answer has the id 99, want 1' },
  ],
  [
    'no result',
    { body: '{"jsonrpc":"2.0","id":1}' },
    { code: 'BAD_REMOTE_ANSWER', reason: 'neither a result nor an error' },
  ],
  [
    'a redirection',
    { status: 301, body: '', headers: { location: 'https://elsewhere/' } },
    { code: 'REMOTE_UNREACHABLE', reason: 'it redirects to another URL: use that one' },
  ],
])('names method and reason of %s', async (_name, wrong, details) => {
  const { client, server } = await clientWith(() => wrong)
  const failure = await failureOf(client.call('eth_getBalance', ['x']))
  expect(failure).toEqual({ method: 'eth_getBalance', url: server.url, ...details })
})

test.each(['an error', 'a body'])(
  '%s does not show the credentials of the request',
  async (form) => {
    const basic = Buffer.from('bob:pw1').toString('base64')
    const echoed = `bob pw1 k3y ${basic} tok`
    const error = { code: -1, message: echoed, data: { echoed } }
    const body = form === 'a body' ? echoed : JSON.stringify({ jsonrpc: '2.0', id: 1, error })
    const server = await startRemoteServer(echo, () => ({ body }))
    const url = `${server.url.replace('//', '//bob:pw1@')}?k3y`
    const client = clientOf(url, { headers: { authorization: 'Bearer tok' } })
    const failure = JSON.stringify(await failureOf(client.call('echo', [])))
    expect(failure).toContain('*** *** *** *** ***')
    for (const secret of echoed.split(' ')) expect(failure).not.toContain(secret)
  },
)

test('gives up on a server that does not answer', async () => {
  const { client } = await clientWith(() => 'hang', { timeoutMs: 30, retries: 1 })
  expect(await failureOf(client.call('echo', []))).toMatchObject({
    code: 'REMOTE_UNREACHABLE',
    reason: 'no answer within 0.03 s',
  })
})

test('waits as long as a server asks, up to the time-out in total', async () => {
  const busy = { status: 429, body: 'slow down', headers: { 'retry-after': '20' } }
  const { client, server } = await clientWith(() => busy, { timeoutMs: 5000 })
  expect(await failureOf(client.call('echo', []))).toMatchObject({
    code: 'REMOTE_UNREACHABLE',
    reason: 'HTTP status 429, and it asks to wait 20 s, more than the time-out of 5 s',
  })
  expect(server.requests).toHaveLength(1)
})

test('https to a server without TLS is an error that names http', async () => {
  const { url } = await startRemoteServer(echo)
  const client = clientOf(url.replace('http:', 'https:'), { retries: 0 })
  expect(await failureOf(client.call('echo', [1]))).toMatchObject({
    code: 'REMOTE_UNREACHABLE',
    reason: 'the server does not speak TLS: use http://',
  })
})

test('fails if no server listens', async () => {
  const client = clientOf('http://127.0.0.1:9', { retries: 0 })
  expect(await failureOf(client.call('echo', []))).toMatchObject({
    code: 'REMOTE_UNREACHABLE',
    reason: expect.stringContaining('ECONNREFUSED'),
  })
})

test('repeats only the calls of a batch that failed for a reason that passes', async () => {
  let refusals = 1
  const { url, requests } = await startRemoteServer(({ params: [first] }) => {
    if (first === 'b' && refusals-- > 0) throw new AnswerError(-32005, 'rate limit exceeded')
    if (first === 'c') throw new AnswerError(-32015, 'bad thing', { why: 1 })
    return first
  })
  const client = clientOf(url)
  const calls = ['a', 'b', 'c'].map((text) => client.call('echo', [text]))
  expect(await calls[0]).toBe('a')
  expect(await calls[1]).toBe('b')
  expect(await failureOf(calls[2] ?? Promise.resolve())).toEqual({
    code: 'REMOTE_ANSWERED_ERROR',
    method: 'echo',
    rpcCode: -32015,
    message: 'bad thing',
    data: { why: 1 },
  })
  expect(requests.map(({ calls }) => calls.length)).toEqual([3, 1])
})

test('a call without an answer in a batch fails alone', async () => {
  const { client } = await clientWith(({ calls: [first] }) => ({
    body: JSON.stringify([{ jsonrpc: '2.0', id: first?.id, result: 'only' }, null, { id: 77 }]),
  }))
  const calls = [1, 2].map((n) => client.call('echo', [n]))
  expect(await calls[0]).toBe('only')
  expect(await failureOf(calls[1] ?? Promise.resolve())).toMatchObject({
    code: 'BAD_REMOTE_ANSWER',
    reason: 'no answer to the call',
  })
})

const TOO_LARGE = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'batch too large' } }

test.each<[string, Misbehaviour]>([
  ['an error', { body: JSON.stringify(TOO_LARGE) }],
  ['an array with an error', { body: JSON.stringify([TOO_LARGE]) }],
  ['HTTP 413', { status: 413, body: 'too large' }],
  ['HTTP 500', { status: 500, body: 'crash' }],
])('learns the size of batches from %s', async (_name, refusal) => {
  const { client, server } = await clientWith(({ calls }) =>
    calls.length > 10 ? refusal : undefined,
  )
  const numbers = Array.from({ length: 100 }, (_, i) => i)
  expect(await Promise.all(numbers.map((n) => client.call('echo', [n])))).toEqual(numbers)
  expect(client.learnedBatch).toBe(6)
  const before = server.requests.length
  await Promise.all(numbers.slice(0, 12).map((n) => client.call('echo', [n])))
  expect(server.requests.slice(before).map(({ calls }) => calls.length)).toEqual([6, 6])
})

test('sends single calls to a server that refuses batches', async () => {
  const { client, server } = await clientWith(({ isBatch }) =>
    isBatch ? { status: 400, body: 'Bad Request' } : undefined,
  )
  const numbers = [1, 2, 3, 4, 5]
  expect(await Promise.all(numbers.map((n) => client.call('echo', [n])))).toEqual(numbers)
  expect(client.learnedBatch).toBe(1)
  expect(server.requests.slice(-4).every(({ isBatch }) => !isBatch)).toBe(true)
})

test('a server that is sick is not asked for every call of a batch', async () => {
  const { client, server } = await clientWith(() => ({ body: '<html>' }))
  const calls = Array.from({ length: 64 }, (_, n) => failureOf(client.call('echo', [n])))
  for (const failure of await Promise.all(calls)) {
    expect(failure).toMatchObject({ code: 'BAD_REMOTE_ANSWER', reason: 'HTML instead of JSON' })
  }
  expect(server.requests.length).toBeLessThan(6)
  expect(client.learnedBatch).toBeUndefined()
})

test('asks again for a block that one of several nodes does not have', async () => {
  let asked = 0
  const { url } = await startRemoteServer(() => {
    if (++asked === 1) throw new AnswerError(-32000, 'header not found')
    return asked === 2 ? null : '0x1'
  })
  const client = clientOf(url)
  const options = { needsBlock: true, isNullBehind: true }
  expect(await client.call('eth_getBalance', [], options)).toBe('0x1')
  asked = 0
  const failing = clientOf(url, { retries: 1 })
  expect(await failureOf(failing.call('eth_getBalance', []))).toMatchObject({ rpcCode: -32000 })
})

test('requests wait for a slot', async () => {
  const slots = new Slots(2)
  let [open, most] = [0, 0]
  const work = async () => {
    await slots.take()
    most = Math.max(most, ++open)
    await setImmediate()
    open--
    slots.free()
  }
  await Promise.all(Array.from({ length: 9 }, work))
  expect([open, most]).toEqual([0, 2])
})

test('spaces calls by compute units once the remote refused one', () => {
  const limiter = new UnitLimiter(undefined)
  expect(limiter.take(1000, 0)).toBe(0)
  limiter.refused()
  // One second's units at once: 33 calls are 660 of 330 units a second.
  expect(limiter.take(33, 10_000)).toBe(0)
  expect(limiter.take(1, 10_000)).toBe(1000)
  expect(limiter.take(1, 20_000)).toBe(0)
  const unlimited = new UnitLimiter(null)
  unlimited.refused()
  expect([unlimited.take(1000, 0), unlimited.take(1, 0)]).toEqual([0, 0])
})

test('sends headers and credentials, and shows neither', async () => {
  const { url, requests } = await startRemoteServer(({ method }) => {
    throw new AnswerError(1, `key SECRETKEY123 of hunter2pass may not call ${method}`)
  })
  const secret = `${url.replace('//', '//user:hunter2pass@')}/v2/SECRETKEY123`
  const client = clientOf(secret, { headers: { 'x-team': 'rocks' } })
  expect(await failureOf(client.call('echo', []))).toMatchObject({
    message: 'key *** of *** may not call echo',
  })
  expect(requests[0]?.headers).toMatchObject({
    'x-team': 'rocks',
    authorization: `Basic ${Buffer.from('user:hunter2pass').toString('base64')}`,
  })
  expect(client.url.shown).toBe(`${url}/v2/***`)
})

test('calls fail after the client is closed, and those in flight too', async () => {
  const { client } = await clientWith(() => 'hang')
  const running = failureOf(client.call('echo', [1]))
  await new Promise((resolve) => setTimeout(resolve, 20))
  client.close()
  expect(await running).toEqual({ code: 'REMOTE_CLOSED', method: 'echo' })
  expect(await failureOf(client.call('echo', [2]))).toEqual({
    code: 'REMOTE_CLOSED',
    method: 'echo',
  })
})
